import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { Icon } from '#app/ui/icon.tsx'
import { AddButton, ListError, MoveButtons } from './list-field.tsx'
import { TextAreaField, TextField } from './text-fields.tsx'

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
  const form = useFormMetadata()
  const entries = list.getFieldList()
  return (
    <>
      <ListError field={list} />
      {entries.length === 0 && <p className="items__empty">No {label.toLowerCase()} yet</p>}
      <ol className="items">
        {entries.map((entry, index) => (
          <li className="item item--plain" key={entry.key ?? entry.name}>
            {rows === 1 ? (
              <TextField field={entry} label={`${label} ${index + 1}`} />
            ) : (
              <TextAreaField field={entry} label={`${label} ${index + 1}`} rows={rows} />
            )}
            <MoveButtons list={list.name} index={index} count={entries.length} title={`${label} ${index + 1}`}>
              {!fixed && (
                <button className="iconbtn" {...form.remove.getButtonProps({ name: list.name, index })}>
                  <Icon name="trash" />
                  <span className="vh">{`Remove ${label} ${index + 1}`}</span>
                </button>
              )}
            </MoveButtons>
          </li>
        ))}
      </ol>
      {!fixed && <AddButton list={list.name}>{`Add ${label.toLowerCase()}`}</AddButton>}
    </>
  )
}
