import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { INBOX_NEARLY_FULL } from '#app/cms/inbox/report-fill.server.ts'
import { InboxFull, type StoredMessage, isMessageId } from '#app/cms/inbox/stored-message.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatTime } from '#app/cms/platform/format/time.ts'
import { inboxHref, PAGE_SIZE, readInboxView } from './inbox-address.ts'
import { inboxIntents } from './inbox-intents.ts'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { unknownIntent, MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { pageOf } from '#app/cms/platform/http/list-query.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { changeSeveral } from '#app/cms/storage/change-several.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'

const EXCERPT_LENGTH = 160

export type MessageRow = ReturnType<typeof toRow>

/**
 * One page of the messages of the view in the address, and the numbers of unread, deleted and damaged messages and of
 * suspected spam.
 */
export const inboxLoader = adminLoader('publisher', async ({ request }) => {
  const view = readInboxView(new URL(request.url).searchParams)
  const [found, unread, spam, deleted, damaged] = await Promise.all([
    currentSite().inbox.listMessages(view),
    currentSite().inbox.listMessages({ show: 'unread' }),
    currentSite().inbox.listMessages({ show: 'spam' }),
    currentSite().inbox.listMessages({ show: 'deleted' }),
    currentSite().inbox.listDamaged(),
  ])
  const { page, items } = pageOf(found, view.page, PAGE_SIZE)
  return {
    view: { ...view, page },
    rows: items.map(toRow),
    total: found.length,
    unreadCount: unread.length,
    spamCount: spam.length,
    deletedCount: deleted.length,
    fillProblem: currentSite()
      .health.problems()
      .find(({ id }) => id === INBOX_NEARLY_FULL)?.message,
    damagedFiles: damaged.map((id) => `data/inbox/${id}.json`),
  }
})

/**
 * Marks the chosen messages (`intent=read` or `unread`), makes ordinary messages of suspected spam (`not-spam`), restores
 * deleted ones (`restore`: the chosen ones, or all of an undo), or moves the files that cannot be read out of the inbox (`quarantine`).
 */
export const inboxAction = adminAction('publisher', async ({ request, user }) => {
  const form = await readInboxForm(request)
  const page = inboxHref(readInboxView(new URL(request.url).searchParams))
  return flashExpectedErrors(page, async () => {
    const changed = { count: form.ids.length, noun: 'message' }
    const message = await changeSeveral(changed, () => change(form, user.id)).catch((error: unknown) => {
      if (error instanceof InboxFull) return { failure: NO_ROOM }
      throw error
    })
    if (typeof message === 'object')
      return currentSite().flash.flashRedirect(page, { kind: 'failure', message: message.failure })
    return message === undefined
      ? currentSite().flash.flashRedirect(page, { kind: 'failure', message: 'Select at least one message.' })
      : currentSite().flash.flashRedirect(page, { kind: 'success', message })
  })
})

const NO_ROOM = 'The inbox is full. Delete messages that are not needed, then mark these messages again.'

/** Makes the change of the form. Resolves with the success message; undefined if no message was chosen. */
async function change({ intent, ids, deletedAt }: InboxForm, by: string) {
  if (intent === inboxIntents.restore && (deletedAt !== '' || ids.length > 0)) {
    const count = await currentSite().inbox.restoreMessages(deletedAt === '' ? { ids } : { deletedAt })
    return count === 0
      ? 'Nothing was restored, because the messages are not in the trash'
      : `${countOf(count, 'message')} restored`
  }
  if (intent === inboxIntents.quarantine) {
    return `${countOf(await currentSite().inbox.quarantineDamaged(), 'file')} moved to data/inbox/damaged/`
  }
  const { restore, read, unread, notSpam } = inboxIntents
  if (intent !== restore && intent !== read && intent !== unread && intent !== notSpam) throw unknownIntent()
  if (ids.length === 0) return undefined
  if (intent === notSpam) {
    return `${countOf(await currentSite().inbox.markAsNotSpam(ids), 'message')} moved to the inbox`
  }
  await currentSite().inbox.setUnread(ids, intent === unread, by)
  return `${countOf(ids.length, 'message')} marked as ${intent}`
}

function toRow(message: StoredMessage) {
  const { id, firstName, lastName, comments, receivedAt, unread } = message
  return {
    id,
    name: `${firstName} ${lastName}`,
    excerpt: comments.slice(0, EXCERPT_LENGTH),
    receivedAt,
    when: formatTime(receivedAt),
    unread,
    hasNoticeFailed: currentSite().inbox.noticeOf(message).kind === 'failed',
  }
}

/** The intent of a form of the inbox, and the messages that it concerns. */
interface InboxForm {
  intent: string
  ids: string[]
  /** True for all messages of the view, up to the message `upTo`: the newest one when the question was asked. */
  isAll: boolean
  upTo: string
  /** For an undo: the time at which the messages were deleted. */
  deletedAt: string
}

/** Reads a form of the inbox. Throws ExpectedError: 413, and 400 for more messages than a page has. */
export async function readInboxForm(request: Request): Promise<InboxForm> {
  const { fields, form } = await readSmallForm(request)
  const ids = messageIdsOf(form.getAll('id'))
  const isAll = textOf(fields['all']) !== ''
  return {
    intent: textOf(fields['intent']),
    ids,
    isAll,
    upTo: textOf(fields['upTo']),
    deletedAt: textOf(fields['entry']),
  }
}

/**
 * The values that have the format of a message id, each once. Throws MalformedBody if there are more than a page has.
 */
export function messageIdsOf(values: readonly FormDataEntryValue[]): string[] {
  if (values.length > PAGE_SIZE) throw new MalformedBody(`At most ${PAGE_SIZE} messages can be chosen at once.`)
  return [...new Set(values)].filter((value) => typeof value === 'string').filter(isMessageId)
}
