/** The kinds of work that a job can be, as the content files have them. */
export const KINDS_OF_WORK = ['full-time', 'part-time', 'apprenticeship', 'contract'] as const
export type KindOfWork = (typeof KINDS_OF_WORK)[number]

/** The names of the kinds for people. */
export const KIND_LABELS: Record<KindOfWork, string> = {
  'full-time': 'Full time',
  'part-time': 'Part time',
  apprenticeship: 'Apprenticeship',
  contract: 'Contract',
}

/** The name of a kind of work for people. */
export function labelOfKind(kind: KindOfWork): string {
  return KIND_LABELS[kind]
}

/** The choices of the form. */
export const KIND_OPTIONS = KINDS_OF_WORK.map((value) => ({ value, label: KIND_LABELS[value] }))
