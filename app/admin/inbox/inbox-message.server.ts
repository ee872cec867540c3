import { data } from '@remix-run/node'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { unknownIntent } from '#app/http/http-error.ts'
import { StorageError } from '#app/storage/storage-error.ts'
import type { NoticeState } from '#app/inbox/notices.server.ts'
import { isMessageId } from '#app/inbox/stored-message.server.ts'
import { site } from '#app/sections/site/site.ts'
import { countOf, formatTimeInSentence } from '#app/editing/ui/format.ts'
import { inboxHref, readInboxView } from './inbox-address.ts'
import { readInboxForm } from './inbox-form.server.ts'
import { flashExpectedErrors } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

/** A message with what became of its notice. Reading it changes nothing: an address can be fetched ahead of a click. */
export const inboxMessageLoader = adminLoader('publisher', async ({ request, params }) => {
  const message = await requireMessage(params['messageId'])
  return {
    view: readInboxView(new URL(request.url).searchParams),
    message,
    received: formatTimeInSentence(message.receivedAt),
    readBy: message.unread ? undefined : nameOf(message.readBy),
    deletedBy: nameOf(message.deletedBy),
    deleted: message.deletedAt === undefined ? undefined : formatTimeInSentence(message.deletedAt),
    notice: describeNotice(currentSite().inbox.noticeOf(message)),
    companyName: currentSite().content.find(site)?.value.companyName ?? '',
  }
})

/**
 * Marks the message as read: when a script shows it (`intent=seen`, returns data only) or by a button without one (`read`). Marks
 * it as unread (`unread`) and returns to the list. `send-again` retries a failed notice.
 */
export const inboxMessageAction = adminAction('publisher', async ({ request, params, user }) => {
  const { id } = await requireMessage(params['messageId'])
  const { intent } = await readInboxForm(request)
  const view = readInboxView(new URL(request.url).searchParams)
  if (intent === 'seen') return markSeen(id, user.id)
  if (intent === 'send-again') {
    const isTaken = await currentSite().inbox.sendNoticeAgain(id)
    const page = inboxHref(view, `/${id}`)
    return currentSite().flash.flashRedirect(
      page,
      isTaken
        ? { kind: 'success', message: 'The notice will be sent again' }
        : { kind: 'failure', message: 'This notice cannot be sent again.' },
    )
  }
  if (intent !== 'read' && intent !== 'unread') throw unknownIntent()
  const page = inboxHref(view, intent === 'read' ? `/${id}` : '')
  return flashExpectedErrors(page, async () => {
    await currentSite().inbox.setUnread([id], intent === 'unread', user.id)
    return currentSite().flash.flashRedirect(page, { kind: 'success', message: `Marked as ${intent}` })
  })
})

/** The name of a person; records from before there were several people have none. */
function nameOf(id: string | undefined) {
  return id === undefined ? 'the administrator' : currentSite().auth.accounts.nameOf(id)
}

/** Best effort: on failure the message stays unread, and the manual button remains. */
async function markSeen(id: string, by: string) {
  try {
    await currentSite().inbox.setUnread([id], false, by)
    return data({ isSeen: true })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return data({ isSeen: false }, { status: 507 })
  }
}

async function requireMessage(id = '') {
  const message = isMessageId(id) ? await currentSite().inbox.readMessage(id) : undefined
  if (!message) throw new Response('This message no longer exists.', { status: 404 })
  return message
}

/** The state of a message's notice as text; `detail` is what the mail server said, `isOver` is true if no attempt follows. */
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
    return { isFailure: true, isOver: true, text: `Failed after ${tries}; not tried again`, detail }
  if (attempts === 0) return { isFailure: false, isOver: false, text: 'Waiting to be sent', detail }
  return {
    isFailure: true,
    isOver: false,
    text: `${tries} failed; next ${formatTimeInSentence(notice.nextAttemptAt)}`,
    detail,
  }
}
