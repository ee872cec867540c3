import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { AddButton, ListError, MoveButtons, RemoveButton, rowId } from './list-field.tsx'
import { useListFocus } from '#app/editing/form/use-list-focus.ts'

interface InlineListProps<Entry> {
  list: FieldMetadata<Entry[]>
  /** What one entry is called: `key figure`. */
  noun: string
  /** Never more entries than this. */
  max?: number
  /** Said where there is no entry. */
  empty?: string
  /** The fields of an entry. `name` is what it is called by its place: `Key figure 2`. */
  children: (entry: FieldMetadata<Entry>, name: string) => ReactNode
}

/** A list of small entries, each with its few fields in view, and buttons to move, remove and add them. */
export function InlineList<Entry>({ list, noun, max = Infinity, empty, children }: InlineListProps<Entry>) {
  const entries = list.getFieldList()
  const { listRef, addRef } = useListFocus<HTMLOListElement>(entries.map(({ key }) => key))
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
                {children(entry, name)}
              </div>
              <MoveButtons list={list.name} index={index} count={entries.length} title={name}>
                <RemoveButton list={list.name} index={index}>
                  {`Remove ${name}`}
                </RemoveButton>
              </MoveButtons>
            </li>
          )
        })}
      </ol>
      {entries.length < max && (
        <AddButton list={list.name} at={entries.length} buttonRef={addRef}>{`Add ${noun}`}</AddButton>
      )}
    </>
  )
}
