import { BodyTooLarge, MalformedBody } from './http-error.ts'

const MEGABYTE = 1024 * 1024

/**
 * The JSON body of a request, at most `limit` bytes (1 MB). Throws BodyTooLarge, and MalformedBody if it is of another
 * content type or compressed (415), not UTF-8, or refused by parseJson.
 */
export async function readJson(request: Request, limit = MEGABYTE): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) {
    throw new MalformedBody('Send the body as application/json.', 415)
  }
  refuseEncodedBody(request)
  return parseJson(decode(await readBody(request, limit)))
}

function isJson(contentType: string | null) {
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType)
}

function decode(bytes: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new MalformedBody('The body is not valid UTF-8.', 400, { cause })
  }
}

/**
 * Throws MalformedBody (415) for a body that is compressed or in another charset than UTF-8: we read neither, and a
 * small compressed body could become a huge one.
 */
export function refuseEncodedBody(request: Request): void {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (coding !== '' && coding !== 'identity') {
    throw new MalformedBody('Send the body without Content-Encoding.', 415)
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(request.headers.get('content-type') ?? '')?.[1]
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new MalformedBody('Send the body in UTF-8.', 415)
  }
}

/** Reads a body into memory, at most `limit` bytes. Throws BodyTooLarge as soon as more arrives. */
async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limit) throw tooLarge(limit)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.length
    if (length > limit) {
      await reader?.cancel()
      throw tooLarge(limit)
    }
    chunks.push(part.value)
  }
  return new Uint8Array(Buffer.concat(chunks, length))
}

function tooLarge(limit: number) {
  return new BodyTooLarge(`The body is larger than the limit of ${limit / 1024} kB.`)
}

const DEPTH_LIMIT = 64
/** More than the largest content has. Each value costs time and memory in the later checks. */
const VALUE_LIMIT = 100_000

/**
 * Parses a JSON text that a client sent. Throws MalformedBody (400), whose message begins with `subject`, if it is not
 * JSON (with line and column), is nested deeper than 64 levels, has more than 100,000 values, or has a key `__proto__`.
 */
export function parseJson(text: string, subject = 'The body'): unknown {
  const value = parse(text, subject)
  refuseUnsafe(value, subject)
  return value
}

function parse(text: string, subject: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { line, column } = findJsonFault(text)
    throw new MalformedBody(`${subject} is not valid JSON: see line ${line}, column ${column}.`, 400, { cause })
  }
}

/** Does not use recursion, because the sender controls the depth. */
function refuseUnsafe(root: unknown, subject: string) {
  const waiting = [{ value: root, depth: 0 }]
  let count = 1
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth === DEPTH_LIMIT) throw new MalformedBody(`${subject} is nested deeper than ${DEPTH_LIMIT} levels.`)
    if (Object.hasOwn(value, '__proto__')) {
      throw new MalformedBody(`${subject} has a key "__proto__", which is not allowed.`)
    }
    const children: unknown[] = Object.values(value)
    if ((count += children.length) > VALUE_LIMIT) {
      throw new MalformedBody(`${subject} has more than ${VALUE_LIMIT.toLocaleString('en')} values.`)
    }
    for (const child of children) waiting.push({ value: child, depth: depth + 1 })
  }
}

/** Where a text stops being JSON. Lines and columns start at 1. */
export interface JsonParseError {
  line: number
  column: number
}

/**
 * Finds the first character at which a text that JSON.parse rejects stops being the start of a JSON text. The engine's
 * messages contain a position only in some cases, so a binary search finds it: twenty parses for a text of 1 MB.
 */
export function findJsonFault(text: string): JsonParseError {
  let valid = 0
  let invalid = text.length + 1
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2)
    if (isStartOfJson(text.slice(0, middle))) valid = middle
    else invalid = middle
  }
  const before = text.slice(0, valid).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** True if the engine finds no fault before the end of the text. */
function isStartOfJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    return message.includes('end of JSON input') || Number(/at position (\d+)/.exec(message)?.[1]) === text.length
  }
}
