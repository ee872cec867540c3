import { useField, useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useState, type ReactNode } from 'react'
import { type EntryListProps, EntryRow, type EntrySummary } from './entry-row.tsx'
import { AddButton, ListError, useListFocus } from './list-controls.tsx'
import { PasteRows } from './paste-rows.tsx'
import { useDragOrder } from './drag-order.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { foldText } from '#app/cms/platform/format/fold-text.ts'

/** A list with more entries gets a filter, a position field for each entry, and a second add button. */
const LONG_LIST = 10

/**
 * A list of records as rows that can be opened, moved, removed and added. With JavaScript only rows that were opened
 * render their fields, and each row subscribes only to its own values: lists of hundreds of entries remain fast.
 */
export function EntryList<Entry extends Record<string, unknown>>(props: EntryListProps<Entry>) {
  const { list, noun, addLabel = `Add ${noun}`, empty = `No ${noun} yet`, addsAtTop = false, pastes, summarise } = props
  const form = useFormMetadata()
  // Subscribes here: a subscription in the page around the list would re-render every row.
  const [own] = useField<Entry[]>(list.name, { formId: list.formId })
  const [filter, setFilter] = useState('')
  const entries = own.getFieldList()
  const isLong = entries.length > LONG_LIST
  const isShown = (entry: FieldMetadata<Entry>) => !isLong || filter === '' || matchesFilter(filter, summarise(entry))
  const shown = entries.map(isShown)
  const { listRef, addRef, statusRef } = useListFocus<HTMLOListElement>(entries.map(({ key }) => key))
  const addButton = (
    <AddButton list={list.name} count={entries.length} at={addsAtTop ? 0 : entries.length} buttonRef={addRef}>
      {addLabel}
    </AddButton>
  )
  const { listProps, announcement } = useDragOrder((from, to) => {
    form.reorder({ name: list.name, from, to })
  })
  return (
    <>
      <ListError field={own} />
      {entries.length === 0 && <p className="items__empty">{empty}</p>}
      {isLong && (
        <EntryFilter noun={noun} count={entries.length} shown={shown.filter(Boolean).length} onChange={setFilter}>
          {addsAtTop ? (
            addButton
          ) : (
            <AddButton list={list.name} count={entries.length}>
              {addLabel}
            </AddButton>
          )}
        </EntryFilter>
      )}
      {addsAtTop && !isLong && addButton}
      <ol className="items" ref={listRef} {...listProps}>
        {entries.map((entry, index) => (
          <EntryRow
            key={entry.key ?? entry.name}
            {...props}
            name={entry.name}
            index={index}
            count={entries.length}
            isLong={isLong}
            isHidden={shown[index] === false}
          />
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <p className="visually-hidden" role="status" ref={statusRef} />
      {!addsAtTop && addButton}
      {pastes && <PasteRows list={list} noun={noun} />}
    </>
  )
}

interface EntryFilterProps {
  noun: string
  count: number
  /** Number of entries that match the filter. */
  shown: number
  onChange: (filter: string) => void
  /** Further controls beside it. */
  children: ReactNode
}

/** Head of a long list: the number of entries, a filter field with JavaScript, and further controls. */
function EntryFilter({ noun, count, shown, onChange, children }: EntryFilterProps) {
  const isHydrated = useHydrated()
  return (
    <div className="items__head">
      {isHydrated && (
        <span className="items__filter">
          <Icon name="search" />
          <input
            type="search"
            // Belongs to no form: Enter does not save, and the text is not sent.
            form=""
            aria-label={`Filter by title, ${countOf(count, noun)}`}
            placeholder="Filter by title"
            onChange={(event) => {
              onChange(event.currentTarget.value.trim())
            }}
          />
        </span>
      )}
      <p role="status">{shown === count ? countOf(count, noun) : `${shown} of ${countOf(count, noun)}`}</p>
      {children}
    </div>
  )
}

/** True if every word of the filter occurs in the text of the closed row. */
function matchesFilter(filter: string, { title, note }: EntrySummary): boolean {
  const text = foldText(`${title ?? ''} ${note ?? ''}`)
  return foldText(filter)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

interface TitledTextFields {
  /** Omitted if the entries have no `_id`. */
  _id?: FieldMetadata<string>
  title: FieldMetadata<string>
  text: FieldMetadata<string>
}

interface TitledTextListProps<Entry extends Record<string, unknown>> {
  list: FieldMetadata<Entry[]>
  /** Noun for one entry: `step`. */
  noun: string
  /** Returns the title field and the text field of an entry. */
  fieldsOf: (entry: FieldMetadata<Entry>) => TitledTextFields
  /** Height of the text field, in rows. */
  rows?: number
  min?: number
  /** Shown if the list is empty. */
  empty?: string
}

/** A list of short texts, each with a title: values, steps, chapters, paragraphs. */
export function TitledTextList<Entry extends Record<string, unknown>>({
  fieldsOf,
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
            <TextField field={title} />
            <TextAreaField field={text} rows={rows} />
          </>
        )
      }}
    </EntryList>
  )
}
