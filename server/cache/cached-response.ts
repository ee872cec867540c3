import { createHash } from 'node:crypto'
import { STATUS_CODES, validateHeaderName, validateHeaderValue, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { MAX_JOINED_BODY_BYTES, type ReadyResponse } from '../fast-path/fast-path.ts'

/** The parts of a request that a cached response may depend on. */
export type CacheableRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>

export type Header = readonly [name: string, value: string]

/** A response with its whole body. */
export interface BufferedResponse {
  /** 200 if left out. */
  status?: 200 | 404
  /** Names as they are sent, each once. Without Content-Length, Content-Encoding and Vary. */
  headers: readonly Header[]
  body: Buffer
  /** True if its own ETag is strong: the body is then sent without a content coding. */
  isExact?: boolean
  /** The body in the brotli coding, if that exists already. */
  compressed?: Buffer
}

/** Value of a header; names compare case-insensitively. */
export function headerOf({ headers }: Pick<BufferedResponse, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return headers.find(([given]) => given.toLowerCase() === wanted)?.[1]
}

/** The headers of `first`, then the headers of `others` whose names `first` lacks. */
export function mergeHeaders(first: readonly Header[], others: readonly Header[]): Header[] {
  const names = new Set(first.map(([name]) => name.toLowerCase()))
  return [...first, ...others.filter(([name]) => !names.has(name.toLowerCase()))]
}

/** A variant of a cached response: one content coding, or 304 or 406. */
export interface Variant extends ReadyResponse {
  status: 200 | 304 | 404 | 406
  body: Buffer | undefined
  /** Names and values alternate: `writeHead` uses such an array without copying it. */
  fields: string[]
}

/** Below this size, the additional headers are longer than what compression saves. */
const MIN_COMPRESSED_BYTES = 512

/** For a client that accepts no coding. */
const NOT_ACCEPTABLE = variantOf(406, [
  ['Content-Length', '0'],
  ['Vary', 'Accept-Encoding'],
  ['Cache-Control', 'no-store'],
])

/**
 * A response that is ready to be sent: its body in the codings that were requested, each with its headers. Browsers
 * accept brotli, so most bodies exist in this coding alone; the others are made on demand.
 *
 * The ETag of a compressible response is weak, because one content has several codings and a coding is replaced by a
 * smaller one later (RFC 9110, 8.8.1: strong tags mean equal bytes). Clients request no ranges of such a body.
 */
export class CachedResponse {
  readonly etag: string
  /** Length of the body without a coding. */
  readonly bodyLength: number
  readonly isCompressible: boolean
  readonly #digest: string
  readonly #status: 200 | 404
  readonly #headers: readonly Header[]
  readonly #origin: string
  readonly #variants = new Map<Coding, Variant>()
  /** The body from which all codings are made. */
  #source: { coding: 'br' | 'identity'; body: Buffer }
  readonly #making = new Map<Coding, Promise<Variant>>()
  readonly #notModified: Variant
  /** The variants for the last other origin by their own ones, so that the fast path can join each once a second. */
  #translated: { origin: string; variants: WeakMap<Variant, Variant> } | undefined
  #isImproved = false

  /** `origin` is the origin that the response was rendered for. */
  constructor(buffered: BufferedResponse, origin: string) {
    const { status = 200, body, compressed } = buffered
    const own = headerOf(buffered, 'ETag')
    this.#digest = digestOf(buffered)
    this.etag = own ?? `W/"${this.#digest.slice(0, 22)}"`
    this.bodyLength = body.length
    this.isCompressible = isCompressible(buffered)
    this.#status = status
    this.#origin = origin
    // Conditions apply to a 200 only (RFC 9110, 13.2.1).
    const shared: Header[] = [
      ...(status === 200 ? [['ETag', this.etag] as const] : []),
      ...(this.isCompressible ? [['Vary', 'Accept-Encoding'] as const] : []),
    ]
    this.#headers = [...buffered.headers.filter(([name]) => name.toLowerCase() !== 'etag'), ...shared]
    this.#notModified = variantOf(
      304,
      this.#headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
    )
    this.#source = compressed && this.isCompressible ? { coding: 'br', body: compressed } : { coding: 'identity', body }
    this.#add(this.#source.coding, this.#source.body)
  }

  /** True if a response has the same headers and body. */
  equals(buffered: BufferedResponse): boolean {
    return this.#digest === digestOf(buffered)
  }

  /**
   * The memory that it may use with all its codings, in bytes, including the copies of small bodies that the fast path
   * joins with their heads: one for the site's own origin and one for the last other one. Compressed text is taken to
   * have a quarter of its length.
   */
  get size() {
    const bodies = this.isCompressible ? this.bodyLength * 1.5 : this.bodyLength
    return Math.ceil(4_000 + (this.bodyLength > MAX_JOINED_BODY_BYTES ? bodies : 3 * bodies))
  }

  /** Makes the brotli coding with `quality`, better than a request has time for. Later calls do nothing. */
  async improve(quality: number): Promise<void> {
    if (this.#isImproved || !this.isCompressible) return
    this.#isImproved = true
    const body = await this.#decoded()
    const smaller = await brotli(body, quality)
    if (smaller.length >= (this.#variants.get('br')?.body ?? body).length) return
    this.#source = { coding: 'br', body: smaller }
    this.#variants.delete('identity')
    this.#add('br', smaller)
  }

  /**
   * The response to a GET or HEAD: its own status, 304, or 406 if the client accepts no coding. A promise if the coding
   * has to be made. `origin` is the origin of the request: the Content-Security-Policy names it.
   */
  variantFor(request: CacheableRequest, origin: string): Variant | Promise<Variant> {
    const variant = this.#select(request)
    if (origin === this.#origin) return variant
    return variant instanceof Promise
      ? variant.then((made) => this.#translate(made, origin))
      : this.#translate(variant, origin)
  }

  #translate(variant: Variant, origin: string): Variant {
    if (this.#translated?.origin !== origin) this.#translated = { origin, variants: new WeakMap() }
    const { variants } = this.#translated
    let translated = variants.get(variant)
    if (translated === undefined) {
      const translate = (text: string) => text.replaceAll(`${this.#origin}/`, `${origin}/`)
      translated = { ...variant, head: translate(variant.head), fields: variant.fields.map(translate) }
      variants.set(variant, translated)
    }
    return translated
  }

  #select({ headers }: CacheableRequest): Variant | Promise<Variant> {
    const condition = this.#status === 200 ? headers['if-none-match'] : undefined
    if (condition !== undefined && matchesIfNoneMatch(condition, this.etag)) return this.#notModified
    const codings = acceptedCodings(headers['accept-encoding']?.toString())
    const coding = this.isCompressible ? codings[0] : codings.find((accepted) => accepted === 'identity')
    return coding === undefined ? NOT_ACCEPTABLE : (this.#variants.get(coding) ?? this.#make(coding))
  }

  /** Makes a coding within a few milliseconds and off the main thread; once for all requests that wait for it. */
  #make(coding: Coding): Promise<Variant> {
    const pending = this.#making.get(coding)
    if (pending) return pending
    const making = this.#decoded()
      .then((body) => CODERS[coding](body))
      .then((body) => this.#variants.get(coding) ?? this.#add(coding, body))
      .finally(() => this.#making.delete(coding))
    this.#making.set(coding, making)
    return making
  }

  async #decoded(): Promise<Buffer> {
    const { coding, body } = this.#source
    return coding === 'br' ? unbrotli(body) : body
  }

  #add(coding: Coding, body: Buffer): Variant {
    const variant = variantOf(
      this.#status,
      [
        ...this.#headers,
        ['Content-Length', String(body.length)],
        ...(coding === 'identity' ? [] : [['Content-Encoding', coding] as const]),
      ],
      body,
    )
    this.#variants.set(coding, variant)
    return variant
  }
}

/** The same text for responses with the same headers and body. A strong ETag means equal bytes. */
function digestOf(buffered: BufferedResponse): string {
  const own = buffered.isExact ? headerOf(buffered, 'ETag') : undefined
  if (own !== undefined) return own
  // With the headers, because a new policy must reach browsers too.
  return createHash('sha256').update(JSON.stringify(buffered.headers)).update(buffered.body).digest('base64url')
}

/** In characters: about 50 of our entity tags. Browsers and caches send one tag. */
const MAX_CONDITION_LENGTH = 2_048

/**
 * True if an If-None-Match header names the entity tag `etag`, by weak comparison (RFC 9110, 13.1.2). A header that is
 * too long, or has a part that is no entity tag, matches nothing. The app evaluates the header in the same way.
 */
export function matchesIfNoneMatch(condition: string, etag: string): boolean {
  if (condition === etag || condition.trim() === '*') return true
  if (condition.length > MAX_CONDITION_LENGTH) return false
  const opaque = etag.replace(/^W\//, '')
  let isNamed = false
  const member = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y
  while (member.lastIndex < condition.length) {
    const match = member.exec(condition)
    if (!match) return false
    isNamed ||= match[1] === opaque
  }
  return isNamed
}

function variantOf(status: Variant['status'], headers: readonly Header[], body?: Buffer): Variant {
  return { status, body, fields: headers.flat(), head: headOf(status, headers) }
}

/** Status line and header fields. Throws if a header could not be sent. */
export function headOf(status: number, headers: readonly Header[]): string {
  for (const [name, value] of headers) {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  }
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines}`
}

/** The content codings that are made, the smallest first: clients often weight several of them equally. */
const CODINGS = ['br', 'gzip', 'identity'] as const
type Coding = (typeof CODINGS)[number]

/** Browsers send a handful of different headers. */
const codingsByHeader = new LRUCache<string, readonly Coding[]>({ max: 100 })

/**
 * The codings that an Accept-Encoding header allows, the best first (RFC 9110, 12.5.3). Empty if it refuses all.
 * Without the header every coding is allowed, but the client may not be able to decode any: only `identity` is
 * returned.
 */
export function acceptedCodings(header: string | undefined): readonly Coding[] {
  if (header === undefined) return NO_CODING
  return codingsByHeader.get(header) ?? negotiate(header)
}

const NO_CODING: readonly Coding[] = ['identity']

function negotiate(header: string) {
  // An alias that the negotiator does not know (RFC 9110, 8.4.1.3).
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header.replace(/\bx-gzip\b/gi, 'gzip') } })
  const codings = negotiator
    .encodings([...CODINGS], { preferred: [...CODINGS] })
    .flatMap((name) => CODINGS.filter((coding) => coding === name))
  codingsByHeader.set(header, codings)
  return codings
}

/** True for text of all kinds. Images, videos, PDFs and fonts are compressed already. */
function isCompressible(buffered: BufferedResponse): boolean {
  if (buffered.isExact || buffered.body.length < MIN_COMPRESSED_BYTES) return false
  const type = headerOf(buffered, 'Content-Type') ?? ''
  return /^(?:text\/|application\/(?:javascript|json|xml)|[^;]+\+(?:xml|json)(?:;|$))/i.test(type)
}

/** Home page of 74 kB: 12.5 kB in 3 ms. */
const QUICK_BROTLI = 5

const CODERS: Record<Coding, (body: Buffer) => Promise<Buffer> | Buffer> = {
  br: (body) => brotli(body, QUICK_BROTLI),
  gzip: async (body) => exactly(await gzipAsync(body, { level: 6 })),
  identity: (body) => body,
}

const brotliAsync = promisify(brotliCompress)
const unbrotliAsync = promisify(brotliDecompress)
const gzipAsync = promisify(gzip)

async function brotli(body: Buffer, quality: number) {
  const compressed = await brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window no larger than the body: the default of 4 MB costs memory and finds nothing more.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(body.length + 1)))),
    },
  })
  return exactly(compressed)
}

async function unbrotli(body: Buffer) {
  return exactly(await unbrotliAsync(body))
}

/** A copy with memory of its own: a result of zlib is a part of a buffer of at least 16 kB. */
function exactly(part: Buffer) {
  const copy = Buffer.allocUnsafeSlow(part.length)
  part.copy(copy)
  return copy
}
