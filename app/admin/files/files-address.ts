import { listHref, readChoice, readPage, readQuery } from '#app/http/list-address.ts'

/** What the files screen shows, as its address says: `/admin/files?kind=document&q=report&page=2`. */
export interface FilesView {
  kind: FilesKind
  query: string
  /** From 1. */
  page: number
}

export const FILES_KINDS = ['image', 'document', 'staged', 'unused', 'deleted', 'housekeeping'] as const
export type FilesKind = (typeof FILES_KINDS)[number]

export const FILES_PAGE = '/admin/files'

/** Reads the address; invalid values count as absent. */
export function readFilesView(search: URLSearchParams): FilesView {
  return { kind: readChoice(search, 'kind', FILES_KINDS), query: readQuery(search), page: readPage(search) }
}

/** Files on a page of the list. As many can be chosen at once. */
export const PAGE_SIZE = 48

/** Files that one press of “Move all to the trash” moves. */
export const MOVE_ALL_SIZE = 1_000

/**
 * The address of a view. With `deleting` it asks whether to delete that file, with `isMovingAll` whether to move all unused files
 * to the trash.
 */
export function filesHref({
  kind,
  query,
  page,
  deleting,
  isMovingAll = false,
}: Partial<FilesView> & { deleting?: string; isMovingAll?: boolean }) {
  return listHref(FILES_PAGE, {
    kind: kind === 'image' ? undefined : kind,
    q: query,
    page,
    delete: deleting,
    move: isMovingAll ? 'all' : undefined,
  })
}
