import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** Pause of a reader between two rounds (ms). */
const PAUSE_MS = 5

/** The versions of a document that may be public, and the ETag of each as far as readers have seen it. */
export class KnownVersions {
  readonly #numbers = new Map<string, number>()
  readonly #bytes: Buffer[] = []
  readonly #ofTag = new Map<string, number>()

  /** Must be called before the version can be public. */
  add(bytes: Buffer): number {
    const number = this.#bytes.push(bytes) - 1
    this.#numbers.set(sha256(bytes), number)
    return number
  }

  /** The number of the version with exactly these bytes. */
  numberOf(body: Buffer): number | undefined {
    return this.#numbers.get(sha256(body))
  }

  /** False if the tag was that of another version before. */
  fits(tag: string, number: number): boolean {
    const known = this.#ofTag.get(tag)
    this.#ofTag.set(tag, number)
    return tag !== '' && (known === undefined || known === number)
  }

  /** The bytes of the version with a tag; undefined if nobody has read it as a whole yet. */
  bytesOf(tag: string): Buffer | undefined {
    return this.#bytes[this.#ofTag.get(tag) ?? -1]
  }
}

function sha256(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex')
}

interface Answer {
  status: number
  tag: string
  body: Buffer
  range: string
}

/** Undefined if the server ended meanwhile or cannot reach the site. */
export async function ask(address: string, headers: Record<string, string> = {}): Promise<Answer | undefined> {
  try {
    const response = await fetch(address, {
      headers: { 'accept-encoding': 'identity', ...headers },
      // A host that is starting redirects to the file's own address.
      redirect: 'follow',
    })
    const body = Buffer.from(await response.arrayBuffer())
    if (response.status >= 500) return undefined
    const of = (name: string) => response.headers.get(name) ?? ''
    return { status: response.status, tag: of('etag'), range: of('content-range'), body }
  } catch {
    return undefined
  }
}

interface Reader {
  /** Responses that are no version, or mix two. */
  faults: string[]
  /** Complete responses so far. */
  read: number
  end: () => Promise<void>
}

/**
 * Reads a document again and again, as a whole, in two parts as a download that goes on, and with If-None-Match. Every
 * response has to be one version, with the tag that this version has everywhere.
 */
export function startReader(address: string, versions: KnownVersions): Reader {
  const over = new AbortController()
  const reader: Reader = { faults: [], read: 0, end: () => Promise.resolve() }
  const expectVersion = (what: string, tag: string, body: Buffer) => {
    const number = versions.numberOf(body)
    if (number === undefined) reader.faults.push(`${what}: ${body.length} bytes that are no version`)
    else if (!versions.fits(tag, number))
      reader.faults.push(`${what}: version ${number} with the tag ${tag} of another`)
    reader.read += 1
  }

  async function readWhole() {
    const whole = await ask(address)
    if (!whole) return undefined
    if (whole.status === 200) expectVersion('whole', whole.tag, whole.body)
    else reader.faults.push(`whole: ${whole.status} at ${address}`)
    return whole
  }

  async function readInParts({ body: { length } }: Answer) {
    const middle = Math.floor(length / 2)
    const first = await ask(address, { range: `bytes=0-${middle - 1}` })
    if (!first) return
    const second = await ask(address, { range: `bytes=${middle}-`, 'if-range': first.tag })
    for (const part of [first, second]) {
      if (!part) continue
      if (part.status === 200) expectVersion('whole instead of a part', part.tag, part.body)
      else if (part.status !== 206) reader.faults.push(`part: ${part.status}`)
      else expectPart(part)
    }
    if (first.status === 206 && second?.status === 206) {
      expectVersion('two parts', second.tag, Buffer.concat([first.body, second.body]))
      if (second.tag !== first.tag) reader.faults.push('the second part has another tag than If-Range')
    }
  }

  function expectPart({ tag, range, body }: Answer) {
    const [, from] = /^bytes (\d+)-/.exec(range) ?? []
    const known = versions.bytesOf(tag)
    if (from === undefined) reader.faults.push(`part: Content-Range is “${range}”`)
    else if (known?.subarray(Number(from), Number(from) + body.length).equals(body) === false)
      reader.faults.push(`part: bytes of another version than its tag ${tag}`)
  }

  async function readAgain({ tag }: Answer) {
    const again = await ask(address, { 'if-none-match': tag })
    if (again?.status === 200) {
      expectVersion('again', again.tag, again.body)
      if (again.tag === tag) reader.faults.push('200 for the tag of If-None-Match')
    } else if (again && (again.status !== 304 || (again.tag !== '' && again.tag !== tag))) {
      reader.faults.push(`again: ${again.status} with the tag ${again.tag}, asked with ${tag}`)
    }
  }

  const reading = (async () => {
    while (!over.signal.aborted) {
      const whole = await readWhole()
      if (whole?.status === 200) {
        await readInParts(whole)
        await readAgain(whole)
      }
      await wait(PAUSE_MS)
    }
  })()
  reader.end = async () => {
    over.abort()
    await reading
  }
  return reader
}
