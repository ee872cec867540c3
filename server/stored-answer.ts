import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { acceptedCodings, type Coding } from './accept-encoding.ts'
import { compressHard, compressQuickly, isCompressible } from './compress.ts'
import { headerOf, type Header, type WholeAnswer } from './whole-answer.ts'

/** Below this, the headers weigh more than what compression saves. */
const SMALLEST_COMPRESSED = 512

/**
 * Up to here a body is sent as a string of one byte a character: Node joins it with the headers to one write, which takes a
 * fifth less time than a list of two buffers (measured with 12 kB).
 */
const LARGEST_TEXT = 64 * 1024

interface Representation {
  /** A string stands for the bytes of its Latin-1 form. */
  body: Buffer | string
  /** Names and values in turn, as `writeHead` takes them without copying. */
  head: string[]
}

/**
 * An answer ready to be sent: its body in every coding and the headers that go with each, put together once.
 *
 * Its tag is weak where the body is compressed: the same content is sent in several codings, one of which is replaced by a
 * smaller one later, and RFC 9110 (8.8.1) keeps strong tags for equal bytes. Nobody asks for parts of such a body.
 */
export class StoredAnswer {
  readonly etag: string
  readonly #whole: WholeAnswer
  readonly #origin: string
  readonly #forms = new Map<Coding, Representation>()
  readonly #notModified: string[]
  #isImproved = false

  /** `origin` is the one the answer was made under. Use `storeAnswer`. */
  constructor(whole: WholeAnswer, origin: string) {
    this.#whole = whole
    this.#origin = origin
    this.etag = etagOf(whole)
    this.#notModified = flat([
      ...whole.headers.filter(([name]) => !/^(?:content-type|etag)$/i.test(name)),
      ...this.#sharedHeaders(),
    ])
    this.setForm('identity', whole.body)
  }

  get body() {
    return this.#whole.body
  }

  get isCompressible() {
    return this.body.length >= SMALLEST_COMPRESSED && isCompressible(headerOf(this.#whole, 'Content-Type') ?? '')
  }

  /** Memory it takes, in bytes. */
  get size() {
    let size = 2_000 + this.body.length
    for (const { body } of this.#forms.values()) if (body !== this.body) size += body.length
    return size
  }

  setForm(coding: Coding, body: Buffer) {
    const head = [
      ...this.#whole.headers.filter(([name]) => name.toLowerCase() !== 'etag'),
      ...this.#sharedHeaders(),
      ['Content-Length', String(body.length)] as const,
      ...(coding === 'identity' ? [] : [['Content-Encoding', coding] as const]),
    ]
    const sent = body.length <= LARGEST_TEXT ? body.toString('latin1') : body
    this.#forms.set(coding, { body: sent, head: flat(head) })
  }

  /** Replaces the first brotli form, made in a hurry, by one of `quality`. Does nothing the second time. */
  async improve(quality: number): Promise<void> {
    if (this.#isImproved || !this.isCompressible) return
    this.#isImproved = true
    const smaller = await compressHard(this.body, quality)
    if (smaller.length < (this.#forms.get('br') ?? this).body.length) this.setForm('br', smaller)
  }

  /**
   * Answers a GET or HEAD and returns the status: 200, 304, or 406 where the client refuses every form there is. `origin` is
   * the one the visitor asked under: the policy in the headers names it.
   */
  send(request: IncomingMessage, response: ServerResponse, origin: string): number {
    const { headers } = request
    const condition = headers['if-none-match']
    if (condition !== undefined && (condition === this.etag || isNamed(this.etag, condition))) {
      response.writeHead(304, this.#under(origin, this.#notModified)).end()
      return 304
    }
    const form = this.#formFor(headers['accept-encoding'])
    if (form === undefined) {
      response.writeHead(406, ['Content-Length', '0', 'Vary', 'Accept-Encoding', 'Cache-Control', 'no-store']).end()
      return 406
    }
    response.writeHead(200, this.#under(origin, form.head))
    if (request.method === 'HEAD') response.end()
    else response.end(form.body, 'latin1')
    return 200
  }

  #formFor(acceptEncoding: string | undefined) {
    for (const coding of acceptedCodings(acceptEncoding)) {
      const form = this.#forms.get(coding)
      if (form !== undefined) return form
    }
    return undefined
  }

  #sharedHeaders(): Header[] {
    return [['ETag', this.etag], ...(this.isCompressible ? [['Vary', 'Accept-Encoding'] as const] : [])]
  }

  #under(origin: string, head: string[]) {
    if (origin === this.#origin) return head
    const own = `${this.#origin}/`
    return head.map((text) => (text.includes(own) ? text.replaceAll(own, `${origin}/`) : text))
  }
}

/** The answer with its first, quickly made codings. */
export async function storeAnswer(whole: WholeAnswer, origin: string): Promise<StoredAnswer> {
  const answer = new StoredAnswer(whole, origin)
  if (!answer.isCompressible) return answer
  const { br, gzip } = await compressQuickly(whole.body)
  if (br) answer.setForm('br', br)
  if (gzip) answer.setForm('gzip', gzip)
  return answer
}

/** The answer's own tag where it has one, else one made of body and headers: a new policy must reach browsers too. */
export function etagOf(whole: WholeAnswer): string {
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

function flat(headers: readonly Header[]): string[] {
  return headers.flat()
}
