import { kindOf, type DocumentKindId } from './document-kinds.ts'
import { PERIODS, type Period } from './financial-period.ts'

export interface DocumentPeriod {
  financialYear: string
  period: Period
}

/** The title that a new document begins with, as visitors read it: `Financial results, quarter 2, 2026-27`. */
export function titleOfDocument(kind: DocumentKindId, period: DocumentPeriod | undefined): string {
  const { label } = kindOf(kind)
  if (!period) return label
  const [part = ''] = PERIODS[period.period].toLowerCase().split(',')
  return [label, ...(period.period === 'year' ? [] : [part]), period.financialYear].join(', ')
}
