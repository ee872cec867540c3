import { kindOf } from './document-kinds.ts'
import type { RegisteredDocument } from './register.server.ts'

/** A document as a row of a list. */
export interface ListedDocument {
  slug: string
  title: string
  /** Address of its file, of ours or of another site. */
  fileUrl: string
  /** The day on which it was disclosed, YYYY-MM-DD. */
  date: string
  /** The page of the site that presents it; left out if the file is opened directly. */
  page?: string | undefined
}

/** The one document of a page. */
export type DocumentOfPage = Pick<ListedDocument, 'title' | 'fileUrl' | 'date'>

/** What a list shows of a document. */
export function listedDocument({ slug, kind, title, fileUrl, date }: RegisteredDocument): ListedDocument {
  const { page } = kindOf(kind)
  return { slug, title, fileUrl, date, ...(page !== undefined && { page }) }
}
