import { MalformedBody } from './body-errors.ts'
import { findJsonFault } from './json-fault.ts'
import { readBody } from './read-body.server.ts'

const MEGABYTE = 1024 * 1024
const DEPTH_LIMIT = 64

/**
 * The JSON body of a request, at most `limit` bytes (1 MB). Throws BodyTooLarge, and MalformedBody where it is
 * of another content type, not UTF-8, not JSON (with line and column), nested deeper than 64 levels, or has a key
 * `__proto__`.
 */
export async function readJson(request: Request, limit = MEGABYTE): Promise<unknown> {
  if (!isJson(request.headers.get('content-type'))) {
    throw new MalformedBody('Send the body as application/json.', 415)
  }
  const value = parse(decode(await readBody(request, limit)))
  refuseUnsafe(value)
  return value
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { line, column } = findJsonFault(text)
    throw new MalformedBody(`The body is not valid JSON: see line ${line}, column ${column}.`, 400, { cause })
  }
}

/** Walks without recursion: the body decides how deep it is. */
function refuseUnsafe(root: unknown) {
  const waiting = [{ value: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth === DEPTH_LIMIT) {
      throw new MalformedBody(`The body is nested deeper than ${DEPTH_LIMIT} levels.`)
    }
    if (Object.hasOwn(value, '__proto__')) {
      throw new MalformedBody('The body has a key "__proto__", which is not allowed.')
    }
    for (const child of Object.values(value)) waiting.push({ value: child, depth: depth + 1 })
  }
}
