import type { FieldMetadata } from '@conform-to/react'
import { AddButton, ListError, MoveButtons, RemoveButton, rowId } from './list-field.tsx'
import { TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'
import { useListFocus } from '#app/editing/form/use-list-focus.ts'

interface TextListProps {
  list: FieldMetadata<string[]>
  /** What one entry is called: `Description`. */
  label: string
  /** True for a list of a fixed length: entries can be moved and changed, not added or removed. */
  fixed?: boolean
  /** Rows of each field; 1 where an entry has to stay on one line. */
  rows?: number
}

/** A list of texts, each in a field of its own. */
export function TextList({ list, label, fixed = false, rows = 2 }: TextListProps) {
  const entries = list.getFieldList()
  const { listRef, addRef } = useListFocus<HTMLOListElement>(entries.map(({ key }) => key))
  return (
    <>
      <ListError field={list} />
      {entries.length === 0 && <p className="items__empty">No {label.toLowerCase()} yet</p>}
      <ol className="items" ref={listRef}>
        {entries.map((entry, index) => (
          <li className="item item--plain" id={rowId(entry.id)} key={entry.key ?? entry.name}>
            {rows === 1 ? (
              <TextField field={entry} label={`${label} ${index + 1}`} />
            ) : (
              <TextAreaField field={entry} label={`${label} ${index + 1}`} rows={rows} />
            )}
            <MoveButtons list={list.name} index={index} count={entries.length} title={`${label} ${index + 1}`}>
              {!fixed && (
                <RemoveButton list={list.name} index={index}>
                  {`Remove ${label} ${index + 1}`}
                </RemoveButton>
              )}
            </MoveButtons>
          </li>
        ))}
      </ol>
      {!fixed && (
        <AddButton list={list.name} at={entries.length} buttonRef={addRef}>{`Add ${label.toLowerCase()}`}</AddButton>
      )}
    </>
  )
}
