import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { INBOX_NEARLY_FULL } from '#app/cms/inbox/folder/report-fill.server.ts'
import { InboxFull, type StoredMessage, isMessageId, referenceOf } from '#app/cms/inbox/stored-message.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { NOBODY } from '#app/cms/inbox/find-messages.ts'
import { NOT_HANDLED, urgencyOf } from '#app/cms/inbox/message-handling.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { calendarDay, formatTime, formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { inboxHref, PAGE_SIZE, readInboxView, type InboxView } from './inbox-address.ts'
import { handleSeveral, peopleInCharge, readSharedChange, shownHandling } from './inbox-handling.server.ts'
import { inboxIntents } from './inbox-intents.ts'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { unknownIntent, MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { pageOf } from '#app/cms/platform/http/list-query.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { changeSeveral } from '#app/cms/storage/change-several.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'

const EXCERPT_LENGTH = 160

const DAY_MS = 24 * 3600 * 1000
/** For so long the inbox says that a message was withdrawn. */
const WITHDRAWN_DAYS = 30

export type MessageRow = ReturnType<typeof toRow>

/**
 * One page of the messages of the view in the address, and the numbers of unread, deleted and damaged messages and of
 * suspected spam.
 */
export const inboxLoader = adminLoader('publisher', async ({ request }) => {
  const view = readInboxView(new URL(request.url).searchParams)
  const seenAt = new Date().toISOString()
  const [all, found, unread, spam, deleted, damaged] = await Promise.all([
    currentSite().inbox.listMessages({}),
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
    seenAt,
    people: peopleInCharge(),
    choices: choicesOf(all, view),
    total: found.length,
    allCount: all.length,
    unreadCount: unread.length,
    spamCount: spam.length,
    deletedCount: deleted.length,
    fillProblem: currentSite()
      .health.problems()
      .find(({ id }) => id === INBOX_NEARLY_FULL)?.message,
    spamDays: currentSite().inbox.keepDays.spam,
    withdrawn: { days: WITHDRAWN_DAYS, messages: await recentlyWithdrawn() },
    damagedFiles: damaged.map((id) => `data/inbox/${id}.json`),
  }
})

/** Whoever keeps the inbox may still have the mails of withdrawn messages: these are named by their references alone. */
async function recentlyWithdrawn() {
  const messages = await currentSite().inbox.personalData.withdrawnSince(Date.now() - WITHDRAWN_DAYS * DAY_MS)
  return messages.map(({ id, sealedAt = '' }) => `${referenceOf(id)}, ${formatTimeInSentence(sealedAt)}`)
}

/** What messages can be chosen by: each kind and each person that one of them has. */
function choicesOf(all: readonly StoredMessage[], { kind, person }: InboxView) {
  const kinds = new Map(all.map((message) => [message.kind?.id ?? '', message.kind?.label ?? '']))
  if (kind !== '' && !kinds.has(kind)) kinds.set(kind, kind)
  const inCharge = all.map(({ handling = NOT_HANDLED }) => handling.person)
  return {
    kinds: [...kinds]
      .filter(([id]) => id !== '')
      .map(([id, name]) => ({ id, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    people: peopleInCharge([...inCharge, person === NOBODY ? '' : person]),
  }
}

/**
 * Marks the chosen messages (`intent=read` or `unread`), makes ordinary messages of suspected spam (`not-spam`), changes their
 * state or the person in charge (`handle`), restores deleted ones (`restore`: the chosen ones, or all of an undo), or moves the files that cannot be read out of the inbox (`quarantine`).
 */
export const inboxAction = adminAction('publisher', async ({ request, user }) => {
  const form = await readInboxForm(request)
  const page = inboxHref(readInboxView(new URL(request.url).searchParams))
  return flashExpectedErrors(page, async () => {
    const changed = { count: form.ids.length, noun: 'message' }
    const result = await changeSeveral(changed, () => change(form, user)).catch((error: unknown) => {
      if (error instanceof InboxFull) return failed(NO_ROOM)
      throw error
    })
    return currentSite().flash.flashRedirect(page, result)
  })
})

function done(message: string) {
  return { kind: 'success' as const, message }
}

function failed(message: string) {
  return { kind: 'failure' as const, message }
}

const NO_ROOM = 'The inbox is full. Delete messages that are not needed, then mark these messages again.'

/** Makes the change of the form. Resolves with what to say of it. */
async function change({ intent, ids, deletedAt, fields }: InboxForm, user: User) {
  if (intent === inboxIntents.restore && (deletedAt !== '' || ids.length > 0)) {
    const count = await currentSite().inbox.restoreMessages(deletedAt === '' ? { ids } : { deletedAt })
    return done(
      count === 0
        ? 'Nothing was restored, because the messages are no longer in “Deleted”'
        : `${countOf(count, 'message')} restored`,
    )
  }
  if (intent === inboxIntents.quarantine) {
    return done(`${countOf(await currentSite().inbox.quarantineDamaged(), 'file')} moved to data/inbox/damaged/`)
  }
  const { restore, read, unread, notSpam, handle } = inboxIntents
  if (![restore, read, unread, notSpam, handle].some((known) => known === intent)) throw unknownIntent()
  if (ids.length === 0) return failed('Select at least one message.')
  if (intent === notSpam) {
    return done(`${countOf(await currentSite().inbox.markAsNotSpam(ids), 'message')} moved to the inbox`)
  }
  if (intent === handle) {
    const shared = readSharedChange(fields)
    if (Object.keys(shared).length === 0) return failed('Select a state or a person.')
    return handleSeveral(ids, shared, textOf(fields['seen']), user)
  }
  await currentSite().inbox.setUnread(ids, intent === unread, user.id)
  return done(`${countOf(ids.length, 'message')} marked as ${intent}`)
}

function toRow(message: StoredMessage) {
  const { id, firstName, lastName, email, comments, receivedAt, unread, kind, extras = [] } = message
  const named = extras.flatMap(({ id: key, text }) => (key === undefined ? [] : text)).join(', ')
  const { stateLabel, personName } = shownHandling(message)
  return {
    id,
    name: `${firstName} ${lastName}`,
    email,
    excerpt: [named, comments].filter(Boolean).join(' · ').slice(0, EXCERPT_LENGTH),
    receivedAt,
    when: formatTime(receivedAt),
    unread,
    kind: kind?.label,
    state: stateLabel,
    personName,
    urgency: shownUrgency(message),
    hasNoticeFailed: currentSite().inbox.noticeOf(message).kind === 'failed',
  }
}

/** How urgent the answer to a message is, in words. Undefined if nothing was promised, or the promise is kept. */
export function shownUrgency(message: StoredMessage): { isLate: boolean; text: string } | undefined {
  const urgency = message.suspectedSpam || message.deletedAt ? undefined : urgencyOf(message, calendarDay(Date.now()))
  if (urgency === undefined) return undefined
  const isLate = urgency === 'late'
  return { isLate, text: isLate ? `Answer was due ${formatDay(message.answerBy ?? '')}` : 'Answer due today' }
}

/** The intent of a form of the inbox, and the messages that it concerns. */
interface InboxForm {
  intent: string
  fields: Readonly<Record<string, unknown>>
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
    fields,
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
  if (values.length > PAGE_SIZE) throw new MalformedBody(`At most ${PAGE_SIZE} messages can be selected at once.`)
  return [...new Set(values)].filter((value) => typeof value === 'string').filter(isMessageId)
}
