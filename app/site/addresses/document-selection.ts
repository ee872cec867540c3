/** The names of a selection in the query of an address. */
export const SELECTION_QUERIES = ['fy', 'quarter', 'kind', 'q'] as const
type SelectionQuery = (typeof SELECTION_QUERIES)[number]

/** What a visitor looks for. Every text may be empty: then it excludes nothing. A value that no document has finds none. */
export type DocumentSelection = Record<SelectionQuery, string>

export const NOTHING_CHOSEN: DocumentSelection = { fy: '', quarter: '', kind: '', q: '' }

/** Address of the page with all documents. */
export const REGISTER_PAGE = '/investors/documents'
/** The fragment of what was found, below the form. */
export const FOUND = '#documents'

/** The feed of the documents. */
export const REGISTER_FEED = `${REGISTER_PAGE}.xml`

/** Longer values are cut. */
const MAX_VALUE_LENGTH = 100

/** The selection of a query. */
export function selectionOf(query: URLSearchParams): DocumentSelection {
  const value = (name: SelectionQuery) => (query.get(name) ?? '').trim().slice(0, MAX_VALUE_LENGTH)
  return { fy: value('fy'), quarter: value('quarter'), kind: value('kind'), q: value('q') }
}

/** The query of a selection with `?`, '' if it excludes nothing. Pages count from 1. */
export function queryOf(selection: DocumentSelection, page = 1): string {
  const query = new URLSearchParams(
    SELECTION_QUERIES.flatMap((name) => (selection[name] ? [[name, selection[name]]] : [])),
  )
  if (page > 1) query.set('page', String(page))
  return query.size === 0 ? '' : `?${query.toString()}`
}
