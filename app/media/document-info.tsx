import { createContext, useContext, type ReactNode } from 'react'

/** A PDF of ours as rows and cards need it. */
export interface DocumentInfo {
  bytes: number
  /** Day of its last change, YYYY-MM-DD. */
  date: string
}

const Documents = createContext<{ [address: string]: DocumentInfo | undefined }>({})

/** Gives the rows and cards inside it size and date of the documents, by their address. */
export function DocumentsProvider({
  documents,
  children,
}: {
  documents: { [address: string]: DocumentInfo | undefined }
  children: ReactNode
}) {
  return <Documents.Provider value={documents}>{children}</Documents.Provider>
}

/** Size and date of a document; undefined for one of another site, and for a file that is not there. */
export function useDocumentInfo(address: string): DocumentInfo | undefined {
  return useContext(Documents)[address]
}

/** Size of a file as visitors read it: `48 kB`, `6.4 MB`. Takes bytes. */
export function formatFileSize(bytes: number) {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/**
 * `2025-08-06` as `6 Aug 2025`. Not by Intl: browsers and the server disagree on short months (Sep, Sept), and a page must
 * read the same in both.
 */
export function formatDay(date: string) {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
