import { createHash } from 'node:crypto'
import { STATUS_CODES, validateHeaderName, validateHeaderValue, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { acceptedCodings, type Coding } from './accept-encoding.ts'
import { compressHard, compressQuickly, isCompressible } from './compress.ts'
import type { CacheableRequest } from '../fast-path/cacheable-request.ts'
import { headerOf, type Header, type BufferedResponse } from './buffered-response.ts'

/** Below this, the headers weigh more than what compression saves. */
const SMALLEST_COMPRESSED = 512

/**
 * Up to here a body is kept joined with its head as well and goes out in one write: with 12 kB that takes two thirds of the
 * time of a list of two buffers.
 */
const LARGEST_JOINED = 32 * 1024

interface Form {
  status: 200 | 304 | 404 | 406
  /** Undefined where there is none. */
  body: Buffer | undefined
  /** Names and values in turn, as `writeHead` takes them without copying. */
  head: string[]
  /** The same as it goes over the wire, without what depends on time and connection. */
  lines: string
  /** Head and body in one, as of the second that `connection` was made for. */
  joined?: { connection: ConnectionLines; bytes: Buffer }
}

/** For a client that refuses every form there is. */
const NOT_ACCEPTABLE = formOf(406, [
  ['Content-Length', '0'],
  ['Vary', 'Accept-Encoding'],
  ['Cache-Control', 'no-store'],
])

/**
 * An answer ready to be sent: its body in every coding and the headers that go with each, put together once.
 *
 * Its tag is weak where the body is compressed: the same content is sent in several codings, one of which is replaced by a
 * smaller one later, and RFC 9110 (8.8.1) keeps strong tags for equal bytes. Nobody asks for parts of such a body.
 */
export class CachedResponse {
  readonly etag: string
  readonly #whole: BufferedResponse
  readonly #origin: string
  readonly #forms = new Map<Coding, Form>()
  readonly #notModified: Form
  #isImproved = false

  /** `origin` is the one the answer was made under. Use `storeAnswer`. */
  constructor(whole: BufferedResponse, origin: string) {
    this.#whole = whole
    this.#origin = origin
    this.etag = etagOf(whole)
    this.#notModified = formOf(304, [
      ...whole.headers.filter(([name]) => !/^(?:content-type|etag)$/i.test(name)),
      ...this.#sharedHeaders(),
    ])
    this.setForm('identity', whole.body)
  }

  get body() {
    return this.#whole.body
  }

  get isCompressible() {
    if (this.#whole.isExact) return false
    return this.body.length >= SMALLEST_COMPRESSED && isCompressible(headerOf(this.#whole, 'Content-Type') ?? '')
  }

  /** Memory it takes, in bytes. */
  get size() {
    let size = 4_000
    for (const { body } of this.#forms.values()) {
      const length = body?.length ?? 0
      size += length > LARGEST_JOINED ? length : 2 * length
    }
    return size
  }

  setForm(coding: Coding, body: Buffer) {
    const head = [
      ...this.#whole.headers.filter(([name]) => name.toLowerCase() !== 'etag'),
      ...this.#sharedHeaders(),
      ['Content-Length', String(body.length)] as const,
      ...(coding === 'identity' ? [] : [['Content-Encoding', coding] as const]),
    ]
    this.#forms.set(coding, formOf(this.#whole.status ?? 200, head, body))
  }

  /** Replaces the first brotli form, made in a hurry, by one of `quality`. Does nothing the second time. */
  async improve(quality: number): Promise<void> {
    if (this.#isImproved || !this.isCompressible) return
    this.#isImproved = true
    const smaller = await compressHard(this.body, quality)
    if (smaller.length < (this.#forms.get('br')?.body ?? this.body).length) this.setForm('br', smaller)
  }

  /**
   * Answers a GET or HEAD and returns the status: its own, 304, or 406 where the client refuses every form there is. `origin` is
   * the one the visitor asked under: the policy in the headers names it.
   */
  send(request: CacheableRequest, response: ServerResponse, origin: string): number {
    const { status, head, body } = this.#formFor(request)
    response.writeHead(status, this.#isOwn(origin) ? head : head.map((text) => this.#under(origin, text)))
    if (request.method === 'HEAD' || body === undefined) response.end()
    else response.end(body)
    return status
  }

  /** The same, written to a connection that is kept for `keepAlive` milliseconds. */
  write(request: CacheableRequest, socket: Socket, origin: string, keepAlive: number): number {
    const form = this.#formFor(request)
    const connection = connectionLines(keepAlive)
    const { status, body } = form
    const isHead = request.method === 'HEAD'
    const length = body?.length ?? 0
    if (length <= LARGEST_JOINED && this.#isOwn(origin) && !isHead) {
      if (form.joined?.connection !== connection) {
        form.joined = { connection, bytes: Buffer.concat([headOf(form.lines, connection), body ?? NOTHING]) }
      }
      socket.write(form.joined.bytes)
      return status
    }
    socket.cork()
    socket.write(headOf(this.#isOwn(origin) ? form.lines : this.#under(origin, form.lines), connection))
    if (body && !isHead) socket.write(body)
    socket.uncork()
    return status
  }

  #formFor({ headers }: CacheableRequest): Form {
    const condition = this.#isFound ? headers['if-none-match'] : undefined
    if (condition !== undefined && (condition === this.etag || isNamed(this.etag, condition))) return this.#notModified
    for (const coding of acceptedCodings(headers['accept-encoding']?.toString())) {
      const form = this.#forms.get(coding)
      if (form !== undefined) return form
    }
    return NOT_ACCEPTABLE
  }

  #sharedHeaders(): Header[] {
    return [
      ...(this.#isFound ? [['ETag', this.etag] as const] : []),
      ...(this.isCompressible ? [['Vary', 'Accept-Encoding'] as const] : []),
    ]
  }

  /** Conditions hold for a 200 alone (RFC 9110, 13.2.1). */
  get #isFound() {
    return this.#whole.status !== 404
  }

  #isOwn(origin: string) {
    return origin === this.#origin
  }

  #under(origin: string, text: string) {
    return text.replaceAll(`${this.#origin}/`, `${origin}/`)
  }
}

/** The answer with its first, quickly made codings. */
export async function storeAnswer(whole: BufferedResponse, origin: string): Promise<CachedResponse> {
  const answer = new CachedResponse(whole, origin)
  if (!answer.isCompressible) return answer
  const { br, gzip } = await compressQuickly(whole.body, whole.compressed)
  if (br) answer.setForm('br', br)
  if (gzip) answer.setForm('gzip', gzip)
  return answer
}

/** The answer's own tag where it has one, else one made of body and headers: a new policy must reach browsers too. */
export function etagOf(whole: BufferedResponse): string {
  const own = headerOf(whole, 'ETag')
  if (own !== undefined) return own
  const hash = createHash('sha256').update(JSON.stringify(whole.headers)).update(whole.body)
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}

/** True where an If-None-Match header names the tag, weak or not (RFC 9110, 13.1.2). */
function isNamed(etag: string, condition: string) {
  const opaque = etag.replace(/^W\//, '')
  return condition.trim() === '*' || Array.from(condition.matchAll(/"[^"]*"/g), ([tag]) => tag).includes(opaque)
}

function formOf(status: Form['status'], headers: readonly Header[], body?: Form['body']): Form {
  for (const [name, value] of headers) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  }
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return { status, body, head: headers.flat(), lines: `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}` }
}

const NOTHING = Buffer.alloc(0)

/** The head as it goes over the wire. */
function headOf(lines: string, connection: ConnectionLines) {
  return Buffer.from(`${lines}${connection.lines}\r\n`, 'latin1')
}

interface ConnectionLines {
  second: number
  keepAlive: number
  lines: string
}

/** The fields that Node's own server adds, made once a second: the date has no finer grain. */
function connectionLines(keepAlive: number): ConnectionLines {
  const second = Math.floor(Date.now() / 1000)
  if (second !== latest.second || keepAlive !== latest.keepAlive) {
    const date = new Date(second * 1000).toUTCString()
    const lines = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n`
    latest = { second, keepAlive, lines }
  }
  return latest
}

let latest: ConnectionLines = { second: 0, keepAlive: 0, lines: '' }
