/** A list that staff edit entry by entry, and the query of its pages. */
export interface ListAddress {
  /** Id of its section. */
  id: string
  /** Where an entry is edited: see `EntryScreens`. */
  editsIn: 'dialog' | 'row'
  /** Query of the pages, so that their links stay within a draft or a release: `?draft=yes`. */
  search: string
}

export function listAddress({ id, search }: Pick<ListAddress, 'id' | 'search'>): string {
  return `/admin/${id}${search}`
}

/** Address of the screen that edits an entry; `new` for the one that adds an entry. */
export function editHref({ id, editsIn, search }: ListAddress, entryId: string): string {
  return withSearch(editsIn === 'row' ? `/admin/${id}?edit=${entryId}` : `/admin/${id}/${entryId}`, search)
}

/** Address of the page that asks whether to delete an entry. */
export function deleteHref({ id, editsIn, search }: ListAddress, entryId: string): string {
  const address = editsIn === 'row' ? `/admin/${id}?delete=${entryId}` : `/admin/${id}/${entryId}?confirm=delete`
  return withSearch(address, search)
}

/** `id` of the link that opens an entry; `new` for the one that adds an entry. */
export function editLinkId(entryId: string): string {
  return `edit-${entryId}`
}

/** `id` of the link that asks whether to delete an entry. */
export function deleteLinkId(entryId: string): string {
  return `delete-${entryId}`
}

export function withSearch(href: string, search: string): string {
  return href.includes('?') ? href + search.replace('?', '&') : href + search
}
