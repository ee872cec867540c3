import { data } from '@remix-run/node'
import { z } from 'zod'
import { choice, optionalText } from '#app/cms/define/fields.ts'
import { NOBODY } from '#app/cms/inbox/find-messages.ts'
import {
  MAX_NOTE_LENGTH,
  MESSAGE_STATE_IDS,
  MESSAGE_STATES,
  NOT_HANDLED,
  type MessageHandling,
} from '#app/cms/inbox/message-handling.ts'
import type { HandlingChange } from '#app/cms/inbox/staff-changes.server.ts'
import type { StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { actorOf } from '#app/cms/platform/author.server.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Those who can be in charge of a message: everybody who may open the inbox, and those of `alsoNamed`. */
export function peopleInCharge(alsoNamed: readonly string[] = []): { id: string; name: string }[] {
  const { accounts } = currentSite().auth
  const able = accounts.rememberedAccounts().filter(({ isActive, role }) => isActive && hasRole(role, 'publisher'))
  const ids = new Set([...able.map(({ id }) => id), ...alsoNamed.filter((id) => id !== '')])
  return [...ids]
    .map((id) => ({ id, name: accounts.nameOf(id) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** What staff have noted about a message, in words. */
export function shownHandling({ handling = NOT_HANDLED }: Pick<StoredMessage, 'handling'>) {
  const { nameOf } = currentSite().auth.accounts
  const { state, person, note, changedAt, changedBy } = handling
  return {
    ...{ state, person, note, changedAt },
    stateLabel: MESSAGE_STATES[state],
    personName: person === '' ? '' : nameOf(person),
    changed: changedAt === '' ? '' : `Changed by ${nameOf(changedBy)}, ${formatTimeInSentence(changedAt)}`,
  }
}

/** The change that a form asks for of several messages: state, person or both. `''` leaves one as it is. */
export function readSharedChange(fields: Readonly<Record<string, unknown>>): HandlingChange {
  const state = MESSAGE_STATE_IDS.find((id) => id === fields['setState'])
  const person = textOf(fields['setPerson'])
  const known = person === NOBODY || peopleInCharge().some(({ id }) => id === person)
  return { ...(state && { state }), ...(known && { person: person === NOBODY ? '' : person }) }
}

/** Changes several messages. Resolves with what to say of it. */
export async function handleSeveral(ids: readonly string[], change: HandlingChange, seenAt: string, user: User) {
  const { count, conflicts } = await currentSite().inbox.handleMessages(ids, change, { seenAt, by: user })
  record(change, user, { count })
  const done = `${countOf(count, 'message')} changed`
  if (conflicts.length === 0) return { kind: 'success' as const, message: done }
  const names = enumerate(
    conflicts.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    3,
  )
  const message = `${done}. Somebody else has changed ${countOf(conflicts.length, 'message')} since you opened the list: ${names}. Look at what is there now, then choose again.`
  return { kind: 'failure' as const, message }
}

/** What was typed and not saved, and why. */
export interface RefusedHandling {
  typed: { state: string; person: string; note: string }
  errors: { state?: string[]; person?: string[]; note?: string[] }
  /** What somebody else has saved meanwhile. */
  now?: ReturnType<typeof shownHandling> | undefined
  /** Why it could not be stored. */
  problem?: string | undefined
}

/**
 * Changes one message by the form on its page. Answers 409 if it was changed since, 422 for what is not valid, or the
 * status of the error of the storage.
 */
export async function handleOne(
  message: StoredMessage,
  fields: Readonly<Record<string, unknown>>,
  { user, page }: { user: User; page: string },
) {
  const { handling: before = NOT_HANDLED } = message
  const people = peopleInCharge([before.person]).map(({ id }) => id)
  const typed = { state: textOf(fields['state']), person: textOf(fields['person']), note: textOf(fields['note']) }
  const checked = formSchema(people).safeParse(typed)
  const refuse = (status: number, why: Partial<RefusedHandling>) =>
    data<RefusedHandling>({ typed, errors: {}, ...why }, { status })
  if (!checked.success) return refuse(422, { errors: z.flattenError(checked.error).fieldErrors })
  const options = { seenAt: textOf(fields['seen']), by: user }
  const result = await currentSite()
    .inbox.handleMessages([message.id], checked.data, options)
    .catch((error: unknown) => requireExpected(error))
  if (result instanceof Error) return refuse(result.status, { problem: result.message })
  const { count, conflicts } = result
  const [conflict] = conflicts
  if (conflict) return refuse(409, { now: shownHandling(conflict) })
  record(differencesOf(before, checked.data), user, { count, about: message.id })
  return currentSite().flash.flashRedirect(page, { kind: 'success', message: 'Saved' })
}

function formSchema(people: readonly string[]) {
  return z.object({
    state: choice('State', MESSAGE_STATE_IDS, MESSAGE_STATES),
    person: z.string().refine((id) => id === '' || people.includes(id), 'Choose a person who may open the inbox'),
    note: optionalText('Note', MAX_NOTE_LENGTH),
  })
}

function differencesOf(before: MessageHandling, after: Required<HandlingChange>): HandlingChange {
  return {
    ...(after.state !== before.state && { state: after.state }),
    ...(after.person !== before.person && { person: after.person }),
    ...(after.note !== before.note && { note: after.note }),
  }
}

/** Notes what was changed, without the text of a note. */
function record(
  { state, person, note }: HandlingChange,
  user: User,
  { count, about }: { count: number; about?: string },
) {
  if (count === 0) return
  const inCharge = person === undefined || person === '' ? person : currentSite().auth.accounts.nameOf(person)
  const detail = {
    ...(about === undefined && { count }),
    ...(state && { state: MESSAGE_STATES[state] }),
    ...(inCharge !== undefined && { person: inCharge || 'nobody' }),
    ...(note !== undefined && { note: note === '' ? 'removed' : 'changed' }),
  }
  currentSite().audit.record({ kind: 'messages.handled', about, detail, actor: actorOf(user) })
}
