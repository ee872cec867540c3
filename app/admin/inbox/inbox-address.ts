import type { Show } from '#app/inbox/find-messages.ts'

/** Messages on a page of the inbox. As many can be chosen at once. */
export const PAGE_SIZE = 50

/** The part of the inbox that is shown. Kept in the address, so that it outlasts opening a message and deleting one. */
export interface InboxView {
  show: Show
  query: string
  /** From 1. */
  page: number
}

const QUERY_LIMIT = 200

/** What `?show=`, `?q=` and `?page=` ask for; whatever makes no sense is as if it were not there. */
export function readInboxView(searchParams: URLSearchParams): InboxView {
  const show = searchParams.get('show')
  const page = Number(searchParams.get('page') ?? 1)
  return {
    show: show === 'unread' || show === 'deleted' ? show : 'all',
    query: (searchParams.get('q') ?? '').trim().slice(0, QUERY_LIMIT),
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, 10_000) : 1,
  }
}

/** So many messages are deleted by one press of "Delete all": each is a write of its own. */
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
  const search = new URLSearchParams([
    ...(show !== undefined && show !== 'all' ? [['show', show]] : []),
    ...(query ? [['q', query]] : []),
    ...(page !== undefined && page > 1 ? [['page', String(page)]] : []),
    ...(isAll ? [['all', '1']] : []),
    ...ids.map((id) => ['id', id]),
  ]).toString()
  return `/admin/inbox${below}${search === '' ? '' : `?${search}`}`
}
