import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useFetcher, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ConfirmStep } from '#app/editing/ui/confirm-step.tsx'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { Icon } from '#app/editing/ui/icon.tsx'
import { inboxHref } from './inbox-address.ts'
import { inboxMessageAction, inboxMessageLoader } from './inbox-message.server.ts'
import { MessageFacts } from './message-facts.tsx'
import { replyHref } from './reply-href.ts'
import './inbox.css'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-error.tsx'

export const loader = inboxMessageLoader
export const action = inboxMessageAction

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(data ? `Message from ${data.message.firstName} ${data.message.lastName}` : 'Not found')

const DELETE_FORM = 'delete-message'

/** One message of a visitor. */
export default function InboxMessagePage() {
  const { view, message, received, deleted, notice, companyName } = useLoaderData<typeof loader>()
  const isUnread = useMarkedAsSeen(message)
  const isTrash = deleted !== undefined
  const deleteView = { ...view, show: isTrash ? 'deleted' : view.show } as const
  return (
    <>
      <p className="inbox-back">
        <Link to={inboxHref(view)}>
          <Icon name="back" />
          Inbox
        </Link>
      </p>
      <PageHead
        title={`${message.firstName} ${message.lastName}`}
        action={
          <a className="btn btn--primary" href={replyHref(message, companyName)}>
            <Icon name="mail" />
            Reply
          </a>
        }
      >
        Received {received}
        {isTrash && `, deleted ${deleted}`}
      </PageHead>
      <div className="cols">
        <div>
          <p className="message">{message.comments}</p>
          <div className="message__act">
            <Form method="post" action={inboxHref(view, isTrash ? '' : `/${message.id}`)}>
              {isTrash && <input type="hidden" name="id" value={message.id} />}
              <MessageButton isTrash={isTrash} isUnread={isUnread} />
            </Form>
            <ConfirmStep
              label={isTrash ? 'Delete for good' : 'Delete'}
              question={
                isTrash
                  ? 'Are you sure you want to delete this message for good? This cannot be undone.'
                  : 'Are you sure you want to delete this message? It can be brought back for 30 days.'
              }
              href={inboxHref(deleteView, '/delete', [message.id])}
              form={DELETE_FORM}
            />
            <Form id={DELETE_FORM} method="post" action={inboxHref(deleteView, '/delete')} hidden>
              <input type="hidden" name="id" value={message.id} />
            </Form>
          </div>
        </div>
        <MessageFacts message={message} notice={notice} />
      </div>
    </>
  )
}

function MessageButton({ isTrash, isUnread }: { isTrash: boolean; isUnread: boolean }) {
  if (isTrash) {
    return (
      <button className="btn" name="intent" value="restore">
        <Icon name="undo" />
        Bring back
      </button>
    )
  }
  const intent = isUnread ? 'read' : 'unread'
  return (
    <button className="btn" name="intent" value={intent}>
      Mark as {intent}
    </button>
  )
}

/**
 * Marks a message as read once it is shown, by a post of its own: the address may be fetched by what shows it to nobody,
 * such as a link that is loaded ahead. Without a script the button does it. Answers whether it is still unread.
 */
function useMarkedAsSeen({ id, unread }: { id: string; unread: boolean }) {
  const { submit, state } = useFetcher<typeof action>()
  useEffect(() => {
    if (unread) submit({ intent: 'seen' }, { method: 'post' })
    // Once for each message: one that was marked as unread since, by someone else, is left so.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id])
  return unread && state === 'idle'
}
