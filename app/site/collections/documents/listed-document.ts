import { fileAt } from '#app/cms/media/media-address.ts'
import { kindOf, type DocumentStage } from './document-kinds.ts'
import type { RegisteredDocument } from './register.server.ts'

/** A document as a row of a list. */
export interface ListedDocument {
  slug: string
  title: string
  /** Address of its file, of ours or of another site. */
  fileUrl: string
  /** The day on which it was disclosed, YYYY-MM-DD. */
  date: string
  /** The page of the site that presents it, or where visitors confirm a text; left out if the file is opened directly. */
  page?: string | undefined
}

/** A document of the offer as a row of its list. */
export interface OfferDocument extends ListedDocument {
  stage: DocumentStage
}

/** The one document of a page. */
export type DocumentOfPage = Pick<ListedDocument, 'title' | 'fileUrl' | 'date'> & {
  /** The page where visitors confirm a text first; left out if they need not. */
  gate?: string
}

/** The address of a document for ever, by its last part. */
export function fixedAddress(slug: string): string {
  return `/documents/${slug}`
}

/** What a list shows of a document. */
export function listedDocument({ slug, kind, title, fileUrl, date }: RegisteredDocument): ListedDocument {
  const { page = gateOf({ slug, kind }) } = kindOf(kind)
  return { slug, title, fileUrl, date, ...(page !== undefined && { page }) }
}

/** The page where visitors confirm a text before they get the document; undefined if they need not. */
export function gateOf({ slug, kind }: Pick<RegisteredDocument, 'slug' | 'kind'>): string | undefined {
  return kindOf(kind).isGated === true ? fixedAddress(slug) : undefined
}

/** The page for one file of the document, by its path below the uploads folder. */
export function gateOfFile(gate: string, { fileUrl }: Pick<RegisteredDocument, 'fileUrl'>, file: string): string {
  return file === fileAt(fileUrl) ? gate : `${gate}?${new URLSearchParams({ file }).toString()}`
}
