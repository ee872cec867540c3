import { LegendContext } from '#app/cms/editing/fields/field-labels.ts'
import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode, RefObject } from 'react'
import { AddButton, DuplicateButton, ListError, MoveButtons, RemoveButton, useListFocus } from './list-controls.tsx'
import { PasteRows } from './paste-rows.tsx'
import { useFieldLabel } from '#app/cms/editing/fields/field-labels.ts'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { rowId } from '#app/cms/editing/ui/focus.ts'

/** What lists have in common whose entries show all their fields. */
export interface OpenListProps<Entry> {
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
}

interface InlineListProps<Entry> extends OpenListProps<Entry> {
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
          const name = nameOfEntry(noun, index)
          return (
            <li className="item item--plain" id={rowId(entry.id)} key={entry.key ?? entry.name}>
              <div className="item__fields" role="group" aria-label={name}>
                <LegendContext.Provider value="">{children(entry, name)}</LegendContext.Provider>
              </div>
              <EntryButtons
                {...{ name, index, list: list.name, count: entries.length }}
                canRepeat={canRepeat && entries.length < max}
              />
            </li>
          )
        })}
      </ol>
      <ListEnd {...{ list, noun, max, pastes, count: entries.length, addRef, statusRef }} />
    </>
  )
}

/** `Key figure 2` */
export function nameOfEntry(noun: string, index: number): string {
  return `${capitalized(noun)} ${index + 1}`
}

export function capitalized(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}

interface EntryButtonsProps {
  /** Name of the list in the form. */
  list: string
  index: number
  count: number
  /** Name of the entry in the labels of its buttons. */
  name: string
  canRepeat: boolean
}

/** The buttons of an entry that shows all its fields. */
export function EntryButtons({ name, canRepeat, ...place }: EntryButtonsProps) {
  return (
    <MoveButtons {...place} title={name}>
      {canRepeat && <DuplicateButton {...place}>{`Duplicate ${name}`}</DuplicateButton>}
      <RemoveButton list={place.list} index={place.index}>
        {`Remove ${name}`}
      </RemoveButton>
    </MoveButtons>
  )
}

interface ListEndProps<Entry> extends Pick<OpenListProps<Entry>, 'list' | 'noun'> {
  max: number
  pastes: boolean
  count: number
  addRef: RefObject<HTMLButtonElement>
  statusRef: RefObject<HTMLParagraphElement>
}

/** What is below the entries: what is said after a change, and what adds entries. */
export function ListEnd<Entry>({ list, noun, max, pastes, count, addRef, statusRef }: ListEndProps<Entry>) {
  return (
    <>
      <p className="visually-hidden" role="status" ref={statusRef} />
      {count < max && <AddButton list={list.name} count={count} buttonRef={addRef}>{`Add ${noun}`}</AddButton>}
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
      <ol className={rows === 1 ? 'items items--lines' : 'items'} ref={listRef}>
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
