import { listHref, readChoice, readPage, readQuery } from '#app/http/list-address.ts'

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

/** Reads the address; invalid values count as absent. */
export function readFilesView(search: URLSearchParams): FilesView {
  return { kind: readChoice(search, 'kind', FILES_KINDS), query: readQuery(search), page: readPage(search) }
}

/** The address of a view; with `deleting` it asks whether to delete that file. */
export function filesHref({ kind, query, page, deleting }: Partial<FilesView> & { deleting?: string }) {
  return listHref(FILES_PAGE, { kind: kind === 'image' ? undefined : kind, q: query, page, delete: deleting })
}
