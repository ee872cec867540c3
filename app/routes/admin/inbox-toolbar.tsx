import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/ui/icon.tsx'
import { inboxHref, type InboxView } from './inbox-address.ts'

interface InboxToolbarProps {
  view: InboxView
  unreadCount: number
  deletedCount: number
}

/** Which messages the inbox shows: all, the unread or the deleted ones, and those that hold certain words. */
export function InboxToolbar({ view, unreadCount, deletedCount }: InboxToolbarProps) {
  const { show, query } = view
  const tabs = [
    { show: 'all', label: 'All', count: 0 },
    { show: 'unread', label: 'Unread', count: unreadCount },
    { show: 'deleted', label: 'Deleted', count: deletedCount },
  ] as const
  return (
    <div className="inbox-bar">
      <nav className="inbox-bar__tabs" aria-label="Messages to show">
        {tabs.map((tab) => (
          <Link
            key={tab.show}
            to={inboxHref({ show: tab.show, query })}
            aria-current={tab.show === show ? 'page' : undefined}
          >
            {tab.label} {tab.count > 0 && <span>{tab.count.toLocaleString('en')}</span>}
          </Link>
        ))}
      </nav>
      <Form className="inbox-bar__search field" role="search" aria-label="Messages" action="/admin/inbox">
        {show !== 'all' && <input type="hidden" name="show" value={show} />}
        <label className="vh" htmlFor="inbox-query">
          Search messages
        </label>
        {/* The key empties the field when the search is taken back by a link. */}
        <input
          key={query}
          id="inbox-query"
          type="search"
          name="q"
          defaultValue={query}
          placeholder="Name, e-mail, mobile, text"
          maxLength={200}
        />
        <button className="btn">Search</button>
        {query !== '' && (
          <Link className="btn btn--ghost" to={inboxHref({ show })}>
            <Icon name="close" />
            Clear
          </Link>
        )}
      </Form>
    </div>
  )
}
