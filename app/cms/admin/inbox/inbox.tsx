import type { MetaFunction } from '@remix-run/node'
import { Form, Link, Outlet, useLoaderData, useMatch } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { countOf, spanOfDays } from '#app/cms/platform/format/words.ts'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { Pager } from '#app/cms/editing/ui/list-toolbar.tsx'
import { useFocusReturn } from '#app/cms/editing/ui/focus.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { inboxIntents } from './inbox-intents.ts'
import { SPAM_LIMITS } from '#app/cms/inbox/folder/inbox-limits.ts'
import { MESSAGE_DAYS } from '#app/cms/platform/message-days.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { inboxHref, isFiltered, PAGE_SIZE, type InboxView } from './inbox-address.ts'
import { InboxFilters } from './inbox-filters.tsx'
import { DELETE_BUTTON_ID, InboxList } from './inbox-list.tsx'
import { inboxAction, inboxLoader } from './inbox.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = inboxLoader
export const action = inboxAction

export const meta: MetaFunction = () => adminMeta('Inbox')

/** The messages of the contact form. The question whether to delete opens over the list. */
export default function InboxPage() {
  const { view, rows, people, seenAt, total, fillProblem, damagedFiles, withdrawn, spamDays, ...counts } =
    useLoaderData<typeof loader>()
  const { unreadCount } = counts
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
          <InboxFilters view={view} isEmpty={rows.length === 0} {...counts} />
          {fillProblem !== undefined && (
            <div className="status status--note inbox-note">
              <Icon name="alert" />
              <p>
                <b>{fillProblem}</b>
              </p>
            </div>
          )}
          {withdrawn.messages.length > 0 && <Withdrawn {...withdrawn} />}
          {damagedFiles.length > 0 && <DamagedFiles files={damagedFiles} />}
          {view.show === 'spam' && (
            <p className="hint">
              In these messages a field was filled in that only programs see. You get no mail about them. They are kept
              for {spanOfDays(spamDays)} from their arrival, then removed automatically. If there are{' '}
              {SPAM_LIMITS.messages.toLocaleString('en')} of them, new ones are refused.
            </p>
          )}
          {rows.length === 0 ? (
            <EmptyInbox view={view} spamCount={counts.spamCount} />
          ) : (
            <InboxList {...{ view, rows, people, seenAt }} />
          )}
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

const NAMED_WITHDRAWN = 5

/** What visitors have withdrawn lately. */
function Withdrawn({ days, messages }: { days: number; messages: readonly string[] }) {
  return (
    <div className="status status--note inbox-note">
      <Icon name="shield" />
      <p>
        <b>
          {countOf(messages.length, 'message')} withdrawn in the last {days} days
        </b>{' '}
        <span>
          {messages.slice(0, NAMED_WITHDRAWN).join('; ')}
          {messages.length > NAMED_WITHDRAWN && ` and ${messages.length - NAMED_WITHDRAWN} more`}. Do not answer or use
          them any more, and delete their mails. The reference is at the end of each mail.
        </span>
      </p>
    </div>
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
  spam: { title: 'No suspected spam', text: 'Messages that programs have probably sent appear here.' },
  deleted: {
    title: 'No deleted messages',
    text: `Deleted messages stay here until they have been kept for ${spanOfDays(MESSAGE_DAYS.least)}. Until then you can restore them.`,
  },
}

function EmptyInbox({ view, spamCount }: { view: InboxView; spamCount: number }) {
  const { show, query } = view
  if (isFiltered(view)) return <Empty title="No messages match">Choose fewer filters.</Empty>
  if (query === '') {
    if (show === 'all' && spamCount > 0) {
      return (
        <Empty title="Only suspected spam so far">
          <Link to={inboxHref({ ...view, show: 'spam', page: 1 })}>{countOf(spamCount, 'message')}</Link> looked like
          the work of a program. Check {spamCount === 1 ? 'it' : 'them'} from time to time: a person may be among them.
        </Empty>
      )
    }
    return <Empty title={EMPTY[show].title}>{EMPTY[show].text}</Empty>
  }
  return (
    <Empty title={`No message matches “${query}”`}>
      Every word must occur in the name, the e-mail address, the mobile number or the text.
    </Empty>
  )
}
