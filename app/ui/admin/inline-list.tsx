import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { AddButton, ListError, MoveButtons } from './list-field.tsx'

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
  const form = useFormMetadata()
  const entries = list.getFieldList()
  return (
    <>
      <ListError field={list} />
      {entries.length === 0 && <p className="items__empty">{empty ?? `No ${noun} yet`}</p>}
      <ol className="items">
        {entries.map((entry, index) => {
          const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`
          return (
            <li className="item item--plain" key={entry.key ?? entry.name}>
              <div className="item__fields" role="group" aria-label={name}>
                {children(entry, name)}
              </div>
              <MoveButtons list={list.name} index={index} count={entries.length} title={name}>
                <button className="iconbtn" {...form.remove.getButtonProps({ name: list.name, index })}>
                  <Icon name="trash" />
                  <span className="vh">{`Remove ${name}`}</span>
                </button>
              </MoveButtons>
            </li>
          )
        })}
      </ol>
      {entries.length < max && <AddButton list={list.name}>{`Add ${noun}`}</AddButton>}
    </>
  )
}
