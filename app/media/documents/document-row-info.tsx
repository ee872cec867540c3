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
