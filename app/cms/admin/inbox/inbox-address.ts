import { listHref, readChoice, readPage, readQuery } from '#app/cms/platform/http/list-query.ts'
import { SHOWS, type Show } from '#app/cms/inbox/find-messages.ts'
import { MESSAGE_STATE_IDS, type MessageState } from '#app/cms/inbox/message-handling.ts'

/** Messages on a page of the inbox, and the most messages that can be chosen at once. */
export const PAGE_SIZE = 50

/**
 * The part of the inbox that is shown. The address contains it, so that it stays the same when a message is opened or
 * deleted.
 */
export interface InboxView {
  show: Show
  query: string
  /** As of a `MessageFilter`; '' for all. */
  state: MessageState | 'late' | ''
  kind: string
  person: string
  /** Number of the page, from 1. */
  page: number
}

/** The view of `?show=`, `?q=`, `?state=`, `?kind=`, `?person=` and `?page=`. Invalid values are ignored. */
export function readInboxView(search: URLSearchParams): InboxView {
  return {
    show: readChoice(search, 'show', SHOWS),
    query: readQuery(search),
    state: readChoice(search, 'state', ['', ...MESSAGE_STATE_IDS, 'late']),
    kind: readId(search, 'kind'),
    person: readId(search, 'person'),
    page: readPage(search),
  }
}

const MAX_ID_LENGTH = 100

function readId(search: URLSearchParams, name: string) {
  return (search.get(name) ?? '').slice(0, MAX_ID_LENGTH)
}

/** True if something besides the words excludes messages. */
export function isFiltered({ state, kind, person }: InboxView): boolean {
  return state !== '' || kind !== '' || person !== ''
}

/** The most messages that “Delete all of these” deletes at once. Each deletion is a separate write. */
export const DELETE_ALL_SIZE = 1_000

/**
 * Address of the inbox, or of a page below it (`/delete`, `/<id>`), with `view` in its query. `isAll` means all
 * messages of the view, on all its pages.
 */
export function inboxHref(
  { show, query, state, kind, person, page }: Partial<InboxView> = {},
  below = '',
  ids: readonly string[] = [],
  { isAll = false } = {},
) {
  const address = listHref(`/admin/inbox${below}`, {
    show: show === 'all' ? undefined : show,
    q: query,
    state,
    kind,
    person,
    page,
    all: isAll ? 1 : undefined,
  })
  const chosen = ids.map((id) => `id=${encodeURIComponent(id)}`).join('&')
  if (chosen === '') return address
  return `${address}${address.includes('?') ? '&' : '?'}${chosen}`
}
