import type { MetaFunction } from '@remix-run/node'
import { Form, Link, Outlet, useLoaderData, useMatch } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { Pager } from '#app/editing/ui/list-toolbar.tsx'
import { useFocusReturn } from '#app/editing/ui/focus.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { inboxHref, PAGE_SIZE } from './inbox-address.ts'
import { DELETE_BUTTON_ID, InboxList, InboxToolbar } from './inbox-list.tsx'
import { inboxAction, inboxLoader } from './inbox.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = inboxLoader
export const action = inboxAction

export const meta: MetaFunction = () => adminMeta('Inbox')

/** What visitors have written with the contact form. The question whether to delete opens over it. */
export default function InboxPage() {
  const { view, rows, total, unreadCount, deletedCount, fillProblem, damagedFiles } = useLoaderData<typeof loader>()
  const isAsking = useMatch('/admin/inbox/delete') !== null
  const isHydrated = useHydrated()
  useFocusReturn(isAsking ? DELETE_BUTTON_ID : undefined)
  return (
    <>
      {/* Without a script the question is a page of its own. */}
      {(!isAsking || isHydrated) && (
        <>
          <PageHead
            title="Inbox"
            action={
              // A full page load: the response is a file.
              <a className="btn" href={inboxHref({ ...view, page: 1 }, '/messages.csv')} download>
                <Icon name="download" />
                Download as CSV
              </a>
            }
          >
            Messages of the contact form, {unreadCount === 0 ? 'all read' : countOf(unreadCount, 'unread', 'unread')}
          </PageHead>
          <InboxToolbar view={view} unreadCount={unreadCount} deletedCount={deletedCount} />
          {fillProblem !== undefined && (
            <div className="status status--note inbox-note">
              <Icon name="alert" />
              <p>
                <b>{fillProblem}</b>
              </p>
            </div>
          )}
          {damagedFiles.length > 0 && <DamagedFiles files={damagedFiles} />}
          {rows.length === 0 ? <EmptyInbox /> : <InboxList view={view} rows={rows} />}
          {total > rows.length && (
            <p className="inbox-all">
              <Link className="btn" to={inboxHref(view, '/delete', [], { isAll: true })}>
                <Icon name="trash" />
                {view.show === 'deleted' ? 'Delete all of these for good' : 'Delete all of these'}
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

/** Files of messages that cannot be read take room until they are set aside. */
function DamagedFiles({ files }: { files: readonly string[] }) {
  return (
    <div className="status status--note inbox-note">
      <Icon name="alert" />
      <p>
        <b>{countOf(files.length, 'message')} cannot be read</b>
        <span>
          {files.slice(0, 5).join(', ')}
          {files.length > 5 && ` and ${files.length - 5} more`}
        </span>
      </p>
      <Form method="post" action="/admin/inbox" preventScrollReset>
        <button className="btn" name="intent" value="set-aside">
          Move out of the inbox
        </button>
      </Form>
    </div>
  )
}

function EmptyInbox() {
  const { view } = useLoaderData<typeof loader>()
  if (view.query !== '') {
    return (
      <p className="empty">
        <b>No message matches “{view.query}”</b>
        Every word must occur in the name, the e-mail address, the mobile number or the text.
      </p>
    )
  }
  if (view.show === 'deleted') {
    return (
      <p className="empty">
        <b>No deleted messages</b>
        You can restore what you delete from here for 30 days.
      </p>
    )
  }
  if (view.show === 'unread') {
    return (
      <p className="empty">
        <b>No unread messages</b>
        You have seen everything visitors have written.
      </p>
    )
  }
  return (
    <p className="empty">
      <b>No messages yet</b>
      What visitors write with the form on the contact page arrives here.
    </p>
  )
}
