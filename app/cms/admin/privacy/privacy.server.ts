import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { isDay } from '#app/cms/define/calendar-day.ts'
import { REQUEST_KINDS, type PrivacyRequest, type RequestKind } from '#app/cms/inbox/privacy/request-book.server.ts'
import { isMessageId, referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import { actorOf } from '#app/cms/platform/author.server.ts'
import { languageName } from '#app/cms/platform/format/language-name.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readQuery } from '#app/cms/platform/http/list-query.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { toStorageError } from '#app/cms/storage/storage-error.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { privacyIntents } from './privacy-intents.ts'

/** The most messages of a person that are shown, and changed at once. */
const MAX_SHOWN = 200
const MAX_ABOUT = 300

/** What the site holds of the person in `?q=`, and the request book. */
export const privacyLoader = adminLoader('administrator', async ({ request }) => {
  const { inbox, definition } = currentSite()
  const query = readQuery(new URL(request.url).searchParams)
  const { messages, damaged } = await inbox.personalData.find(query)
  const book = await inbox.requests.list().catch(() => undefined)
  const today = calendarDay(Date.now())
  return {
    query,
    rows: messages.slice(0, MAX_SHOWN).map(toRow),
    damaged: damaged.map((id) => ({ id, file: `data/inbox/…/${id}.json` })),
    total: messages.length,
    today,
    kinds: Object.entries(REQUEST_KINDS).map(([id, label]) => ({ id, label })),
    answerDays: inbox.answerDays,
    isBookReadable: book !== undefined,
    requests: (book ?? []).map((one) => shownRequest(one, today)),
    keepDays: inbox.keepDays.ordinary,
    noticeDays: definition.notice?.keptDays(currentSite()),
    contact: definition.notice?.contact(currentSite()) ?? '',
  }
})

function toRow(message: StoredMessage) {
  const { id, firstName, lastName, email, mobile, receivedAt, sealedAt, privacyNotice } = message
  const { inbox } = currentSite()
  return {
    id,
    reference: referenceOf(id),
    name: `${firstName} ${lastName}`,
    email,
    mobile,
    text: firstWords(message.comments),
    received: formatDay(calendarDay(Date.parse(receivedAt))),
    place: placeOf(message),
    isSealed: sealedAt !== undefined,
    isHeld: inbox.isHeld(message),
    erasableFrom: formatDay(calendarDay(inbox.heldUntil(message))),
    keptUntil: formatDay(calendarDay(inbox.keptUntil(message))),
    notice:
      privacyNotice?.version === undefined
        ? undefined
        : `version ${privacyNotice.version} in ${languageName(privacyNotice.language ?? '')}`,
  }
}

const SHOWN_TEXT = 160

/** The beginning of a message, by which staff recognise it. */
function firstWords(text: string) {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > SHOWN_TEXT ? `${line.slice(0, SHOWN_TEXT)}…` : line
}

/** Where staff find a message. */
export function placeOf({ sealedAt, sealedBy, deletedAt, suspectedSpam }: StoredMessage): string {
  if (sealedAt !== undefined) return sealedBy === 'visitor' ? 'Withdrawn, sealed' : 'Sealed'
  if (deletedAt !== undefined) return 'Deleted'
  return suspectedSpam ? 'Suspected spam' : 'Inbox'
}

function shownRequest({ id, kind, came, due, about, answeredOn, answeredBy }: PrivacyRequest, today: string) {
  return {
    id,
    kind: REQUEST_KINDS[kind],
    came: formatDay(came),
    due: formatDay(due),
    about,
    isOverdue: answeredOn === undefined && due < today,
    answered:
      answeredOn === undefined
        ? undefined
        : `${formatDay(answeredOn)}, ${currentSite().auth.accounts.nameOf(answeredBy ?? '')}`,
  }
}

/** Seals, unseals or erases the chosen messages of a person, or changes the request book. */
export const privacyAction = passwordAction(
  'administrator',
  async ({ request, user, posted: { fields, form } }) => {
    const query = readQuery(new URL(request.url).searchParams)
    const page = query === '' ? '/admin/privacy' : `/admin/privacy?${new URLSearchParams({ q: query }).toString()}`
    const ids = form
      .getAll('id')
      .filter((id) => typeof id === 'string')
      .filter(isMessageId)
      .slice(0, MAX_SHOWN)
    const { intent } = fields
    if (intent === privacyIntents.add) return addRequest(page, fields, user)
    return flashExpectedErrors(page, async () => {
      const done = (message: string) => currentSite().flash.flashRedirect(page, { kind: 'success', message })
      const failed = (message: string) => currentSite().flash.flashRedirect(page, { kind: 'failure', message })
      if (intent === privacyIntents.answer) {
        await stored(currentSite().inbox.requests.answer(textOf(fields['request']), user.id))
        currentSite().audit.record({ kind: 'privacy.answered', about: textOf(fields['request']), actor: actorOf(user) })
        return done('Request marked as answered')
      }
      const act = ACTS.get(intent)
      if (!act) throw unknownIntent()
      if (ids.length === 0) return failed('Select at least one message.')
      return done(await act(ids, user))
    })
  },
  { intents: privacyIntents },
)

async function addRequest(page: string, fields: Record<string, unknown>, user: User) {
  const [kind, came, about] = [textOf(fields['kind']), textOf(fields['came']), textOf(fields['about']).trim()]
  const errors = {
    ...(Object.hasOwn(REQUEST_KINDS, kind) ? {} : { kind: ['Choose what the person asks for'] }),
    ...(isDay(came) && came <= calendarDay(Date.now()) ? {} : { came: ['Enter the day on which the request arrived'] }),
    ...(about !== '' && about.length <= MAX_ABOUT
      ? {}
      : { about: [`Enter who asks, in at most ${MAX_ABOUT} characters`] }),
  }
  if (Object.keys(errors).length > 0) return { errors, values: { kind, came, about } }
  return flashExpectedErrors(page, async () => {
    await stored(currentSite().inbox.requests.add(kind as RequestKind, about, { came }))
    currentSite().audit.record({ kind: 'privacy.requested', detail: { what: kind }, actor: actorOf(user) })
    return currentSite().flash.flashRedirect(page, { kind: 'success', message: 'Request recorded' })
  })
}

const ACTS: ReadonlyMap<unknown, (ids: readonly string[], user: User) => Promise<string>> = new Map([
  [privacyIntents.seal, seal],
  [privacyIntents.unseal, unseal],
  [privacyIntents.erase, erase],
])

async function seal(ids: readonly string[], user: User) {
  const sealed = await stored(currentSite().inbox.personalData.seal(ids, user.id))
  recordEach(
    'privacy.sealed',
    sealed.map(({ id }) => id),
    user,
  )
  return `${countOf(sealed.length, 'message')} sealed`
}

async function unseal(ids: readonly string[], user: User) {
  const unsealed = await stored(currentSite().inbox.personalData.unseal(ids))
  recordEach(
    'privacy.unsealed',
    unsealed.map(({ id }) => id),
    user,
  )
  if (unsealed.length === 0) return 'None of these is sealed and has to be kept, so nothing was changed'
  return `${countOf(unsealed.length, 'message')} unsealed`
}

async function erase(ids: readonly string[], user: User) {
  const { inbox } = currentSite()
  const { erased, sealed } = await stored(inbox.personalData.erase(ids, user.id))
  recordEach('privacy.erased', erased, user)
  recordEach('privacy.sealed', sealed, user)
  return [
    ...(erased.length > 0 ? [`${countOf(erased.length, 'message')} erased`] : []),
    ...(sealed.length > 0 ? [`${countOf(sealed.length, 'message')} sealed, to be erased when the year is over`] : []),
  ].join(', ')
}

/** Ids alone: the log names no person. */
function recordEach(
  kind: 'privacy.sealed' | 'privacy.unsealed' | 'privacy.erased',
  ids: readonly string[],
  user: User,
) {
  for (const id of ids) currentSite().audit.record({ kind, about: referenceOf(id), actor: actorOf(user) })
}

function stored<Result>(change: Promise<Result>): Promise<Result> {
  return change.catch((cause: unknown) => {
    throw toStorageError(cause)
  })
}
