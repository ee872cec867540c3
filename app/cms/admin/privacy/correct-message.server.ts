import { data } from '@remix-run/node'
import { z } from 'zod'
import { optionalLine } from '#app/cms/define/fields.ts'
import { adminLoader, passwordAction } from '#app/cms/guard.server.ts'
import { correctionTime, typedExtras, type Correction } from '#app/cms/inbox/privacy/correction.ts'
import { isMessageId, messageFields, referenceOf, type StoredMessage } from '#app/cms/inbox/stored-message.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { actorOf } from '#app/cms/platform/author.server.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { correctionIntents } from './privacy-intents.ts'
import { placeOf } from './privacy.server.ts'
import { shownCorrections } from './shown-corrections.server.ts'
import { problemOf } from './problem-of.server.ts'

/** A further detail may be as long as this. */
const MAX_EXTRA = 2000

/** The message of the address, as a form. */
export const correctionLoader = adminLoader('administrator', async ({ params }) => {
  const message = await requireMessage(params['messageId'])
  const requests = await openCorrections(message)
  return {
    reference: referenceOf(message.id),
    place: placeOf(message),
    values: valuesOf(message),
    seenAt: correctionTime(message),
    extras: typedExtras(message).map(({ label }) => label),
    corrections: shownCorrections(message),
    requests: requests.map(({ id, label }) => ({ id, label })),
    /** The request that names the message or its sender. */
    request: requests.find(({ isOfMessage }) => isOfMessage)?.id ?? '',
  }
})

/** The requests that a correction can answer. */
async function openCorrections({ id: messageId, email }: StoredMessage) {
  const all = await currentSite()
    .inbox.requests.list()
    .catch(() => [])
  return all
    .filter(({ kind, answeredOn }) => kind === 'correction' && answeredOn === undefined)
    .map(({ id, about, came }) => ({
      id,
      label: `${about}, ${formatDay(came)}`,
      isOfMessage: [referenceOf(messageId), email].some((name) => about.toLowerCase().includes(name.toLowerCase())),
    }))
}

function valuesOf(message: StoredMessage): Correction {
  const { firstName, lastName, email, mobile, comments } = message
  return { firstName, lastName, email, mobile, comments, extras: typedExtras(message).map(({ text }) => text) }
}

const formSchema = z.object({
  ...messageFields({
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    mobile: 'Mobile',
    comments: 'Message',
  }),
  extras: z.array(optionalLine('This detail', MAX_EXTRA)),
})

/** What was typed and not stored, and why. */
interface RefusedCorrection {
  values: Correction
  errors: Partial<Record<string, string[]>>
  /** What somebody else has stored meanwhile. */
  now?: { values: Correction; seenAt: string; corrections: string[] }
  problem?: string
}

/** Corrects the message, and answers the chosen request or notes that there was one. The log gets the names of fields. */
export const correctionAction = passwordAction(
  'administrator',
  async ({ params, user, posted: { fields } }) => {
    if (fields['intent'] !== correctionIntents.correct) throw unknownIntent()
    const message = await requireMessage(params['messageId'])
    const { id } = message
    const typed = typedCorrection(message, fields)
    const refuse = (status: number, why: Partial<RefusedCorrection>) =>
      data<RefusedCorrection>({ values: typed, errors: {}, ...why }, { status })
    const checked = formSchema.safeParse(typed)
    if (!checked.success) return refuse(422, { errors: errorsByField(checked.error) })
    const { personalData } = currentSite().inbox
    const correcting = personalData.correct(id, checked.data, { seenAt: textOf(fields['seen']), by: user })
    const problem = await problemOf(correcting)
    if (problem) return refuse(problem.status, { problem: problem.message })
    const result = await correcting
    if (result === undefined) throw notFound()
    if ('conflict' in result) {
      const { conflict } = result
      const now = {
        values: valuesOf(conflict),
        seenAt: correctionTime(conflict),
        corrections: shownCorrections(conflict),
      }
      return refuse(409, { now })
    }
    const reference = referenceOf(id)
    if (result.fields.length > 0) {
      const detail = { fields: enumerate(result.fields) }
      currentSite().audit.record({ kind: 'privacy.corrected', about: reference, detail, actor: actorOf(user) })
    }
    const answering = await problemOf(answer(textOf(fields['request']), reference, user))
    const page = `/admin/privacy?${new URLSearchParams({ q: reference }).toString()}`
    return currentSite().flash.flashRedirect(
      page,
      answering
        ? { kind: 'failure', message: `The message is corrected, but not the request book: ${answering.message}` }
        : {
            kind: 'success',
            message: result.fields.length === 0 ? 'Nothing was changed' : `Corrected: ${enumerate(result.fields)}`,
          },
    )
  },
  { intents: correctionIntents },
)

/** Without a request of the book, a new one is noted as answered: by its reference, which names nobody. */
async function answer(request: string, reference: string, user: User) {
  const { requests } = currentSite().inbox
  if (request === '') await requests.add('correction', reference, { answeredBy: user.id })
  else await requests.answer(request, user.id)
  currentSite().audit.record({ kind: 'privacy.answered', about: request || reference, actor: actorOf(user) })
}

function typedCorrection(message: StoredMessage, fields: Readonly<Record<string, unknown>>): Correction {
  return {
    firstName: textOf(fields['firstName']),
    lastName: textOf(fields['lastName']),
    email: textOf(fields['email']),
    mobile: textOf(fields['mobile']),
    comments: textOf(fields['comments']),
    extras: typedExtras(message).map((_, index) => textOf(fields[`extra-${index}`])),
  }
}

function errorsByField(error: z.ZodError): Partial<Record<string, string[]>> {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const name = path[0] === 'extras' ? `extra-${String(path[1])}` : String(path[0])
    errors[name] = [...(errors[name] ?? []), message]
  }
  return errors
}

async function requireMessage(id = ''): Promise<StoredMessage> {
  const message = isMessageId(id) ? await currentSite().inbox.personalData.read(id) : undefined
  if (!message) throw notFound()
  return message
}

function notFound() {
  return new Response('This message no longer exists.', { status: 404 })
}
