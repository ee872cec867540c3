import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { HiddenField, TextField } from '#app/editing/fields/text-fields.tsx'
import { DocumentFields } from './document-fields.tsx'
import type { YearlyDocument } from './yearly-document.ts'

interface YearlyDocumentListProps<Document extends YearlyDocument> {
  list: FieldMetadata<Document[]>
  /** What one document is called: `annual return`. */
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
      newestFirst
      empty="Visitors read: Nothing has been published here yet."
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
              <TextField field={fields.year} label="Year" help="As visitors read it: 2024-25, or 2025" />
              {children?.(document)}
            </div>
            <DocumentFields fields={fields} />
          </>
        )
      }}
    </EntryList>
  )
}
