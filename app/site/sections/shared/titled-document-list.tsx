import type { FieldMetadata } from '@conform-to/react'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import type { TitledDocument } from './titled-documents.ts'

interface TitledDocumentListProps {
  list: FieldMetadata<TitledDocument[]>
  /** Noun for one document: `document`. */
  noun: string
  /** Says what visitors see without documents. */
  empty: string
}

/** Fields of documents with a title each: the title that visitors see, and the PDF. */
export function TitledDocumentList({ list, noun, empty }: TitledDocumentListProps) {
  return (
    <EntryList
      list={list}
      noun={noun}
      empty={empty}
      summarise={(document) => ({ title: document.getFieldset().title.value })}
    >
      {(document) => {
        const { _id, title, fileUrl } = document.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <TextField field={title} />
            <FileField field={fileUrl} accepts="pdf" />
          </>
        )
      }}
    </EntryList>
  )
}
