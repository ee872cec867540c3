import type { DocumentKindId } from './document-kinds.ts'

/** The columns of the results centre: what most visitors come for is beside the period. */
export const RESULT_COLUMNS = ['Results', 'Press release', 'Also published'] as const

/** The kinds of documents on results in the order in which they become public, each with its column in the results centre. `name` tells those of one column apart. */
export const RESULT_KINDS = [
  { kind: 'results-notice', column: 'Also published', name: 'Meeting notice' },
  { kind: 'board-outcome', column: 'Also published', name: 'Meeting outcome' },
  { kind: 'financial-results', column: 'Results' },
  { kind: 'results-release', column: 'Press release' },
  { kind: 'investor-presentation', column: 'Also published', name: 'Presentation' },
  { kind: 'call-invitation', column: 'Also published', name: 'Call invitation' },
  { kind: 'call-recording', column: 'Also published', name: 'Call recording' },
  { kind: 'call-transcript', column: 'Also published', name: 'Call transcript' },
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
