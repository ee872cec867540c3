/** The kinds of work that a job can be, as the content files have them. */
export const KINDS_OF_WORK = ['full-time', 'part-time', 'apprenticeship', 'contract'] as const
export type KindOfWork = (typeof KINDS_OF_WORK)[number]

const LABELS: Record<KindOfWork, string> = {
  'full-time': 'Full time',
  'part-time': 'Part time',
  apprenticeship: 'Apprenticeship',
  contract: 'Contract',
}

/** The name of a kind of work for people. */
export function labelOfKind(kind: KindOfWork): string {
  return LABELS[kind]
}

/** The choices of the form. */
export const KIND_OPTIONS = KINDS_OF_WORK.map((value) => ({ value, label: LABELS[value] }))
