import { MalformedBody } from './body-errors.ts'
import { findJsonFault } from './json-fault.ts'

const DEPTH_LIMIT = 64
/** More than the largest content has; each value costs the checks behind this one time and memory. */
const VALUE_LIMIT = 100_000

/**
 * The value of a JSON text that somebody sent. Throws MalformedBody (400), whose message begins with `subject`, where it is
 * not JSON (with line and column), nested deeper than 64 levels, of more than 100,000 values, or has a key `__proto__`.
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

/** Walks without recursion: the sender decides how deep it is. */
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
      throw new MalformedBody(`${subject} holds more than ${VALUE_LIMIT.toLocaleString('en')} values.`)
    }
    for (const child of children) waiting.push({ value: child, depth: depth + 1 })
  }
}
