import { data } from '@remix-run/node'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import type { NoticeState } from '#app/cms/inbox/mail/message-notices.server.ts'
import { isMessageId, referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { languageName } from '#app/cms/platform/format/language-name.ts'
import { formatLongDay } from '#app/cms/platform/format/day.ts'
import { calendarDay, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { shownCorrections } from '#app/cms/admin/privacy/shown-corrections.server.ts'
import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { inboxHref, readInboxView } from './inbox-address.ts'
import { inboxIntents } from './inbox-intents.ts'
import { handleOne, peopleInCharge, shownHandling } from './inbox-handling.server.ts'
import { readInboxForm, shownUrgency } from './inbox.server.ts'

/** A message with the state of its notice. A GET changes nothing, because a browser may prefetch the address. */
export const messageLoader = adminLoader('publisher', async ({ request, params, user }) => {
  const message = await requireMessage(params['messageId'])
  return {
    view: readInboxView(new URL(request.url).searchParams),
    message,
    reference: referenceOf(message.id),
    received: formatTimeInSentence(message.receivedAt),
    readBy: message.unread ? undefined : nameOf(message.readBy),
    deletedBy: nameOf(message.deletedBy),
    deleted: message.deletedAt === undefined ? undefined : formatTimeInSentence(message.deletedAt),
    isHeld: currentSite().inbox.isHeld(message),
    keptUntil: formatLongDay(calendarDay(currentSite().inbox.keptUntil(message))),
    privacy: {
      notice: shownPrivacyNotice(message),
      corrections: shownCorrections(message),
      correctHref: hasRole(user.role, 'administrator') ? `/admin/privacy/correct/${message.id}` : undefined,
    },
    notice: describeNotice(currentSite().inbox.noticeOf(message), message),
    handling: shownHandling(message),
    urgency: shownUrgency(message),
    people: peopleInCharge([message.handling?.person ?? '']),
    companyName: currentSite().definition.companyName(currentSite()),
    replyEnd: await replyEnd(message.id),
  }
})

/**
 * Marks the message as read: when a script shows it (`intent=seen`, the response is data only), or by the button
 * (`read`). Marks it as unread (`unread`) and redirects to the list. `send-again` retries a failed notice, and
 * `handle` changes what staff have noted about the message.
 */
export const messageAction = adminAction('publisher', async ({ request, params, user }) => {
  const message = await requireMessage(params['messageId'])
  const { id } = message
  const { intent, fields } = await readInboxForm(request)
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
  if (intent === inboxIntents.handle) return handleOne(message, fields, { user, page: inboxHref(view, `/${id}`) })
  if (intent !== inboxIntents.read && intent !== inboxIntents.unread) throw unknownIntent()
  const page = inboxHref(view, intent === inboxIntents.read ? `/${id}` : '')
  return flashExpectedErrors(page, async () => {
    await currentSite().inbox.setUnread([id], intent === inboxIntents.unread, user.id)
    return currentSite().flash.flashRedirect(page, { kind: 'success', message: `Marked as ${intent}` })
  })
})

/** Which privacy notice the form has shown. */
function shownPrivacyNotice({ privacyNotice, receivedAt }: StoredMessage) {
  if (!privacyNotice) return undefined
  const { version, language = '', form } = privacyNotice
  const page = currentSite().definition.notice?.page
  return {
    text:
      version === undefined
        ? `None was shown by the form “${form}”`
        : `Version ${version} in ${languageName(language)}, with the form “${form}”, ${formatTimeInSentence(receivedAt)}`,
    href:
      version === undefined || page === undefined
        ? undefined
        : `${page}?${new URLSearchParams({ version: String(version), language }).toString()}`,
  }
}

/** What every answer says: how the message is named and withdrawn, and who answers questions about personal data. */
async function replyEnd(id: string) {
  const contact = currentSite().definition.notice?.contact(currentSite()) ?? ''
  const note = await currentSite().inbox.withdrawalNote(id)
  return contact === '' ? note : `${note}Questions about your data: ${contact}\n`
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
function describeNotice(
  notice: NoticeState,
  { suspectedSpam }: StoredMessage,
): {
  isFailure: boolean
  isOver: boolean
  text: string
  detail: string
} {
  if (notice.kind === 'sent')
    return { isFailure: false, isOver: false, text: `Sent ${formatTimeInSentence(notice.at)}`, detail: '' }
  if (notice.kind === 'none') {
    const detail = suspectedSpam ? 'There are none for suspected spam' : ''
    return { isFailure: false, isOver: false, text: 'No notice was sent', detail }
  }
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
