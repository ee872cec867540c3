import type { DocumentKindId } from '#app/site/collections/documents/document-kinds.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { titleOfDocument, type DocumentPeriod } from '#app/site/collections/documents/document-title.ts'

/** The address of the form of a new document of a kind, for a period if there is one, disclosed on `day`. */
export function newDocumentAddress(kind: DocumentKindId, period: DocumentPeriod | undefined, day: string): string {
  const begin = {
    title: titleOfDocument(kind, period),
    kind,
    date: day,
    ...(period && { financialYear: period.financialYear, period: period.period }),
  }
  return `/admin/${documents.id}?${new URLSearchParams({ new: '', ...begin }).toString()}`
}
