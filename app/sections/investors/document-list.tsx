import { DocumentRow } from '#app/ui/document-row.tsx'

interface ListedDocument {
  _id: string
  title: string
  fileUrl: string
  /** Day of a document on another site. */
  date?: string
}

/** Documents as rows, or a quiet line where there are none. */
export function DocumentList({ documents }: { documents: ListedDocument[] }) {
  if (documents.length === 0) return <NothingPublished />
  return (
    <ul className="docs">
      {documents.map(({ _id, title, fileUrl, date }) => (
        <DocumentRow key={_id} title={title} href={fileUrl} {...(date !== undefined && { date })} />
      ))}
    </ul>
  )
}

export function NothingPublished() {
  return <p className="none">Nothing has been published here yet.</p>
}
