import type { MetaFunction } from '@remix-run/node'
import { Form, Link, Outlet, useLoaderData, useMatch } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { ChooseAll } from '#app/cms/editing/ui/choose-all.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { Pager, ListToolbar } from '#app/cms/editing/ui/list-toolbar.tsx'
import { useFocusReturn } from '#app/cms/editing/ui/focus.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { inboxIntents } from './inbox-intents.ts'
import { SPAM_LIMITS } from '#app/cms/inbox/inbox-limits.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { inboxHref, PAGE_SIZE, type InboxView } from './inbox-address.ts'
import { inboxAction, inboxLoader, type MessageRow } from './inbox.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = inboxLoader
export const action = inboxAction

export const meta: MetaFunction = () => adminMeta('Inbox')

/** The messages of the contact form. The question whether to delete opens over the list. */
export default function InboxPage() {
  const { view, rows, total, unreadCount, spamCount, deletedCount, fillProblem, damagedFiles } =
    useLoaderData<typeof loader>()
  const isAsking = useMatch('/admin/inbox/delete') !== null
  const isHydrated = useHydrated()
  useFocusReturn(isAsking ? DELETE_BUTTON_ID : undefined)
  return (
    <>
      {/* Without a script the question is shown on its own page. */}
      {(!isAsking || isHydrated) && (
        <>
          <PageHead
            title="Inbox"
            action={
              // A full page load: the response is a file.
              <a className="btn" href={inboxHref({ ...view, page: 1 }, '/messages.csv')}>
                <Icon name="download" />
                Download as CSV
              </a>
            }
          >
            Messages of the contact form, {unreadCount === 0 ? 'all read' : countOf(unreadCount, 'unread', 'unread')}
          </PageHead>
          <InboxToolbar view={view} unreadCount={unreadCount} spamCount={spamCount} deletedCount={deletedCount} />
          {fillProblem !== undefined && (
            <div className="status status--note inbox-note">
              <Icon name="alert" />
              <p>
                <b>{fillProblem}</b>
              </p>
            </div>
          )}
          {damagedFiles.length > 0 && <DamagedFiles files={damagedFiles} />}
          {view.show === 'spam' && (
            <p className="hint">
              In these messages a field was filled in that only programs see. You get no mail about them. They are kept
              for {MESSAGE_DAYS.least} days from their arrival, then they go by themselves. If there are{' '}
              {SPAM_LIMITS.messages.toLocaleString('en')} of them, new ones are refused.
            </p>
          )}
          {rows.length === 0 ? <EmptyInbox view={view} /> : <InboxList view={view} rows={rows} />}
          {total > rows.length && (
            <p className="inbox-all">
              <Link className="btn" to={inboxHref(view, '/delete', [], { isAll: true })}>
                <Icon name="trash" />
                {view.show === 'deleted' ? 'Delete all of these permanently' : 'Delete all of these'}
              </Link>
            </p>
          )}
          <Pager
            page={view.page}
            pageSize={PAGE_SIZE}
            total={total}
            href={(page) => inboxHref({ ...view, page })}
            previous="Newer"
            next="Older"
          />
        </>
      )}
      <Outlet />
    </>
  )
}

/** The message files that cannot be read. They take up space in the inbox until they are moved out. */
function DamagedFiles({ files }: { files: readonly string[] }) {
  return (
    <div className="status status--note inbox-note">
      <Icon name="alert" />
      <p>
        <b>{countOf(files.length, 'message')} cannot be read</b>{' '}
        <span>
          {files.slice(0, 5).join(', ')}
          {files.length > 5 && ` and ${files.length - 5} more`}
        </span>
      </p>
      <Form method="post" action="/admin/inbox" preventScrollReset>
        <button className="btn" name="intent" value={inboxIntents.quarantine}>
          Move out of the inbox
        </button>
      </Form>
    </div>
  )
}

const EMPTY: Record<InboxView['show'], { title: string; text: string }> = {
  all: { title: 'No messages yet', text: 'Messages from the form on the contact page appear here.' },
  unread: { title: 'No unread messages', text: 'All messages of visitors have been read.' },
  spam: { title: 'No suspected spam', text: 'Messages that were probably sent by programs appear here.' },
  deleted: {
    title: 'No deleted messages',
    text: `Deleted messages stay here until they have been kept for ${MESSAGE_DAYS.least} days. Until then you can restore them.`,
  },
}

function EmptyInbox({ view: { show, query } }: { view: InboxView }) {
  if (query === '') return <Empty title={EMPTY[show].title}>{EMPTY[show].text}</Empty>
  return (
    <Empty title={`No message matches “${query}”`}>
      Every word must occur in the name, the e-mail address, the mobile number or the text.
    </Empty>
  )
}

const DELETE_BUTTON_ID = 'delete-messages'

interface InboxListProps {
  view: InboxView
  rows: readonly MessageRow[]
}

/** One page of messages, with the buttons for the chosen ones. */
function InboxList({ view, rows }: InboxListProps) {
  const isHydrated = useHydrated()
  const isTrash = view.show === 'deleted'
  return (
    <Form method="post" action={inboxHref(view)} preventScrollReset>
      <div className="inbox-bulk" role="group" aria-label="Chosen messages">
        {isHydrated && <ChooseAll className="inbox-bulk__all" name="id" of="messages of this page" />}
        {isTrash ? (
          <button className="btn" name="intent" value={inboxIntents.restore}>
            <Icon name="undo" />
            Restore
          </button>
        ) : (
          <>
            {view.show === 'spam' && (
              <button className="btn" name="intent" value={inboxIntents.notSpam}>
                Not spam
              </button>
            )}
            <button className="btn" name="intent" value={inboxIntents.read}>
              <span>
                <span className="inbox-bulk__long">Mark as </span>read
              </span>
            </button>
            <button className="btn" name="intent" value={inboxIntents.unread}>
              <span>
                <span className="inbox-bulk__long">Mark as </span>unread
              </span>
            </button>
          </>
        )}
        <button className="btn btn--danger" id={DELETE_BUTTON_ID} formMethod="get" formAction="/admin/inbox/delete">
          <Icon name="trash" />
          {isTrash ? 'Delete permanently' : 'Delete'}
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
  spamCount: number
  deletedCount: number
}

/** Chooses which messages the inbox shows: all, unread ones, suspected spam or deleted ones, and only those that contain certain words. */
function InboxToolbar({ view: { show, query }, unreadCount, spamCount, deletedCount }: InboxToolbarProps) {
  const tabs = [
    { show: 'all', label: 'All' },
    { show: 'unread', label: 'Unread', count: unreadCount },
    { show: 'spam', label: 'Suspected spam', count: spamCount },
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
