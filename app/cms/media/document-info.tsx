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
