import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import { TextField, HiddenField } from '#app/cms/editing/fields/text-fields.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import type { TitledDocument, YearlyDocument } from './documents.ts'

interface DocumentFieldsProps {
  /** As returned by conform's getFieldset. */
  fields: Record<'title' | 'fileUrl', FieldMetadata<string>>
}

/** Fields of a document: the title that visitors see, and its PDF. */
export function DocumentFields({ fields: { title, fileUrl } }: DocumentFieldsProps) {
  return (
    <>
      <TextField field={title} />
      <FileField field={fileUrl} accepts="pdf" />
    </>
  )
}

interface TitledDocumentListProps {
  list: FieldMetadata<TitledDocument[]>
  /** Noun for one document: `policy`. */
  noun: string
  /** Says what visitors see without documents. */
  empty?: string
}

/** Fields of documents with a title each. */
export function TitledDocumentList({
  list,
  noun,
  empty = 'Visitors see “Nothing has been published here yet.”',
}: TitledDocumentListProps) {
  return (
    <EntryList
      list={list}
      noun={noun}
      empty={empty}
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

interface YearlyDocumentListProps<Document extends YearlyDocument> {
  list: FieldMetadata<Document[]>
  /** Noun for one document: `annual return`. */
  noun: string
  fieldsOf: (document: FieldMetadata<Document>) => Record<keyof YearlyDocument, FieldMetadata<string>>
  /** A further field of a document, beside its year. */
  children?: (document: FieldMetadata<Document>) => ReactNode
}

/** Documents that appear once a year. */
export function YearlyDocumentList<Document extends YearlyDocument>(props: YearlyDocumentListProps<Document>) {
  const { list, noun, fieldsOf, children } = props
  return (
    <EntryList
      list={list}
      noun={noun}
      addsAtTop
      empty="Visitors see “Nothing has been published here yet.”"
      summarise={(document) => {
        const { year, title } = fieldsOf(document)
        return { title: year.value, note: title.value ?? '' }
      }}
    >
      {(document) => {
        const fields = fieldsOf(document)
        return (
          <>
            <HiddenField field={fields._id} />
            <div className="two">
              <TextField field={fields.year} help="As visitors see it, for example 2024-25 or 2025" />
              {children?.(document)}
            </div>
            <DocumentFields fields={fields} />
          </>
        )
      }}
    </EntryList>
  )
}
