import type { FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { HiddenField } from '#app/editing/fields/text-fields.tsx'
import { DocumentFields } from './document-fields.tsx'
import type { TitledDocument } from './titled-document.ts'

interface TitledDocumentListProps {
  list: FieldMetadata<TitledDocument[]>
  /** What one document is called: `policy`. */
  noun: string
}

/** Fields of documents with a title each. */
export function TitledDocumentList({ list, noun }: TitledDocumentListProps) {
  return (
    <EntryList
      list={list}
      noun={noun}
      empty="Visitors read: Nothing has been published here yet."
      summarise={(document) => ({ title: document.getFieldset().title.value })}
    >
      {(document) => {
        const fields = document.getFieldset()
        return (
          <>
            <HiddenField field={fields._id} />
            <DocumentFields fields={fields} />
          </>
        )
      }}
    </EntryList>
  )
}
