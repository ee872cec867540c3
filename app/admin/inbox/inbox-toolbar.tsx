import { ListToolbar } from '#app/editing/ui/list-toolbar.tsx'
import { inboxHref, type InboxView } from './inbox-address.ts'

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
        kept: show === 'all' ? {} : { show },
        label: 'Search messages',
        placeholder: 'Name, e-mail, mobile, text',
        query,
        clearHref: inboxHref({ show }),
      }}
    />
  )
}
