import type { ReactNode } from 'react'
import { DocumentRow } from '#app/sections/shared/document-row.tsx'

interface ListedDocument {
  _id: string
  title: string
  fileUrl: string
  /** Day of a document on another site. */
  date?: string
}

/** Documents as rows, or a quiet line where there are none. */
export function DocumentList({
  documents,
  empty,
}: {
  documents: ListedDocument[]
  /** Says of this list that there is nothing. */
  empty?: string
}) {
  if (documents.length === 0) return <NothingPublished>{empty}</NothingPublished>
  return (
    <ul className="docs">
      {documents.map(({ _id, title, fileUrl, date }) => (
        <DocumentRow key={_id} title={title} href={fileUrl} {...(date !== undefined && { date })} />
      ))}
    </ul>
  )
}

/** The line itself; `children` say it of something in particular. */
export function NothingPublished({ children = 'Nothing has been published here yet.' }: { children?: ReactNode }) {
  return <p className="none">{children}</p>
}
