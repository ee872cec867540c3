import type { FieldMetadata } from '@conform-to/react'
import { EntryList } from './entry-list.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'

interface TitledTextFields {
  /** Left out where the entries have none. */
  _id?: FieldMetadata<string>
  title: FieldMetadata<string>
  text: FieldMetadata<string>
}

interface TitledTextListProps<Entry extends Record<string, unknown>> {
  list: FieldMetadata<Entry[]>
  /** What one entry is called: `step`. */
  noun: string
  /** Which of an entry's fields are its title and its text. */
  fieldsOf: (entry: FieldMetadata<Entry>) => TitledTextFields
  textLabel?: string
  /** Rows of the text. */
  rows?: number
  /** Never fewer entries than this. */
  min?: number
  /** Said where there is no entry. */
  empty?: string
}

/** A list of short texts, each with a title: values, steps, chapters, paragraphs. */
export function TitledTextList<Entry extends Record<string, unknown>>({
  fieldsOf,
  textLabel = 'Text',
  rows = 3,
  ...list
}: TitledTextListProps<Entry>) {
  return (
    <EntryList
      {...list}
      summarise={(entry) => {
        const { title, text } = fieldsOf(entry)
        return { title: title.value, note: text.value ?? '' }
      }}
    >
      {(entry) => {
        const { _id, title, text } = fieldsOf(entry)
        return (
          <>
            {_id && <HiddenField field={_id} />}
            <TextField field={title} label="Title" />
            <TextAreaField field={text} label={textLabel} rows={rows} />
          </>
        )
      }}
    </EntryList>
  )
}
