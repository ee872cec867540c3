import type { MetaFunction } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { ConfirmStep } from '#app/cms/editing/ui/dialog.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { extraText } from '#app/cms/inbox/message-context.ts'
import type { MessageContext } from '#app/cms/inbox/stored-message.server.ts'
import { inboxHref } from './inbox-address.ts'
import { inboxIntents } from './inbox-intents.ts'
import { messageAction, messageLoader } from './inbox-message.server.ts'
import { HandlingFacts, MessageHandlingForm } from './message-handling-form.tsx'
import { MessageContact, MessageFacts, replyHref } from './message-facts.tsx'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = messageLoader
export const action = messageAction

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(data ? `Message from ${data.message.firstName} ${data.message.lastName}` : 'Not found')

const DELETE_FORM = 'delete-message'

export default function InboxMessagePage() {
  const {
    view,
    message,
    reference,
    received,
    readBy,
    deleted,
    deletedBy,
    isHeld,
    keptUntil,
    notice,
    privacy,
    handling,
    urgency,
    people,
    companyName,
    replyEnd,
  } = useLoaderData<typeof loader>()
  const response = useActionData<typeof action>()
  const refused = response !== undefined && 'typed' in response ? response : undefined
  useMarkAsSeen(message)
  const isTrash = deleted !== undefined
  const deleteView = { ...view, show: isTrash ? 'deleted' : view.show } as const
  return (
    <>
      <BackLink to={inboxHref(view)}>Inbox</BackLink>
      <PageHead title={`${message.firstName} ${message.lastName}`}>
        Received {received}
        {readBy !== undefined && `, read by ${readBy}`}
        {isTrash && `, deleted ${deleted} by ${deletedBy}`}
        {`, kept until ${keptUntil}`}
        {urgency && (
          <>
            {' '}
            <span className={urgency.isLate ? 'chip chip--bad' : 'chip'}>{urgency.text}</span>
          </>
        )}
        {message.suspectedSpam && '. Suspected spam: a field was filled in that only programs see.'}
      </PageHead>
      <div className="cols">
        <div>
          <MessageContact message={message} reference={reference} />
          <AskedFor message={message} />
          <p className="message">{message.comments}</p>
          <div className="message__act">
            <a className="btn btn--primary" href={replyHref(message, companyName, replyEnd)}>
              <Icon name="mail" />
              Reply
            </a>
            <Form method="post" action={inboxHref(view, isTrash ? '' : `/${message.id}`)}>
              {isTrash && <input type="hidden" name="id" value={message.id} />}
              <MessageButton isTrash={isTrash} isUnread={message.unread} />
            </Form>
            {message.suspectedSpam && !isTrash && (
              <Form method="post" action={inboxHref({ ...view, show: 'all' })}>
                <input type="hidden" name="id" value={message.id} />
                <button className="btn" name="intent" value={inboxIntents.notSpam}>
                  Not spam
                </button>
              </Form>
            )}
            {!(isTrash && isHeld) && (
              <ConfirmStep
                label={isTrash ? 'Delete permanently' : 'Delete'}
                question={
                  isTrash
                    ? 'Are you sure you want to permanently delete this message? This cannot be undone.'
                    : 'Are you sure you want to delete this message? It moves to “Deleted”, where you can restore it.'
                }
                href={inboxHref(deleteView, '/delete', [message.id])}
                form={DELETE_FORM}
              />
            )}
            <Form id={DELETE_FORM} method="post" action={inboxHref(deleteView, '/delete')} hidden>
              <input type="hidden" name="id" value={message.id} />
            </Form>
          </div>
          {isTrash ? (
            <section className="message-handled">
              <h2>Handling</h2>
              <HandlingFacts handling={handling} />
            </section>
          ) : (
            <MessageHandlingForm handling={handling} people={people} refused={refused} />
          )}
        </div>
        <MessageFacts notice={notice} privacy={privacy} />
      </div>
    </>
  )
}

/** What was chosen beside the message, as it was called then. */
function AskedFor({ message: { kind, extras = [] } }: { message: MessageContext }) {
  if (!kind && extras.length === 0) return null
  const labels = [...new Set(extras.map(({ label }) => label))]
  return (
    <dl className="message__asked">
      {kind && (
        <div>
          <dt>Asks for</dt>
          <dd>{kind.label}</dd>
        </div>
      )}
      {labels.map((label) => (
        <div key={label}>
          <dt>{label}</dt>
          {extras
            .filter((extra) => extra.label === label)
            .map((extra, index) => (
              <dd key={index}>{extraText(extra)}</dd>
            ))}
        </div>
      ))}
    </dl>
  )
}

function MessageButton({ isTrash, isUnread }: { isTrash: boolean; isUnread: boolean }) {
  if (isTrash) {
    return (
      <button className="btn" name="intent" value={inboxIntents.restore}>
        <Icon name="undo" />
        Restore
      </button>
    )
  }
  const intent = isUnread ? inboxIntents.read : inboxIntents.unread
  return (
    <button className="btn" name="intent" value={intent}>
      Mark as {intent}
    </button>
  )
}

/**
 * Marks a message as read once it is shown, by a separate post, because a prefetch also fetches the page. Without a
 * script, only the button marks it.
 *
 * Not by a fetcher of the router: if its post ends while the deletion of the message is sent, the router mixes the data
 * of both pages and shows an error (@remix-run/router 1.23).
 */
function useMarkAsSeen({ id, unread }: { id: string; unread: boolean }) {
  const { revalidate } = useRevalidator()
  const isIdle = useNavigation().state === 'idle'
  const [marked, setMarked] = useState<string>()
  useEffect(() => {
    if (!unread) return
    const { pathname, search } = window.location
    const body = new URLSearchParams({ intent: inboxIntents.seen })
    fetch(`${pathname}.data${search}`, { method: 'POST', body, keepalive: true }).then(
      ({ ok }) => {
        if (ok) setMarked(id)
      },
      // The message stays unread, and the button remains.
      () => undefined,
    )
    // oxlint-disable-next-line react/exhaustive-deps -- Once for each message: a colleague may mark it as unread later.
  }, [id])
  useEffect(() => {
    if (marked === id && isIdle) revalidate()
  }, [marked, id, isIdle, revalidate])
}
