import { createContext, useContext, type ReactNode } from 'react'

/** An uploaded document, as rows and cards need it. */
export interface DocumentInfo {
  bytes: number
  /** Day of its last change, YYYY-MM-DD; undefined if the document does not say it. */
  date?: string | undefined
}

const Documents = createContext<{ [address: string]: DocumentInfo | undefined }>({})

/** Provides the rows and cards inside it with size and date of the documents, by address. */
export function DocumentsProvider({
  documents,
  children,
}: {
  documents: { [address: string]: DocumentInfo | undefined }
  children: ReactNode
}) {
  return <Documents.Provider value={documents}>{children}</Documents.Provider>
}

/** Size and date of a document; undefined for a document of another site, and for a missing file. */
export function useDocumentInfo(address: string): DocumentInfo | undefined {
  return useContext(Documents)[address]
}

/**
 * `2025-08-06` as `6 Aug 2025`. Does not use Intl: browsers and the server disagree on short months (Sep, Sept), and
 * both must render the same text.
 */
export function formatDay(date: string) {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
