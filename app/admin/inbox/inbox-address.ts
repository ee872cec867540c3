import { listHref, readChoice, readPage, readQuery } from '#app/http/list-address.ts'
import type { Show } from '#app/inbox/find-messages.ts'

/** Messages on a page of the inbox. As many can be chosen at once. */
export const PAGE_SIZE = 50

/** The part of the inbox that is shown. It is part of the address, so that it stays the same while a message is opened or deleted. */
export interface InboxView {
  show: Show
  query: string
  /** From 1. */
  page: number
}

/** The view that `?show=`, `?q=` and `?page=` ask for; invalid values count as absent. */
export function readInboxView(search: URLSearchParams): InboxView {
  return {
    show: readChoice(search, 'show', ['all', 'unread', 'deleted']),
    query: readQuery(search),
    page: readPage(search),
  }
}

/** Most messages that one press of “Delete all” deletes. Each is a write of its own. */
export const DELETE_ALL_SIZE = 1_000

/**
 * Address of the inbox, or of what lies below it (`/delete`, `/<id>`), that shows or leads back to `view`. `isAll` means all
 * messages of the view, on all its pages.
 */
export function inboxHref(
  { show, query, page }: Partial<InboxView> = {},
  below = '',
  ids: readonly string[] = [],
  { isAll = false } = {},
) {
  const address = listHref(`/admin/inbox${below}`, {
    show: show === 'all' ? undefined : show,
    q: query,
    page,
    all: isAll ? 1 : undefined,
  })
  const chosen = ids.map((id) => `id=${encodeURIComponent(id)}`).join('&')
  if (chosen === '') return address
  return `${address}${address.includes('?') ? '&' : '?'}${chosen}`
}
