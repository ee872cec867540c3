import type { FinancialPeriod } from '#app/site/collections/documents/financial-period.ts'
import type { ResultKind } from '#app/site/collections/documents/result-kinds.ts'
import { kindOf, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'

/** The kind of a row whose file belongs to the financial results. */
export const FURTHER_FILE = 'further-file'

/** The kinds of the rows, in the order in which a quarter has them. */
export const ROW_KINDS = [
  'results-notice',
  'board-outcome',
  'financial-results',
  FURTHER_FILE,
  'results-release',
  'investor-presentation',
  'call-invitation',
  'call-recording',
  'call-transcript',
] as const satisfies readonly (DocumentKindId | typeof FURTHER_FILE)[]

/** The most documents of the form, with those that staff add. */
export const MAX_ROWS = 20

export type RowKind = (typeof ROW_KINDS)[number]

/** A document on the results of a period that visitors see already. */
export interface PublicDocument extends FinancialPeriod {
  kind: ResultKind
  title: string
  date: string
  /** Address of its editor. */
  href: string
  /** True if it has further files, such as a spreadsheet. */
  hasFiles?: boolean
}

/** What staff read of the kind of a row. */
export function rowLabel(kind: RowKind): string {
  return kind === FURTHER_FILE ? 'Financial results as a spreadsheet or XBRL' : kindOf(kind).label
}
