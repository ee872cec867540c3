import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { PENDING_UPLOAD } from './form-envelope.ts'
import { countOf } from './format.ts'
import { AddButton, ListError, MoveButtons, RemoveButton } from './list-field.tsx'
import { Thumbnail } from './thumbnail.tsx'

interface EntrySummary {
  title: string | undefined
  /** Second, quieter piece of text: an address, say. */
  note?: string
  /** File name of the entry's image. */
  image: string
}

interface EntryListProps<Entry extends Record<string, unknown>> {
  list: FieldMetadata<Entry[]>
  /** What one entry is called: `product`. */
  noun: string
  /** Words of the button that adds one, where the usual ones do not fit. */
  addLabel?: string
  /** Gives each row a button that saves the section. */
  ownUpdate?: boolean
  /** Never fewer entries than this. */
  min?: number
  /** What the closed row shows. */
  summarise: (entry: FieldMetadata<Entry>) => EntrySummary
  /** The fields of an open row. */
  children: (entry: FieldMetadata<Entry>) => ReactNode
}

/** A list of records as rows that open, with buttons to move, remove and add them. */
export function EntryList<Entry extends Record<string, unknown>>(props: EntryListProps<Entry>) {
  const { list, noun, addLabel = `Add ${noun}` } = props
  const entries = list.getFieldList()
  return (
    <>
      <ListError field={list} />
      <ol className="items">
        {entries.map((entry, index) => (
          <EntryRow key={entry.key ?? entry.name} {...props} entry={entry} index={index} count={entries.length} />
        ))}
      </ol>
      <AddButton list={list.name}>{addLabel}</AddButton>
    </>
  )
}

type EntryRowProps<Entry extends Record<string, unknown>> = EntryListProps<Entry> & {
  entry: FieldMetadata<Entry>
  index: number
  count: number
}

function EntryRow<Entry extends Record<string, unknown>>(props: EntryRowProps<Entry>) {
  const { list, noun, ownUpdate = false, min = 0, summarise, children, entry, index, count } = props
  const { title, note, image } = summarise(entry)
  const name = title || `New ${noun}`
  const errorCount = Object.keys(entry.allErrors).length
  const isNew = entry.initialValue === undefined
  return (
    <li className="item">
      <details open={errorCount > 0 || isNew}>
        <summary>
          {/* What is chosen but not sent yet has no picture under an address. */}
          <Thumbnail className="item__thumb" file={image === PENDING_UPLOAD ? '' : image} />
          <span className="item__title">
            {name}
            {errorCount > 0 && <span className="chip chip--bad">{countOf(errorCount, 'error')}</span>}
          </span>
          <span className="item__path">{note}</span>
          <Icon className="item__chev" name="down" />
        </summary>
        <div className="item__edit">
          {children(entry)}
          <div className="item__foot">
            {count > min && (
              <RemoveButton list={list.name} index={index}>
                {`Remove ${noun}`}
              </RemoveButton>
            )}
            {ownUpdate && (
              <button className="btn" name="intent" value="save">
                Update <span className="vh">{name}</span>
              </button>
            )}
          </div>
        </div>
      </details>
      <MoveButtons list={list.name} index={index} count={count} title={name} />
    </li>
  )
}
