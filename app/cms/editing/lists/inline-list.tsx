import { LegendContext } from '#app/cms/editing/fields/field-labels.ts'
import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import {
  AddButton,
  DuplicateButton,
  ListError,
  MoveButtons,
  RemoveButton,
  rowId,
  useListFocus,
} from './list-controls.tsx'
import { PasteRows } from './paste-rows.tsx'
import { useFieldLabel } from '#app/cms/editing/fields/field-labels.ts'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'

interface InlineListProps<Entry> {
  list: FieldMetadata<Entry[]>
  /** Noun for one entry: `key figure`. */
  noun: string
  /** Maximum number of entries. */
  max?: number
  /** Shown if the list is empty. */
  empty?: string
  /** False if no two entries may be equal: then there is no button that copies one. */
  canRepeat?: boolean
  /** True for entries of short texts: staff can paste rows from a spreadsheet. */
  pastes?: boolean
  /** The fields of an entry. `name` is its noun with its position: `Key figure 2`. */
  children: (entry: FieldMetadata<Entry>, name: string) => ReactNode
}

/** A list of small entries whose few fields are always visible, with buttons to move, remove and add entries. */
export function InlineList<Entry>({
  list,
  noun,
  max = Infinity,
  empty,
  canRepeat = true,
  pastes = false,
  children,
}: InlineListProps<Entry>) {
  const entries = list.getFieldList()
  const { listRef, addRef, statusRef } = useListFocus<HTMLOListElement>(entries.map(({ key }) => key))
  return (
    <>
      <ListError field={list} />
      {entries.length === 0 && <p className="items__empty">{empty ?? `No ${noun} yet`}</p>}
      <ol className="items" ref={listRef}>
        {entries.map((entry, index) => {
          const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`
          return (
            <li className="item item--plain" id={rowId(entry.id)} key={entry.key ?? entry.name}>
              <div className="item__fields" role="group" aria-label={name}>
                <LegendContext.Provider value="">{children(entry, name)}</LegendContext.Provider>
              </div>
              <MoveButtons list={list.name} index={index} count={entries.length} title={name}>
                {canRepeat && entries.length < max && (
                  <DuplicateButton list={list.name} index={index} count={entries.length}>
                    {`Duplicate ${name}`}
                  </DuplicateButton>
                )}
                <RemoveButton list={list.name} index={index}>
                  {`Remove ${name}`}
                </RemoveButton>
              </MoveButtons>
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status" ref={statusRef} />
      {entries.length < max && (
        <AddButton list={list.name} count={entries.length} buttonRef={addRef}>{`Add ${noun}`}</AddButton>
      )}
      {pastes && <PasteRows list={list} noun={noun} />}
    </>
  )
}

interface TextListProps {
  list: FieldMetadata<string[]>
  /** Name of one entry, `Description`; only if it differs from the label that the schema gives an entry. */
  label?: string
  /** True for a list of a fixed length: entries can be moved and changed, not added or removed. */
  fixed?: boolean
  /** Rows of each field; 1 if an entry must be on one line. */
  rows?: number
}

/** A list of texts, each in its own field. */
export function TextList({ list, fixed = false, rows = 2, ...props }: TextListProps) {
  const ownLabel = useFieldLabel(`${list.name}[0]`)
  const { label = ownLabel } = props
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
        <AddButton list={list.name} count={entries.length} buttonRef={addRef}>{`Add ${label.toLowerCase()}`}</AddButton>
      )}
    </>
  )
}
