import { useField, useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useState } from 'react'
import { EntryFilter, matchesFilter } from './entry-filter.tsx'
import type { EntryListProps } from './entry-list.types.ts'
import { EntryRow } from './entry-row.tsx'
import { AddButton, ListError } from './list-field.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { useListFocus } from '#app/editing/form/use-list-focus.ts'

/** A list with more entries gets a filter, a field for each entry's place and a second button to add. */
const LONG_LIST = 10

/**
 * A list of records as rows that open, to be moved, removed and added. With a script only the rows that were opened hold
 * their fields, and each row follows its own values alone: lists of hundreds of entries stay quick.
 */
export function EntryList<Entry extends Record<string, unknown>>(props: EntryListProps<Entry>) {
  const { list, noun, addLabel = `Add ${noun}`, empty = `No ${noun} yet`, newestFirst = false, summarise } = props
  const form = useFormMetadata()
  // Its own subscription: what the page around it follows would be followed by every row.
  const [own] = useField<Entry[]>(list.name, { formId: list.formId })
  const [filter, setFilter] = useState('')
  const entries = own.getFieldList()
  const isLong = entries.length > LONG_LIST
  const isShown = (entry: FieldMetadata<Entry>) => !isLong || filter === '' || matchesFilter(filter, summarise(entry))
  const shown = entries.map(isShown)
  const { listRef, addRef } = useListFocus<HTMLOListElement>(entries.map(({ key }) => key))
  const addButton = (
    <AddButton list={list.name} at={newestFirst ? 0 : entries.length} buttonRef={addRef}>
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
          {newestFirst ? (
            addButton
          ) : (
            <AddButton list={list.name} at={entries.length}>
              {addLabel}
            </AddButton>
          )}
        </EntryFilter>
      )}
      {newestFirst && !isLong && addButton}
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
      <p className="vh" role="status">
        {announcement}
      </p>
      {!newestFirst && addButton}
    </>
  )
}
