import { bindDays } from '#app/cms/ui/bind-days.ts'
import { gateOf } from '#app/site/collections/documents/gate-address.ts'
import { kindOf, type DocumentStage } from '#app/site/collections/documents/document-kinds.ts'
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
  /** Left out until they are counted, and for a file of another site. */
  pages?: number
}

/** What a list shows of a document. */
export function listedDocument({ slug, kind, title, fileUrl, date }: RegisteredDocument): ListedDocument {
  const { page = gateOf({ slug, kind }) } = kindOf(kind)
  return { slug, title: bindDays(title), fileUrl, date, ...(page !== undefined && { page }) }
}
