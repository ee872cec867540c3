import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'

/** What the closed row of an entry shows. */
export interface EntrySummary {
  title: string | undefined
  /** Second, quieter piece of text: an address, say. */
  note?: string
  /** File name of the entry's image; left out where entries have none. */
  image?: string
}

export interface EntryListProps<Entry extends Record<string, unknown>> {
  list: FieldMetadata<Entry[]>
  /** What one entry is called: `product`. */
  noun: string
  /** Words of the button that adds one, where the usual ones do not fit. */
  addLabel?: string
  /** True where visitors see the first entry first: a new one goes to the top, and so does the button that adds it. */
  newestFirst?: boolean
  /** Gives each row a button that saves the section. */
  ownUpdate?: boolean
  /** Never fewer entries than this. */
  min?: number
  /** Said where there is no entry: what visitors see then, or what an entry is for. */
  empty?: string
  /** What the closed row shows. */
  summarise: (entry: FieldMetadata<Entry>) => EntrySummary
  /** The fields of an open row. */
  children: (entry: FieldMetadata<Entry>) => ReactNode
}
