import { siteTimeFormat } from '#app/cms/platform/format/time.ts'
import { type MetaFunction, data } from '@remix-run/node'
import { Form, useFetcher, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { ConfirmStep } from '#app/cms/editing/ui/dialog.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { inboxIntents } from './inbox-intents.ts'
import { inboxHref, readInboxView } from './inbox-address.ts'
import { PhoneLink } from '#app/cms/ui/content-link.tsx'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { NoticeState } from '#app/cms/inbox/message-notices.server.ts'
import { isMessageId } from '#app/cms/inbox/stored-message.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { readInboxForm } from './inbox.server.ts'
import { flashExpectedErrors } from '#app/cms/admin/history/section-history.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** A message with the state of its notice. A GET changes nothing, because a browser may prefetch the address. */
export const loader = adminLoader('publisher', async ({ request, params }) => {
  const message = await requireMessage(params['messageId'])
  return {
    view: readInboxView(new URL(request.url).searchParams),
    message,
    received: formatTimeInSentence(message.receivedAt),
    readBy: message.unread ? undefined : nameOf(message.readBy),
    deletedBy: nameOf(message.deletedBy),
    deleted: message.deletedAt === undefined ? undefined : formatTimeInSentence(message.deletedAt),
    notice: describeNotice(currentSite().inbox.noticeOf(message)),
    companyName: currentSite().definition.companyName(currentSite()),
  }
})

/**
 * Marks the message as read: when a script shows it (`intent=seen`, the response is data only), or by the button
 * (`read`). Marks it as unread (`unread`) and redirects to the list. `send-again` retries a failed notice.
 */
export const action = adminAction('publisher', async ({ request, params, user }) => {
  const { id } = await requireMessage(params['messageId'])
  const { intent } = await readInboxForm(request)
  const view = readInboxView(new URL(request.url).searchParams)
  if (intent === inboxIntents.seen) return markSeen(id, user.id)
  if (intent === inboxIntents.sendAgain) {
    const page = inboxHref(view, `/${id}`)
    return flashExpectedErrors(page, async () => {
      const isTaken = await currentSite().inbox.sendNoticeAgain(id)
      return currentSite().flash.flashRedirect(
        page,
        isTaken
          ? { kind: 'success', message: 'The notice will be sent again' }
          : { kind: 'failure', message: 'This notice cannot be sent again.' },
      )
    })
  }
  if (intent !== inboxIntents.read && intent !== inboxIntents.unread) throw unknownIntent()
  const page = inboxHref(view, intent === inboxIntents.read ? `/${id}` : '')
  return flashExpectedErrors(page, async () => {
    await currentSite().inbox.setUnread([id], intent === inboxIntents.unread, user.id)
    return currentSite().flash.flashRedirect(page, { kind: 'success', message: `Marked as ${intent}` })
  })
})

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  adminMeta(data ? `Message from ${data.message.firstName} ${data.message.lastName}` : 'Not found')

const DELETE_FORM = 'delete-message'

export default function InboxMessagePage() {
  const { view, message, received, readBy, deleted, deletedBy, notice, companyName } = useLoaderData<typeof loader>()
  const isUnread = useMarkedAsSeen(message)
  const isTrash = deleted !== undefined
  const deleteView = { ...view, show: isTrash ? 'deleted' : view.show } as const
  return (
    <>
      <BackLink to={inboxHref(view)}>Inbox</BackLink>
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
        {readBy !== undefined && `, read by ${readBy}`}
        {isTrash && `, deleted ${deleted} by ${deletedBy}`}
        {message.suspectedSpam && '. Suspected spam: a field was filled in that only programs see'}
      </PageHead>
      <div className="cols">
        <div>
          <p className="message">{message.comments}</p>
          <div className="message__act">
            <Form method="post" action={inboxHref(view, isTrash ? '' : `/${message.id}`)}>
              {isTrash && <input type="hidden" name="id" value={message.id} />}
              <MessageButton isTrash={isTrash} isUnread={isUnread} />
            </Form>
            {message.suspectedSpam && !isTrash && (
              <Form method="post" action={inboxHref({ ...view, show: 'all' })}>
                <input type="hidden" name="id" value={message.id} />
                <button className="btn" name="intent" value={inboxIntents.notSpam}>
                  Not spam
                </button>
              </Form>
            )}
            <ConfirmStep
              label={isTrash ? 'Delete permanently' : 'Delete'}
              question={
                isTrash
                  ? 'Are you sure you want to permanently delete this message? This cannot be undone.'
                  : 'Are you sure you want to delete this message? You can restore it for 30 days.'
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
 * script, only the button marks it. Returns whether the message is still unread.
 */
function useMarkedAsSeen({ id, unread }: { id: string; unread: boolean }) {
  const { submit, state } = useFetcher<typeof action>()
  useEffect(() => {
    if (unread) submit({ intent: inboxIntents.seen }, { method: 'post' })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Once for each message: a colleague may mark it as unread later.
  }, [id])
  return unread && state === 'idle'
}

interface MessageFactsProps {
  message: { email: string; mobile: string }
  notice: { isFailure: boolean; isOver: boolean; text: string; detail: string }
}

/** The contact data of the sender of a message, and the state of the notice by mail. */
export function MessageFacts({ message: { email, mobile }, notice }: MessageFactsProps) {
  return (
    <aside className="aside message-facts">
      <section>
        <h2>Contact</h2>
        <dl>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${mailtoAddress(email)}`}>{email}</a>
          </dd>
          <dt>Mobile</dt>
          <dd>{isNumber(mobile) ? <PhoneLink number={mobile} /> : mobile}</dd>
        </dl>
      </section>
      <section>
        <h2>Notice by mail</h2>
        <p className={notice.isFailure ? 'message-facts__bad' : undefined}>{notice.text}</p>
        {notice.isOver && (
          <Form method="post" preventScrollReset>
            <button className="btn" name="intent" value={inboxIntents.sendAgain}>
              Send again
            </button>
          </Form>
        )}
        {notice.detail !== '' && <p className="message-facts__detail">{notice.detail}</p>}
      </section>
    </aside>
  )
}

/** Only a text that looks like a number becomes a link, because visitors can type anything into the field. */
function isNumber(mobile: string) {
  return /^\+?[\d\s().-]{5,}$/.test(mobile)
}

interface Received {
  email: string
  receivedAt: string
}

const dayFormat = siteTimeFormat('en-GB', { dateStyle: 'long' })

/** A mailto address (RFC 6068) for a reply to a visitor's message. What the visitor typed cannot add headers to it. */
export function replyHref({ email, receivedAt }: Received, companyName: string) {
  const day = dayFormat().format(new Date(receivedAt))
  const subject = ['Your message', companyName && `to ${companyName}`, `of ${day}`].filter(Boolean).join(' ')
  return `mailto:${mailtoAddress(email)}?subject=${encodeURIComponent(subject)}`
}

/** Escapes everything but the `@` between mailbox and host. */
export function mailtoAddress(email: string) {
  return encodeURIComponent(email).replace(/%40(?=[^%]*$)/, '@')
}

/** The name of a person. Records from the time before there were several people have no id. */
function nameOf(id: string | undefined) {
  return id === undefined ? 'the administrator' : currentSite().auth.accounts.nameOf(id)
}

/** Best effort: on failure the message stays unread, and the manual button remains. */
async function markSeen(id: string, by: string) {
  try {
    await currentSite().inbox.setUnread([id], false, by)
    return data({ isSeen: true })
  } catch (error) {
    return data({ isSeen: false }, { status: requireExpected(error).status })
  }
}

async function requireMessage(id = '') {
  const message = isMessageId(id) ? await readMessage(id) : undefined
  if (!message) throw new Response('This message no longer exists.', { status: 404 })
  return message
}

/** Throws a 503 response if the file of the message is damaged, or the disk does not answer. */
async function readMessage(id: string) {
  try {
    return await currentSite().inbox.readMessage(id)
  } catch (err) {
    log.error({ err, message: id }, 'A message cannot be read')
    throw new Response(
      'This message cannot be read at the moment. If its file is damaged, the inbox names it. Otherwise try again later.',
      { status: 503 },
    )
  }
}

/**
 * The state of a message's notice as text; `detail` is the response of the mail server, `isOver` is true if no attempt
 * follows.
 */
function describeNotice(notice: NoticeState): {
  isFailure: boolean
  isOver: boolean
  text: string
  detail: string
} {
  if (notice.kind === 'sent')
    return { isFailure: false, isOver: false, text: `Sent ${formatTimeInSentence(notice.at)}`, detail: '' }
  if (notice.kind === 'none') return { isFailure: false, isOver: false, text: 'No notice was sent', detail: '' }
  const { attempts, error: detail } = notice
  const tries = countOf(attempts, 'attempt')
  if (notice.kind === 'failed')
    return { isFailure: true, isOver: true, text: `Failed after ${tries}. The site does not try again`, detail }
  if (attempts === 0) return { isFailure: false, isOver: false, text: 'Waiting to be sent', detail }
  return {
    isFailure: true,
    isOver: false,
    text: `${tries} failed. Next attempt: ${formatTimeInSentence(notice.nextAttemptAt)}`,
    detail,
  }
}
