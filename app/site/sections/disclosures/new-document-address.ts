import { kindOf, type DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { PERIODS, type Period } from '#app/site/collections/documents/financial-period.ts'

interface DocumentPeriod {
  financialYear: string
  period: Period
}

/** The address of the form of a new document of a kind, for a period if there is one, disclosed on `day`. */
export function newDocumentAddress(kind: DocumentKindId, period: DocumentPeriod | undefined, day: string): string {
  const begin = {
    title: titleOfNew(kind, period),
    kind,
    date: day,
    ...(period && { financialYear: period.financialYear, period: period.period }),
  }
  return `/admin/${documents.id}?${new URLSearchParams({ new: '', ...begin }).toString()}`
}

/** `Financial results, quarter 2, 2026-27`, as visitors read it. */
function titleOfNew(kind: DocumentKindId, period: DocumentPeriod | undefined) {
  const { label } = kindOf(kind)
  if (!period) return label
  const [part = ''] = PERIODS[period.period].toLowerCase().split(',')
  return [label, ...(period.period === 'year' ? [] : [part]), period.financialYear].join(', ')
}
