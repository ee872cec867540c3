import { DocumentRow } from './document-row.tsx'
import './document-downloads.css'

interface DocumentDownloadsProps {
  documents: readonly { _id: string; title: string; fileUrl: string }[]
}

/** Documents to download below the text of a page. Nothing if there are none. */
export function DocumentDownloads({ documents }: DocumentDownloadsProps) {
  if (documents.length === 0) return null
  return (
    <section className="downloads" aria-labelledby="documents-title">
      <h2 id="documents-title">Documents</h2>
      <ul className="docs">
        {documents.map(({ _id, title, fileUrl }) => (
          <DocumentRow key={_id} href={fileUrl} title={title} />
        ))}
      </ul>
    </section>
  )
}
