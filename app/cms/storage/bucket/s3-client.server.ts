import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { untilHeld, type Writership } from '../writership.ts'
import { isAfter, type ListPart } from './list-parts.ts'
import {
  encodeKey,
  errorOf,
  LARGE_IDLE_TIMEOUT_MS,
  MAX_ERROR_BYTES,
  readBody,
  S3Refused,
  S3Sender,
  S3Unavailable,
  type S3Body,
  type S3Request,
} from './s3-request.server.ts'
import { decodeEntities, elementOf } from './s3-xml.ts'

export interface S3Head {
  /** Without quotes. */
  etag: string
  size: number
  /** Milliseconds since 1970. */
  modified: number
  /** Id of the put that wrote it; undefined if another program wrote it. */
  commit: string | undefined
  /** Ids of the puts before that one, newest first. */
  before: string[]
  /** The `others` of that put: names of history records in the same commit. */
  with: string[]
}

interface S3Listed {
  key: string
  /** Without quotes. */
  etag: string
}

/** `absent`: the object must not exist. Otherwise the ETag that it must have. */
export type S3Condition = { ifMatch: string } | 'absent' | undefined

/** The right to write, which ends at a moment. */
export interface WriteFence extends Pick<Writership, 'term' | 'isHeld' | 'subscribe'> {
  /** By the monotonic clock: until when the right to write is held. */
  heldUntil(): number
}

/** This process has no right to write, or lost it before anything was written. */
export class S3NotWriter extends Error {
  override name = 'S3NotWriter'
}

/** Nothing was written, since the store does not respond to the renewal of the right to write. */
class S3NotRenewed extends Error {
  override name = 'S3NotRenewed'
}

/** A write was sent, and neither a response nor the object shows whether it has happened. */
export class S3OutcomeUnknown extends Error {
  override name = 'S3OutcomeUnknown'
}

/** A put is retried for so long (ms) while its outcome is unknown. */
const SETTLE_MS = 15_000
const READ_TRIES = 4
/** A removal or a copy is tried again for so long while the store is overloaded (ms). */
const OVERLOADED_MS = 5_000
const FIRST_PAUSE_MS = 40
const MAX_PAUSE_MS = 1_000
const MAX_LIST_BYTES = 16_000_000
const COMMIT_HEADER = 'x-amz-meta-commit'
const BEFORE_HEADER = 'x-amz-meta-before'
const WITH_HEADER = 'x-amz-meta-with'
/** S3 allows 2 kB of such headers. */
const MAX_WITH = 1_500
/** Other nodes write less often than that while a node waits for the outcome of its put. */
const MAX_BEFORE = 16
/** For how many objects the last puts are remembered. */
const REMEMBERED = 1_000
const LARGE_BYTES = 1_000_000

interface S3ClientOptions extends StoreSettings {
  settleMs?: number
}

interface PutOptions {
  /** Names of the same commit, for nodes that read the object. */
  others?: readonly string[]
  /** How long the put is retried while its outcome is unknown (ms); 0: not at all. */
  settleMs?: number
}

/** Ids of the puts that led to the state in which an object was seen last, newest first. */
type LastPuts = LRUCache<string, { etag: string; ids: readonly string[] }>

/**
 * The objects of a bucket below a prefix, which is hidden from callers. Reads and removals are retried if the store
 * does not respond. All methods reject with S3Unavailable, or with S3Refused if a retry does not help.
 */
export class S3Client {
  readonly #prefix: string

  constructor(
    private readonly settings: S3ClientOptions,
    readonly sender = new S3Sender(settings),
    private readonly puts: LastPuts = new LRUCache({ max: REMEMBERED }),
    private readonly fence?: WriteFence,
  ) {
    this.#prefix = settings.prefix
  }

  /**
   * The same bucket for the process that writes the site. The store itself refuses each write that it receives after the
   * right to write has ended, however late a network or a halted process delivers it. No write is reported as done
   * unless the right is still held after the response. Writes also reject with S3NotWriter and S3OutcomeUnknown.
   */
  fencedBy(fence: WriteFence): S3Client {
    return new S3Client(this.settings, this.sender, this.puts, fence)
  }

  async head(key: string): Promise<S3Head | undefined> {
    const response = await this.#ask({ method: 'HEAD', key: this.#prefix + key }, [200, 404])
    response.resume()
    return response.statusCode === 200 ? this.#seen(key, response) : undefined
  }

  /**
   * An object with its body, which must be read or destroyed; undefined if there is none; `unchanged` if it still has
   * `knownEtag`.
   */
  async get(key: string, knownEtag?: string): Promise<(S3Head & { body: IncomingMessage }) | 'unchanged' | undefined> {
    const response = await this.#ask(
      {
        method: 'GET',
        key: this.#prefix + key,
        ...(knownEtag !== undefined && { headers: { 'if-none-match': `"${knownEtag}"` } }),
      },
      [200, 304, 404],
    )
    if (response.statusCode === 200) return { ...this.#seen(key, response), body: response }
    response.resume()
    return response.statusCode === 304 ? 'unchanged' : undefined
  }

  /** The bytes of a small object, with its head; undefined if there is none. */
  async read(key: string, maxBytes: number): Promise<(S3Head & { bytes: Buffer }) | undefined> {
    const found = await this.get(key)
    if (found === undefined || found === 'unchanged') return undefined
    return { ...found, bytes: await readBody(found.body, maxBytes) }
  }

  /**
   * Writes an object if the condition holds. Resolves with its new ETag, or with `conflict` if the condition does not
   * hold. If the connection was cut or the store has failed, the outcome is unknown: then the object's head shows which
   * put wrote it, and the put is retried as long as the condition holds. The ETag is empty if others have written on
   * top of it meanwhile. Rejects after 15 s: with S3OutcomeUnknown if the put may have happened, or may happen later.
   */
  async put(
    key: string,
    body: S3Body,
    condition?: S3Condition,
    { others = [], settleMs = this.settings.settleMs ?? SETTLE_MS }: PutOptions = {},
  ): Promise<{ etag: string } | 'conflict'> {
    const term = await this.#beginWrite(key)
    const commit = randomBytes(9).toString('base64url')
    const seen = this.puts.get(key)
    const before = typeof condition === 'object' && seen?.etag === condition.ifMatch ? seen.ids : []
    const done = async (etag: string) => {
      await this.#confirm(term)
      this.puts.set(key, { etag, ids: withNewest(commit, before) })
      return { etag }
    }
    const named = others.map(encodeURIComponent).join(',')
    const request: S3Request = {
      method: 'PUT',
      key: this.#prefix + key,
      body,
      headers: {
        [COMMIT_HEADER]: commit,
        ...(before.length > 0 && { [BEFORE_HEADER]: before.join(',') }),
        ...(named !== '' && named.length <= MAX_WITH && { [WITH_HEADER]: named }),
        ...this.#conditionHeaders(condition),
      },
      ...(sizeOf(body) > LARGE_BYTES && { idleTimeout: LARGE_IDLE_TIMEOUT_MS }),
    }
    const deadline = performance.now() + settleMs
    let sentBefore = 0
    for (let tries = 1; ; tries += 1) {
      let failure: unknown
      try {
        const response = await this.sender.send({
          ...request,
          ...(await this.#limitOf(term, deadline, sentBefore > 0)),
        })
        const { statusCode = 0 } = response
        if (statusCode === 200) {
          response.resume()
          return await done(bare(response.headers.etag))
        }
        // AWS responds with 404 if there is no object for `If-Match`.
        const isConflict = statusCode === 412 || (statusCode === 404 && typeof condition === 'object')
        if (isConflict && sentBefore === 0) {
          await assertBucket(response)
          return 'conflict'
        }
        failure = await errorOf(response)
        if (!isConflict && failure instanceof S3Refused) throw failure
      } catch (error) {
        if (!(error instanceof S3Unavailable)) throw error
        failure = error
      }
      if (settleMs === 0) throw failure
      if (!(failure instanceof S3Unavailable) || failure.mayHappen) sentBefore += 1
      const isOver = performance.now() > deadline
      if (sentBefore === 0 && !isOver) {
        // Nothing was begun, and a store that is overloaded wants fewer requests.
        await delay(pauseAfter(tries))
        continue
      }
      // From then on the store refuses every attempt, so the head decides.
      if (isOver && this.fence) await this.sender.sent.untilOver(request.key)
      const current = await this.head(key).catch((error: unknown) => {
        if (error instanceof S3Unavailable) return 'unknown' as const
        throw error
      })
      if (current !== 'unknown') {
        const isOurs = current?.commit === commit
        const wasOurs = current?.before.includes(commit) === true
        if ((isOurs || wasOurs) && sentBefore === 1) this.sender.sent.endAllOf(request.key ?? '')
        if (isOurs) return await done(current.etag)
        if (wasOurs) {
          await this.#confirm(term)
          return { etag: '' }
        }
        if (condition === 'absent' && current) return 'conflict'
        if (typeof condition === 'object' && current?.etag !== condition.ifMatch) return 'conflict'
      }
      const isDecided = this.fence !== undefined && current !== 'unknown'
      if (isOver) throw sentBefore > 0 && !isDecided ? unknownAfter(failure) : failure
      await delay(pauseAfter(tries))
    }
  }

  /** Removes an object; a missing one is ignored. No store is known to support conditional removal. */
  async remove(key: string): Promise<void> {
    const term = await this.#beginWrite(key)
    const response = await this.#ask({ method: 'DELETE', key: this.#prefix + key }, [200, 204, 404], term)
    response.resume()
    await this.#confirm(term)
  }

  /** Copies an object within the store. Resolves with the copy's ETag; undefined if there is no such object. */
  async copy(from: string, to: string): Promise<string | undefined> {
    const term = await this.#beginWrite(to)
    const bucket = new URL(this.settings.buckets[0] ?? '').pathname
    const source = bucket === '/' ? `/${this.#virtualBucket()}` : bucket
    const response = await this.#ask(
      {
        method: 'PUT',
        key: this.#prefix + to,
        headers: { 'x-amz-copy-source': `${source}/${encodeKey(this.#prefix + from)}` },
        idleTimeout: LARGE_IDLE_TIMEOUT_MS,
      },
      [200, 404],
      term,
    )
    const text = (await readBody(response, MAX_ERROR_BYTES)).toString()
    if (response.statusCode === 404) return undefined
    // A copy that fails late has the status 200 and an error in the body.
    const etag = /<ETag>(.*?)<\/ETag>/.exec(text)?.[1]
    if (etag === undefined) throw new S3Unavailable(`A copy failed: ${text.slice(0, 500)}`)
    await this.#confirm(term)
    return bare(decodeEntities(etag))
  }

  /** Every object whose key begins with `start`, sorted by key: of those after the key `after`, until the key `until`. */
  async *list(start: string, { after, until }: ListPart = {}): AsyncGenerator<S3Listed> {
    let token: string | undefined
    do {
      const response = await this.#ask(
        {
          method: 'GET',
          query: {
            'list-type': '2',
            'encoding-type': 'url',
            prefix: this.#prefix + start,
            ...(token !== undefined && { 'continuation-token': token }),
            ...(token === undefined && after !== undefined && { 'start-after': this.#prefix + after }),
          },
        },
        [200],
      )
      const text = (await readBody(response, MAX_LIST_BYTES)).toString()
      for (const [, object = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = decodeKey(elementOf(object, 'Key') ?? '').slice(this.#prefix.length)
        if (until !== undefined && isAfter(key, until)) return
        yield { key, etag: bare(elementOf(object, 'ETag')) }
      }
      token = elementOf(text, 'NextContinuationToken')
    } while (token !== undefined && token !== '')
  }

  #seen(key: string, response: IncomingMessage): S3Head {
    const head = headOf(response)
    this.puts.set(key, { etag: head.etag, ids: withNewest(head.commit, head.before) })
    return head
  }

  close(): void {
    this.sender.close()
  }

  /** The bucket in the host name if the address has no path: `bucket.s3.eu-west-1.amazonaws.com`. */
  #virtualBucket() {
    return new URL(this.settings.buckets[0] ?? '').hostname.split('.s3.')[0] ?? ''
  }

  #conditionHeaders(condition: S3Condition): Record<string, string> {
    if (condition === undefined) return {}
    if (condition === 'absent') return { 'if-none-match': '*' }
    return { 'if-match': this.sender.quotesTags ? `"${condition.ifMatch}"` : condition.ifMatch }
  }

  /** Resolves with the term of this process once no earlier write of the object can happen any more. */
  async #beginWrite(key: string): Promise<number | undefined> {
    if (!this.fence) return undefined
    const term = this.fence.term()
    if (term === undefined) throw new S3NotWriter('Another process writes to the store')
    await this.sender.sent.untilOver(this.#prefix + key)
    return term
  }

  /** The limit of a write that is about to be sent. Waits while the right to write was not renewed in time. */
  async #limitOf(term: number | undefined, deadline: number, wasSent: boolean): Promise<Pick<S3Request, 'until'>> {
    if (!this.fence || term === undefined) return {}
    const isHeld = await untilHeld(this.fence, Math.max(0, deadline - performance.now()))
    if (isHeld && this.fence.term() === term) return { until: this.fence.heldUntil() }
    if (wasSent) throw new S3OutcomeUnknown('The right to write has ended')
    if (this.fence.term() !== term) throw new S3NotWriter('Another process writes to the store')
    throw new S3NotRenewed('The right to write could not be renewed')
  }

  /**
   * Rejects with S3OutcomeUnknown if another process may have begun to write since a write was sent. Waits while the
   * right to write was not renewed in time.
   */
  async #confirm(term: number | undefined): Promise<void> {
    if (!this.fence || term === undefined) return
    const isHeld = await untilHeld(this.fence, this.settings.settleMs ?? SETTLE_MS)
    if (isHeld && this.fence.term() === term) return
    throw new S3OutcomeUnknown('The right to write has ended while the store carried out a write')
  }

  /**
   * Sends a request that may be repeated, until a response has one of these statuses. A write has the `term` in which it
   * was begun.
   */
  async #ask(request: S3Request, expected: readonly number[], term?: number): Promise<IncomingMessage> {
    const { settleMs = SETTLE_MS } = this.settings
    const began = performance.now()
    let mayHappen = false
    for (let tries = 1; ; tries += 1) {
      try {
        const response = await this.sender.send({
          ...request,
          ...(await this.#limitOf(term, began + settleMs, mayHappen)),
        })
        if (response.statusCode === 404 && expected.includes(404)) await assertBucket(response)
        if (expected.includes(response.statusCode ?? 0)) return response
        throw await errorOf(response)
      } catch (error) {
        if (!(error instanceof S3Unavailable)) throw error
        mayHappen ||= error.mayHappen
        const isWriteLater = error.isOverload && request.method !== 'GET'
        const isOver = isWriteLater
          ? performance.now() - began > Math.min(settleMs, OVERLOADED_MS)
          : tries >= READ_TRIES
        if (isOver) throw term === undefined || !mayHappen ? error : unknownAfter(error)
        await delay(pauseAfter(tries))
      }
    }
  }
}

function unknownAfter(cause: unknown) {
  return new S3OutcomeUnknown('The store has not responded to a write', { cause })
}

function withNewest(commit: string | undefined, before: readonly string[]) {
  return commit === undefined ? [] : [commit, ...before].slice(0, MAX_BEFORE)
}

function headOf({ headers }: IncomingMessage): S3Head {
  const list = (value: string | string[] | undefined) => (typeof value === 'string' ? value.split(',') : [])
  const commit = headers[COMMIT_HEADER]
  return {
    etag: bare(headers.etag),
    size: Number(headers['content-length'] ?? 0),
    modified: Date.parse(headers['last-modified'] ?? '') || 0,
    commit: typeof commit === 'string' ? commit : undefined,
    before: list(headers[BEFORE_HEADER]),
    with: list(headers[WITH_HEADER]).map(decodeURIComponent),
  }
}

/** Rejects with S3Refused if the whole bucket is missing, which has the same status as a missing object. */
async function assertBucket(response: IncomingMessage) {
  const text = (await readBody(response, MAX_ERROR_BYTES)).toString()
  if (text.includes('<Code>NoSuchBucket</Code>')) throw new S3Refused('There is no such bucket')
}

function decodeKey(encoded: string) {
  return decodeURIComponent(encoded.replaceAll('+', ' '))
}

function bare(etag: string | undefined) {
  return etag?.replaceAll('"', '') ?? ''
}

function sizeOf(body: S3Body) {
  return ArrayBuffer.isView(body) ? body.byteLength : body.size
}

/** Longer after each try, and random, so that two waiting clients do not retry at the same time. */
function pauseAfter(tries: number) {
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + Math.random())
}
