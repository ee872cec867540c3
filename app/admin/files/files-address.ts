/** What the files screen shows, as its address says: `/admin/files?kind=document&q=report&page=2`. */
export interface FilesView {
  kind: FilesKind
  query: string
  /** From 1. */
  page: number
}

export const FILES_KINDS = ['image', 'document', 'deleted'] as const
export type FilesKind = (typeof FILES_KINDS)[number]

export const FILES_PAGE = '/admin/files'

const MAX_QUERY_LENGTH = 100

/** Reads the address; whatever it does not say rightly is as if it were left out. */
export function readFilesView(search: URLSearchParams): FilesView {
  const page = Number(search.get('page') ?? 1)
  return {
    kind: FILES_KINDS.find((kind) => kind === search.get('kind')) ?? 'image',
    query: (search.get('q') ?? '').slice(0, MAX_QUERY_LENGTH),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a view; with `deleting` it asks whether to delete that file. */
export function filesHref({ kind, query = '', page = 1, deleting }: Partial<FilesView> & { deleting?: string }) {
  const search = new URLSearchParams()
  if (kind !== undefined && kind !== 'image') search.set('kind', kind)
  if (query !== '') search.set('q', query)
  if (page > 1) search.set('page', String(page))
  if (deleting !== undefined) search.set('delete', deleting)
  return search.size === 0 ? FILES_PAGE : `${FILES_PAGE}?${search.toString()}`
}
