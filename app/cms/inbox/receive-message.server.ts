import { z } from 'zod'
import { log } from '#app/cms/platform/log.server.ts'
import { contactMessage, type ContactMessage, MessageNotStored } from './stored-message.server.ts'
import { HONEYPOT_FIELDS } from './honeypot-field.ts'
import type { Inbox } from './open-inbox.server.ts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { visitorKey, wideNetworkKeys } from '#app/cms/platform/visitor-key.ts'
import { MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { readJson } from '#app/cms/platform/http/read-json.server.ts'
import { isForm, readSmallForm } from '#app/cms/platform/http/read-form.server.ts'

/** The outcome of a message. The response may say that it was sent only for `stored`. */
type Reception =
  | { kind: 'stored' }
  | { kind: 'invalid'; error: z.ZodError<ContactMessage> }
  | { kind: 'too-many'; retryAfterSeconds: number }
  | { kind: 'failed'; error: MessageNotStored }

/** Makes the function that checks, limits and stores the messages of visitors. */
export function createMessageReceiver(inbox: Pick<Inbox, 'storeMessage'>) {
  const limits = { ordinary: createMessageLimit(), spam: createMessageLimit() }

  /**
   * Checks and stores a message of the contact form or the API. `fields` are the posted fields, `address` is the
   * visitor's. If the honeypot field is filled in, the message is stored as suspected spam, and counted separately: a
   * flood of it does not slow down other visitors.
   */
  async function receiveMessage(fields: Record<string, unknown>, address: string | undefined): Promise<Reception> {
    const isHoneypot = (name: string) => HONEYPOT_FIELDS.some((field) => field === name)
    const written = Object.fromEntries(Object.entries(fields).filter(([name]) => !isHoneypot(name)))
    const suspectedSpam = HONEYPOT_FIELDS.some((field) => (fields[field] ?? '') !== '')
    const limit = suspectedSpam ? limits.spam : limits.ordinary
    const checked = contactMessage.safeParse(written)
    if (!checked.success) return { kind: 'invalid', error: checked.error }
    const retryAfterSeconds = await limit.consume(address)
    if (retryAfterSeconds > 0) return { kind: 'too-many', retryAfterSeconds }
    try {
      await inbox.storeMessage(checked.data, { suspectedSpam })
      if (suspectedSpam) log.info({ address }, 'A message was stored as suspected spam')
      return { kind: 'stored' }
    } catch (error) {
      if (!(error instanceof MessageNotStored)) throw error
      await limit.refund(address)
      return { kind: 'failed', error }
    }
  }

  return receiveMessage
}

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Messages in ten minutes from an IPv4 address or IPv6 /64, from a /56, and from a /48. */
const PER_NETWORK = [5, 20, 40]
const NETWORK_WINDOW = 10 * MINUTE
/** Messages an hour from all visitors together. Beyond them one is accepted every `BEYOND_WINDOW` seconds. */
const OF_ALL = 200
const BEYOND_WINDOW = 20
/** Messages in ten minutes if the host does not know the visitors' addresses. */
const WITHOUT_ADDRESS = 50

interface Count {
  limiter: RateLimiterMemory
  key: string
}

/**
 * Limits the messages of the contact form: 5 in ten minutes from an address, more from the networks around it, and 200
 * an hour from all visitors. Beyond these one is accepted every 20 seconds, so that a flood from many addresses slows
 * the form down but does not close it. If the host does not know addresses, all visitors share one limit of 50.
 */
export function createMessageLimit() {
  const perNetwork = PER_NETWORK.map((points) => new RateLimiterMemory({ points, duration: NETWORK_WINDOW }))
  const withoutAddress = new RateLimiterMemory({ points: WITHOUT_ADDRESS, duration: NETWORK_WINDOW })
  const ofAll = new RateLimiterMemory({ points: OF_ALL, duration: HOUR })
  const beyond = new RateLimiterMemory({ points: 1, duration: BEYOND_WINDOW })

  function countsFor(address: string | undefined): Count[] {
    if (address === undefined) return [{ limiter: withoutAddress, key: 'all' }]
    const networks = [visitorKey(address), ...wideNetworkKeys(address).toReversed()]
    return perNetwork.flatMap((limiter, size) => {
      const key = networks[size]
      return key === undefined ? [] : { limiter, key }
    })
  }

  return {
    /** Counts a message. Resolves with the seconds to wait, at least 1, or 0 if it may be sent now. */
    async consume(address: string | undefined): Promise<number> {
      const counted: Count[] = []
      for (const count of countsFor(address)) {
        const wait = await consume(count)
        if (wait > 0) {
          await reward(counted)
          return wait
        }
        counted.push(count)
      }
      if ((await consume({ limiter: ofAll, key: 'all' })) === 0) return 0
      const wait = await consume({ limiter: beyond, key: 'all' })
      if (wait > 0) await reward(counted)
      return wait
    },

    /** Removes an admitted message from the counts, because it was not stored. */
    async refund(address: string | undefined): Promise<void> {
      await reward([...countsFor(address), { limiter: ofAll, key: 'all' }])
    },
  }
}

async function consume({ limiter, key }: Count): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
  }
}

async function reward(counts: readonly Count[]) {
  for (const { limiter, key } of counts) await limiter.reward(key)
}

/**
 * Room for the longest allowed message, at nine bytes for a character in an urlencoded form, and for the other fields.
 */
const MAX_BODY_BYTES = 64 * 1024

/**
 * Reads the fields of a contact message from a form or a JSON object of at most 64 kB. They are not validated. Rejects
 * with ExpectedError (400, 413, 415).
 */
export async function readMessageFields(request: Request): Promise<Record<string, unknown>> {
  if (!isForm(request)) {
    const parsed = z.record(z.string(), z.unknown()).safeParse(await readJson(request, MAX_BODY_BYTES))
    if (!parsed.success) throw new MalformedBody('Send a JSON object.')
    return parsed.data
  }
  return (await readSmallForm(request, MAX_BODY_BYTES)).fields
}
