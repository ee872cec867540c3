import { createReadStream } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { sha256 } from './digest.server.ts'
import { elementOf } from './s3-xml.ts'
import { SentWrites } from './sent-writes.server.ts'
import { StoreClock } from './store-clock.server.ts'

/** Bytes to send: in memory, or a file whose SHA-256 is known. */
export type S3Body = Uint8Array | { file: string; size: number; sha256: string }

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: S3Body
  /** Milliseconds without a byte after which the request has failed. */
  idleTimeout?: number
  /** For a write: the store must not begin it after this moment of the monotonic clock. */
  until?: number
}

/** The store does not respond, or cannot do anything now. */
export class S3Unavailable extends Error {
  override name = 'S3Unavailable'
  /** True if the store may have carried out the request, or may still do so. */
  readonly mayHappen: boolean
  /** True if the store asks for fewer requests: it is asked again later, and has not begun this one. */
  readonly isOverload: boolean

  constructor(
    message: string,
    {
      mayHappen = true,
      isOverload = false,
      ...options
    }: ErrorOptions & { mayHappen?: boolean; isOverload?: boolean } = {},
  ) {
    super(message, options)
    this.mayHappen = mayHappen
    this.isOverload = isOverload
  }
}

/** The store refuses the request: wrong keys, no such bucket. */
export class S3Refused extends Error {
  override name = 'S3Refused'
}

const IDLE_TIMEOUT_MS = 5_000
/** For an upload or download of a large file. */
export const LARGE_IDLE_TIMEOUT_MS = 30_000
const MAX_SOCKETS = 32
/** The most bytes of a response that describes an error. */
export const MAX_ERROR_BYTES = 64_000
/**
 * A signature in the query is valid for so long (s) before it ends. Stores refuse one that begins in the future, so it
 * begins early enough for clocks that differ.
 */
const QUERY_LIFETIME_S = 300

/** Sends signed requests (AWS Signature Version 4) to a bucket. */
export class S3Sender {
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS }),
  }
  /** Signing keys, each valid for one day. */
  readonly #cache = new Map<string, ArrayBuffer>()
  /** By the origin of the gateway. */
  readonly #clocks = new Map<string, StoreClock>()
  readonly #clockListeners = new Listeners()
  /** Calls the listener when the clock of the store, or that of this machine, has made a jump. */
  readonly onClockJump = this.#clockListeners.subscribe
  /** Writes that the store may still carry out. */
  readonly sent = new SentWrites()
  /** Set by the self-test: some stores compare `If-Match` with the quotes of the header, some without. */
  quotesTags = true
  /** Index of the gateway in use. */
  #gateway = 0
  #isClosed = false

  constructor(private readonly settings: StoreSettings) {}

  /** By how many milliseconds this machine's clock is ahead of the store's: limits; undefined: not known yet. */
  clockAhead(): { least: number; most: number } | undefined {
    return this.#clockOf(this.#gatewayUrl()).ahead()
  }

  /**
   * Sends one request, without a retry. Resolves with the response once its head has arrived, whatever the status; its
   * body must be read or destroyed. Rejects with S3Unavailable if there is no response, and if the store is overloaded.
   */
  async send(request: S3Request): Promise<IncomingMessage> {
    if (this.#isClosed) throw new S3Refused('The connection to the store was closed')
    const gateway = this.#gateway
    const bucket = this.#gatewayUrl()
    const clock = this.#clockOf(bucket)
    // The first response of a gateway shows its clock.
    if (request.until !== undefined && clock.earliestAt(request.until) === undefined) {
      const met = await this.#exchange(bucket, { method: 'HEAD' }, gateway)
      met.resume()
    }
    return this.#exchange(bucket, request, gateway)
  }

  async #exchange(bucket: string, request: S3Request, gateway: number): Promise<IncomingMessage> {
    const { method, key = '', body, idleTimeout = IDLE_TIMEOUT_MS, until } = request
    const clock = this.#clockOf(bucket)
    const { url, headers, expires } = await this.#sign(bucket, request, clock)
    const protocol = url.protocol === 'https:' ? 'https:' : 'http:'
    const isFile = body !== undefined && !ArrayBuffer.isView(body)
    const began = performance.now()
    if (until !== undefined && began >= until)
      throw new S3Unavailable('The time to write is over', { mayHappen: false })
    const sending = (protocol === 'https:' ? https : http).request(url, {
      method,
      agent: this.#agents[protocol],
      headers: { ...headers, ...(body && { 'content-length': isFile ? body.size : body.byteLength }) },
    })
    const sent = until === undefined ? undefined : this.sent.add(key, until)
    const connection = { isMade: false }
    sending.once('socket', (socket) => {
      if (!socket.connecting) connection.isMade = true
      else socket.once('connect', () => (connection.isMade = true))
    })
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        sending.once('response', resolve)
        sending.on('error', reject)
        sending.setTimeout(idleTimeout, () => {
          sending.destroy(new Error(`No response within ${idleTimeout / 1000} s`))
        })
        if (!isFile) sending.end(body)
        // The error of the request is more precise than that of the pipeline.
        else pipeline(createReadStream(body.file), sending).catch((error: unknown) => sending.destroy(toError(error)))
      })
      const date = Date.parse(response.headers.date ?? '')
      if (date > 0 && !clock.note(date, began, performance.now())) this.#clockListeners.announce()
      const { statusCode = 0 } = response
      if (statusCode === 429 || statusCode === 503) {
        const error = await errorOf(response)
        if (sent && error instanceof S3Unavailable && error.isOverload) this.sent.end(sent)
        throw error
      }
      // A gateway that has given up may have passed the request on.
      if (sent && statusCode < 500) this.sent.end(sent)
      if (response.statusCode === 403 && expires !== undefined && date >= expires) {
        response.resume()
        throw new S3Unavailable('The store received the request too late', { mayHappen: false })
      }
      return response
    } catch (cause) {
      if (cause instanceof S3Unavailable || cause instanceof S3Refused) throw cause
      if (this.#gateway === gateway) this.#gateway += 1
      if (sent && !connection.isMade) this.sent.end(sent)
      throw new S3Unavailable(`${url.origin} does not respond: ${toError(cause).message}`, {
        cause,
        mayHappen: connection.isMade,
      })
    }
  }

  /** Signs in the headers, or, for a request that must not come late, in the query, where a signature can expire. */
  async #sign(bucket: string, { method, key = '', query, headers = {}, body, until }: S3Request, clock: StoreClock) {
    const { region, accessKeyId, secretAccessKey, sessionToken } = this.settings
    const url = new URL(`${bucket}/${encodeKey(key)}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const latest = until === undefined ? undefined : clock.earliestAt(until)
    const expires = latest === undefined ? undefined : Math.floor(latest / 1_000) * 1_000
    if (expires !== undefined) url.searchParams.set('X-Amz-Expires', String(QUERY_LIFETIME_S))
    const date =
      expires === undefined ? (clock.earliestAt(performance.now()) ?? Date.now()) : expires - QUERY_LIFETIME_S * 1_000
    const isFile = body !== undefined && !ArrayBuffer.isView(body)
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': isFile ? body.sha256 : sha256(body ?? '') },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      datetime: new Date(date).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
      signQuery: expires !== undefined,
      cache: this.#cache,
    }).sign()
    return { url: signed.url, headers: Object.fromEntries(signed.headers), expires }
  }

  #gatewayUrl(): string {
    const { buckets } = this.settings
    return buckets[this.#gateway % buckets.length] ?? ''
  }

  #clockOf(bucket: string): StoreClock {
    const { origin } = new URL(bucket)
    const known = this.#clocks.get(origin)
    if (known) return known
    const clock = new StoreClock()
    this.#clocks.set(origin, clock)
    return clock
  }

  close(): void {
    this.#isClosed = true
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }
}

/** The error of an unexpected response. Lost races, overload and faults may be temporary. */
export async function errorOf(response: IncomingMessage): Promise<S3Unavailable | S3Refused> {
  const { statusCode = 0 } = response
  const text = (await readBody(response, MAX_ERROR_BYTES)).toString()
  const code = elementOf(text, 'Code') ?? ''
  const message = `The store responded with ${statusCode}${code === '' ? '' : ` ${code}`}`
  // The next request is signed by the clock that this response has shown.
  const isTemporary = code === 'RequestTimeout' || code === 'RequestTimeTooSkewed'
  const isOver = statusCode >= 500 || statusCode === 409 || statusCode === 429 || isTemporary
  // A store that is overloaded refuses a request before it begins it.
  const isOverload = statusCode === 429 || code === 'SlowDown'
  return isOver ? new S3Unavailable(message, { mayHappen: !isOverload, isOverload }) : new S3Refused(message)
}

/** Reads the body of a response. Rejects with S3Unavailable if it is incomplete or larger than `maxBytes`. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      length += chunk.byteLength
      if (length > maxBytes) throw new Error(`More than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
    // Node reads a response that was already destroyed, such as by a timeout, as an empty one without an error.
    if (!response.readableEnded) throw new Error('The response was closed before it was read')
  } catch (cause) {
    throw new S3Unavailable(`A response of the store is incomplete: ${toError(cause).message}`, { cause })
  }
  return Buffer.concat(chunks, length)
}

/** As AWS Signature Version 4 requires: encodes every byte except unreserved characters and slashes. */
export function encodeKey(key: string) {
  return encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

function toError(error: unknown) {
  return error instanceof Error ? error : new Error(String(error))
}
