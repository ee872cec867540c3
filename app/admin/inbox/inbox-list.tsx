import { Form, Link } from '@remix-run/react'
import { useRef } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { inboxHref, type InboxView } from './inbox-address.ts'
import type { MessageRow } from './inbox.server.ts'
import { ListToolbar } from '#app/editing/ui/list-toolbar.tsx'

export const DELETE_BUTTON_ID = 'delete-messages'

interface InboxListProps {
  view: InboxView
  rows: readonly MessageRow[]
}

/** One page of messages, with what can be done to those that are chosen. */
export function InboxList({ view, rows }: InboxListProps) {
  const ref = useRef<HTMLFormElement>(null)
  const isHydrated = useHydrated()
  const isTrash = view.show === 'deleted'
  return (
    <Form ref={ref} method="post" action={inboxHref(view)} preventScrollReset>
      <div className="inbox-bulk" role="group" aria-label="Chosen messages">
        {isHydrated && (
          <label className="inbox-bulk__all">
            <input
              type="checkbox"
              onChange={({ currentTarget: { checked } }) => {
                const boxes = ref.current?.querySelectorAll<HTMLInputElement>('input[name=id]') ?? []
                for (const box of boxes) box.checked = checked
              }}
            />
            All<span className="visually-hidden"> messages of this page</span>
          </label>
        )}
        {isTrash ? (
          <button className="btn" name="intent" value="restore">
            <Icon name="undo" />
            Restore
          </button>
        ) : (
          <>
            <button className="btn" name="intent" value="read">
              <span>
                <span className="inbox-bulk__long">Mark as </span>read
              </span>
            </button>
            <button className="btn" name="intent" value="unread">
              <span>
                <span className="inbox-bulk__long">Mark as </span>unread
              </span>
            </button>
          </>
        )}
        <button className="btn btn--danger" id={DELETE_BUTTON_ID} formMethod="get" formAction="/admin/inbox/delete">
          <Icon name="trash" />
          {isTrash ? 'Delete for good' : 'Delete'}
        </button>
      </div>
      {/* The button that asks whether to delete sends the form by GET, which replaces the query of the address. */}
      <input type="hidden" name="show" value={view.show} />
      <input type="hidden" name="q" value={view.query} />
      <input type="hidden" name="page" value={view.page} />
      <ul className="inbox">
        {rows.map((row) => (
          <InboxRow key={row.id} row={row} href={inboxHref(view, `/${row.id}`)} />
        ))}
      </ul>
    </Form>
  )
}

function InboxRow({ row, href }: { row: MessageRow; href: string }) {
  const { id, name, excerpt, receivedAt, when, unread, hasNoticeFailed } = row
  return (
    <li className={unread ? 'inbox__row inbox__row--unread' : 'inbox__row'}>
      <label className="inbox__choose">
        <input type="checkbox" name="id" value={id} />
        <span className="visually-hidden">Choose the message of {name}</span>
      </label>
      <Link className="inbox__name" to={href}>
        {unread && <span className="visually-hidden">Unread: </span>}
        {name}
      </Link>
      <p className="inbox__text">
        {hasNoticeFailed && <span className="chip chip--bad">Notice failed</span>} {excerpt}
      </p>
      <time className="inbox__time" dateTime={receivedAt}>
        {when}
      </time>
    </li>
  )
}

interface InboxToolbarProps {
  view: InboxView
  unreadCount: number
  deletedCount: number
}

/** Which messages the inbox shows: all, the unread or the deleted ones, and those that hold certain words. */
export function InboxToolbar({ view: { show, query }, unreadCount, deletedCount }: InboxToolbarProps) {
  const tabs = [
    { show: 'all', label: 'All' },
    { show: 'unread', label: 'Unread', count: unreadCount },
    { show: 'deleted', label: 'Deleted', count: deletedCount },
  ] as const
  return (
    <ListToolbar
      label="Messages to show"
      tabs={tabs.map((tab) => ({ ...tab, href: inboxHref({ show: tab.show, query }), isCurrent: tab.show === show }))}
      search={{
        action: '/admin/inbox',
        hidden: show === 'all' ? {} : { show },
        label: 'Search messages',
        placeholder: 'Name, e-mail, mobile, text',
        query,
        clearHref: inboxHref({ show }),
      }}
    />
  )
}
