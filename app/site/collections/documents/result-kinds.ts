import type { DocumentKindId } from './document-kinds.ts'

/** The columns of the results centre: what most visitors come for is beside the period. */
export const RESULT_COLUMNS = ['Results', 'Press release', 'Investor call', 'Board meeting'] as const

/** The kinds of documents on results in the order in which they become public, each with its column in the results centre. `name` tells those of one column apart. */
export const RESULT_KINDS = [
  { kind: 'results-notice', column: 'Board meeting', name: 'Notice' },
  { kind: 'board-outcome', column: 'Board meeting', name: 'Outcome' },
  { kind: 'financial-results', column: 'Results' },
  { kind: 'results-release', column: 'Press release' },
  { kind: 'investor-presentation', column: 'Investor call', name: 'Presentation' },
  { kind: 'call-invitation', column: 'Investor call', name: 'Invitation' },
  { kind: 'call-recording', column: 'Investor call', name: 'Recording' },
  { kind: 'call-transcript', column: 'Investor call', name: 'Transcript' },
] as const satisfies readonly ResultColumnKind[]

interface ResultColumnKind {
  kind: DocumentKindId
  column: (typeof RESULT_COLUMNS)[number]
  name?: string
}

export type ResultKind = (typeof RESULT_KINDS)[number]['kind']

/** Where staff see which documents on the results of the last quarter there are, and add the others. */
export const RESULTS_CHECKLIST = '/admin/disclosure#part-results'

/** The form that adds several of them at once. */
export const RESULTS_DAY = { label: 'Add the documents of a quarter', href: '/admin/documents/~several' }
