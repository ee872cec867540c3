import { listHref, readChoice, readPage, readQuery } from '#app/cms/platform/http/list-query.ts'

/** The view of the files screen, as its address has it: `/admin/files?kind=document&q=report&page=2`. */
export interface FilesView {
  kind: FilesKind
  query: string
  /** Number of the page, from 1. */
  page: number
}

export const FILES_KINDS = ['image', 'document', 'staged', 'unused', 'deleted', 'housekeeping'] as const
type FilesKind = (typeof FILES_KINDS)[number]

export const FILES_PAGE = '/admin/files'

/** Reads the address. Invalid values are ignored. */
export function readFilesView(search: URLSearchParams): FilesView {
  return { kind: readChoice(search, 'kind', FILES_KINDS), query: readQuery(search), page: readPage(search) }
}

/** Files on a page of the list, and the most files that can be chosen at once. */
export const PAGE_SIZE = 24

/** The most files that “Move all to the trash” moves at once. */
export const MOVE_ALL_SIZE = 1_000

/**
 * The address of a view. With `deleting` it asks whether to delete that file, with `isMovingAll` whether to move all
 * unused files to the trash.
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

/** The address of the page that replaces a file everywhere, with the file that is to replace it. */
export function replaceHref(file: string, by?: string) {
  const query = new URLSearchParams({ file, ...(by !== undefined && { by }) })
  return `${FILES_PAGE}/replace?${query.toString()}`
}

/** The address of the page that sets the focus point of a picture. */
export function focusHref(file: string) {
  return `${FILES_PAGE}/focus?${new URLSearchParams({ file }).toString()}`
}
