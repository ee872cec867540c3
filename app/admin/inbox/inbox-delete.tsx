import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { DeleteButton, PageDialog } from '#app/editing/ui/dialog.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { inboxHref } from './inbox-address.ts'
import { inboxDeleteAction, inboxDeleteLoader } from './inbox-delete.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = inboxDeleteLoader
export const action = inboxDeleteAction

export const meta: MetaFunction = () => adminMeta('Delete messages')

const FORM_ID = 'delete-form'
const NAMED = 5

/** Asks whether to delete the chosen messages: over the list, or on a page of its own without a script. */
export default function InboxDeletePage() {
  const { view, messages, isForGood, isAll } = useLoaderData<typeof loader>()
  const isDeleting = useNavigation().formData?.get('intent') === 'delete'
  const closeTo = inboxHref(view)
  const names = messages.slice(0, NAMED).map(({ name }) => name)
  const title = isForGood ? 'Delete for good' : 'Delete messages'
  return (
    <PageDialog title={title} closeTo={closeTo}>
      <div className="dialog__body">
        {messages.length === 0 ? (
          <p>No message is chosen. Tick the messages first.</p>
        ) : (
          <>
            <p>
              {isForGood
                ? `Are you sure you want to delete ${countOf(messages.length, 'message')} for good? This cannot be undone.`
                : `Are you sure you want to delete ${countOf(messages.length, 'message')}? They can be brought back for 30 days.`}
            </p>
            <p>
              <b>{names.join(', ')}</b>
              {messages.length > NAMED && ` and ${messages.length - NAMED} more`}
            </p>
          </>
        )}
      </div>
      <footer className="dialog__foot">
        <span className="grow" />
        <Link className="btn" to={closeTo} preventScrollReset>
          Cancel
        </Link>
        {messages.length > 0 && <DeleteButton form={FORM_ID} label={isForGood ? 'Delete for good' : 'Delete'} />}
      </footer>
      <Form
        id={FORM_ID}
        method="post"
        action={inboxHref(view, '/delete')}
        preventScrollReset
        hidden
        onSubmit={(event) => {
          if (isDeleting) event.preventDefault()
        }}
      >
        {isAll ? (
          <>
            <input type="hidden" name="all" value="1" />
            <input type="hidden" name="upTo" value={messages[0]?.id ?? ''} />
          </>
        ) : (
          messages.map(({ id }) => <input key={id} type="hidden" name="id" value={id} />)
        )}
      </Form>
    </PageDialog>
  )
}
