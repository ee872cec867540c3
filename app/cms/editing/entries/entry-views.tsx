import { createContext, useContext, type ReactNode } from 'react'
import type { LoadSchema } from '#app/cms/editing/form/content-form.tsx'

/** An entry of a list. A new entry has only its `_id`. */
export interface EditedEntry {
  _id: string
  [field: string]: unknown
}

/** What the screens of a list that staff edit entry by entry show of its entries. */
export interface EntryViews<Entry extends { _id: string } = EditedEntry> {
  /** Describes the table for screen readers. */
  caption: string
  /** Where visitors see the entries: the rest of a sentence that starts with their number. */
  shown: ReactNode
  /** Shown instead of the table while there are no entries. */
  empty: ReactNode
  /** Shown below the table. */
  hint?: ReactNode
  columns: readonly EntryColumn<Entry>[]
  /** Heading of the column with the buttons. */
  actions: ReactNode
  /** Names an entry in the labels of its buttons, by its number from 1: `slide 2`. */
  nameOf(entry: Entry, number: number): string
  /** Shown in the question before an entry is deleted. Left out: its form is on the screen. */
  summaryOf?(entry: Entry): ReactNode
  /** Address of the page with the entry at this index, for the preview. Left out: that of the section. */
  pageOf?(index: number): string
}

interface EntryColumn<Entry extends { _id: string } = EditedEntry> {
  title: string
  /** Classes of the cells, and of the head of the column. */
  className?: string
  headClassName?: string
  /** True for the column that names the row. */
  isRowHeader?: boolean
  cell(entry: Entry, row: EntryRow): ReactNode
}

interface EntryRow {
  /** Address of the screen that edits the entry. */
  editHref: string
  change: LastChange | undefined
}

/** When and by whom an entry of a list was last added or changed. */
export interface LastChange {
  /** ISO 8601. */
  time: string
  /** The time in words. */
  when: string
  author: string
}

/** The form of an entry: its fields, and the schema that checks them. */
export interface EntryFields {
  Fields: () => ReactNode
  schema: LoadSchema
}

interface ProvidedViews {
  views: EntryViews
  fields: EntryFields | undefined
}

const EntryViewsContext = createContext<ProvidedViews | undefined>(undefined)

interface EntryViewsProviderProps<Entry extends { _id: string }> {
  views: EntryViews<Entry>
  /** The form of an entry, if it is shown in its row of the table. A dialog has a route of its own for the form. */
  fields?: EntryFields
  children: ReactNode
}

/** Provides the screens of a list with the views of its section. */
export function EntryViewsProvider<Entry extends { _id: string }>({
  views,
  fields,
  children,
}: EntryViewsProviderProps<Entry>) {
  return <EntryViewsContext.Provider value={{ views, fields }}>{children}</EntryViewsContext.Provider>
}

/** The views of the list that the screens show. */
export function useEntryViews(): ProvidedViews {
  const provided = useContext(EntryViewsContext)
  if (!provided) throw new Error('The route of this list provides no views')
  return provided
}
