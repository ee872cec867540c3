import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { MalformedBody } from './http-error.ts'

const MEGABYTE = 1024 * 1024

/**
 * The JSON body of a request, at most `limit` bytes (1 MB). Throws ExpectedError (413), and MalformedBody if it is of another
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

/** Reads a body into memory, at most `limit` bytes. Throws ExpectedError (413) as soon as more arrives. */
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
  return new ExpectedError(413, `The body is larger than the limit of ${formatLimit(limit)}.`)
}

const MAX_DEPTH = 64
/** More than the largest content has. Each value costs time and memory in the later checks. */
const MAX_VALUES = 100_000

/**
 * Parses a JSON text that a client sent. Throws MalformedBody (400), whose message begins with `label`, if it is not
 * JSON (with line and column), is nested deeper than 64 levels, has more than 100,000 values, or has a key `__proto__`.
 * The time grows only with the length of the text.
 */
export function parseJson(text: string, label = 'The body'): unknown {
  refuseDepth(text, label)
  const value = parse(text, label)
  refuseUnsafe(value, label)
  return value
}

function parse(text: string, label: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const fault = findJsonFault(text, cause instanceof Error ? cause.message : '')
    const position = fault ? `: see line ${fault.line}, column ${fault.column}` : ''
    throw new MalformedBody(`${label} is not valid JSON${position}.`, 400, { cause })
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** Counts the open brackets before the text is parsed, because the engine takes long for very deep texts. */
function refuseDepth(text: string, label: string) {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    else if (CLOSING.has(code)) depth -= 1
    else if (OPENING.has(code)) {
      depth += 1
      if (depth > MAX_DEPTH) throw new MalformedBody(`${label} is nested deeper than ${MAX_DEPTH} levels.`)
    }
  }
}

function refuseUnsafe(root: unknown, label: string) {
  const waiting = [root]
  let count = 1
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) {
      throw new MalformedBody(`${label} has a key "__proto__", which is not allowed.`)
    }
    const children: unknown[] = Object.values(value)
    if ((count += children.length) > MAX_VALUES) {
      throw new MalformedBody(`${label} has more than ${MAX_VALUES.toLocaleString('en')} values.`)
    }
    for (const child of children) waiting.push(child)
  }
}

/** Where a text stops being JSON. Lines and columns start at 1. */
interface JsonParseError {
  line: number
  column: number
}

/** A search parses the text about fourteen times, so longer texts are not searched. */
const MAX_SEARCHED_LENGTH = 16 * 1024

/**
 * The first character at which a text stops being the start of a JSON text, from the message with which the engine
 * rejected it. The engine names the place of most faults; of an unexpected character some versions only quote what is around it.
 * Undefined for a long text in which that quotation occurs more than once.
 */
export function findJsonFault(text: string, message: string): JsonParseError | undefined {
  const position = namedPosition(text, message) ?? quotedPosition(text, message)
  if (position !== undefined) return positionOf(text, position)
  const lineAndColumn = / \(line (\d+) column (\d+)\)$/.exec(message)
  if (lineAndColumn) return { line: Number(lineAndColumn[1]), column: Number(lineAndColumn[2]) }
  return text.length <= MAX_SEARCHED_LENGTH ? positionOf(text, searchFault(text)) : undefined
}

/** The patterns end with the message, because the sender's text can be within it. */
function namedPosition(text: string, message: string) {
  if (message.endsWith('end of JSON input')) return text.length
  const position = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
  return position === undefined ? undefined : Number(position)
}

/** The engine quotes ten characters before the unexpected character, and nine after it. Dots stand for the rest. */
const QUOTATION = /^Unexpected token '.{1,2}', (\.{3})?"(.{1,20})"(\.{3})? is not valid JSON$/s
const QUOTED_BEFORE = 10
const QUOTED_FROM_FAULT = 10

function quotedPosition(text: string, message: string) {
  const [, hasMoreBefore, quotation = '', hasMoreAfter] = QUOTATION.exec(message) ?? []
  if (hasMoreBefore === undefined) return hasMoreAfter === undefined ? undefined : quotation.length - QUOTED_FROM_FAULT
  const at = text.indexOf(quotation)
  return text.lastIndexOf(quotation) === at ? at + QUOTED_BEFORE : undefined
}

function searchFault(text: string) {
  let valid = 0
  let invalid = text.length + 1
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2)
    if (isStartOfJson(text.slice(0, middle))) valid = middle
    else invalid = middle
  }
  return valid
}

function positionOf(text: string, position: number): JsonParseError {
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** True if the engine finds no fault before the end of the text. */
function isStartOfJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    return namedPosition(text, error instanceof Error ? error.message : '') === text.length
  }
}
