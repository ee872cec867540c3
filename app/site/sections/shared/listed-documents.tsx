import type { ListedDocument } from '#app/site/sections/document-register/listed-document.ts'
import { DocumentPageRow, DocumentRow } from './document-row.tsx'

/** Documents of the register as rows: each leads to its page, or opens its file. */
export function ListedDocuments({ documents }: { documents: readonly ListedDocument[] }) {
  return (
    <ul className="docs">
      {documents.map(({ slug, title, fileUrl, date, page }) =>
        page === undefined ? (
          <DocumentRow key={slug} title={title} href={fileUrl} date={date} />
        ) : (
          <DocumentPageRow key={slug} to={page} title={title} date={date} />
        ),
      )}
    </ul>
  )
}
