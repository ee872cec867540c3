import { createHash } from 'node:crypto'
import { STATUS_CODES, validateHeaderName, validateHeaderValue, type IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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
  /** Compressed bodies that already exist. */
  compressed?: { br?: Buffer; gzip?: Buffer }
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
interface Variant extends ReadyResponse {
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
 * A response that is ready to be sent: its body in every coding, each with its headers.
 *
 * The ETag of a compressible response is weak, because one content has several codings and a coding is replaced by a
 * smaller one later (RFC 9110, 8.8.1: strong tags mean equal bytes). Clients request no ranges of such a body.
 */
export class CachedResponse {
  readonly etag: string
  readonly #buffered: BufferedResponse
  readonly #origin: string
  readonly #variants = new Map<Coding, Variant>()
  readonly #notModified: Variant
  /** The variants for the last other origin by their own ones, so that the fast path can join each once a second. */
  #translated: { origin: string; variants: WeakMap<Variant, Variant> } | undefined
  #isImproved = false

  /** `origin` is the origin that the response was rendered for. To create one, use `compressResponse`. */
  constructor(buffered: BufferedResponse, origin: string) {
    this.#buffered = buffered
    this.#origin = origin
    this.etag = etagOf(buffered)
    this.#notModified = variantOf(304, [
      ...buffered.headers.filter(([name]) => !/^(?:content-type|etag)$/i.test(name)),
      ...this.#sharedHeaders(),
    ])
    this.addCoding('identity', buffered.body)
  }

  get body() {
    return this.#buffered.body
  }

  get isCompressible() {
    if (this.#buffered.isExact) return false
    return this.body.length >= MIN_COMPRESSED_BYTES && isCompressible(headerOf(this.#buffered, 'Content-Type') ?? '')
  }

  /**
   * Memory use in bytes, including the copies of small bodies that the fast path joins with their heads: one for the
   * site's own origin and one for the last other one.
   */
  get size() {
    let size = 4_000
    for (const { body } of this.#variants.values()) {
      const length = body?.length ?? 0
      size += length > MAX_JOINED_BODY_BYTES ? length : 3 * length
    }
    return size
  }

  addCoding(coding: Coding, body: Buffer) {
    const headers = [
      ...this.#buffered.headers.filter(([name]) => name.toLowerCase() !== 'etag'),
      ...this.#sharedHeaders(),
      ['Content-Length', String(body.length)] as const,
      ...(coding === 'identity' ? [] : [['Content-Encoding', coding] as const]),
    ]
    this.#variants.set(coding, variantOf(this.#buffered.status ?? 200, headers, body))
  }

  /** Replaces the quickly made brotli coding with one of `quality`. Later calls do nothing. */
  async improve(quality: number): Promise<void> {
    if (this.#isImproved || !this.isCompressible) return
    this.#isImproved = true
    const smaller = await brotli(this.body, quality)
    if (smaller.length < (this.#variants.get('br')?.body ?? this.body).length) this.addCoding('br', smaller)
  }

  /**
   * The response to a GET or HEAD: its own status, 304, or 406 if the client accepts no coding. `origin` is the origin
   * of the request: the Content-Security-Policy names it.
   */
  variantFor(request: CacheableRequest, origin: string): Variant {
    const variant = this.#select(request)
    return origin === this.#origin ? variant : this.#translate(variant, origin)
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

  #select({ headers }: CacheableRequest): Variant {
    const condition = this.#isFound ? headers['if-none-match'] : undefined
    if (condition !== undefined && matchesIfNoneMatch(condition, this.etag)) return this.#notModified
    for (const coding of acceptedCodings(headers['accept-encoding']?.toString())) {
      const variant = this.#variants.get(coding)
      if (variant !== undefined) return variant
    }
    return NOT_ACCEPTABLE
  }

  #sharedHeaders(): Header[] {
    return [
      ...(this.#isFound ? [['ETag', this.etag] as const] : []),
      ...(this.isCompressible ? [['Vary', 'Accept-Encoding'] as const] : []),
    ]
  }

  /** Conditions apply to a 200 only (RFC 9110, 13.2.1). */
  get #isFound() {
    return this.#buffered.status !== 404
  }
}

/** The response with its first codings, made within a few milliseconds and off the main thread. */
export async function compressResponse(buffered: BufferedResponse, origin: string): Promise<CachedResponse> {
  const response = new CachedResponse(buffered, origin)
  if (!response.isCompressible) return response
  const { body, compressed = {} } = buffered
  const [br, gzipped] = await Promise.all([
    compressed.br ?? brotli(body, QUICK_BROTLI),
    compressed.gzip ?? gzipAsync(body, { level: 6 }),
  ])
  if (br.length < body.length) response.addCoding('br', br)
  if (gzipped.length < body.length) response.addCoding('gzip', gzipped)
  return response
}

/** The response's own ETag, or a hash of body and headers, because a new policy must reach browsers too. */
export function etagOf(buffered: BufferedResponse): string {
  const own = headerOf(buffered, 'ETag')
  if (own !== undefined) return own
  const hash = createHash('sha256').update(JSON.stringify(buffered.headers)).update(buffered.body)
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
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
function isCompressible(type: string): boolean {
  return /^(?:text\/|application\/(?:javascript|json|xml)|[^;]+\+(?:xml|json)(?:;|$))/i.test(type)
}

/** Home page of 74 kB: 12.5 kB in 3 ms. */
const QUICK_BROTLI = 5

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

function brotli(body: Buffer, quality: number) {
  return brotliAsync(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window no larger than the body: the default of 4 MB costs memory and finds nothing more.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(body.length + 1)))),
    },
  })
}
