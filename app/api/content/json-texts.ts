import type { z } from 'zod'
import { invalidFields } from '#app/auth/guard/api-error.ts'
import { MalformedBody } from '#app/http/body-errors.ts'
import { parseJson } from '#app/http/parse-json.ts'
import { fieldsOf, kindOfField } from './field-kind.ts'
import type { Payload } from './payload.server.ts'

/**
 * A payload in which lists, objects and numbers that were sent as JSON text are what the text says; a number field left blank
 * in a form counts as left out. Throws ApiError (422) that names the field, line and column of a text that is not JSON.
 */
export function readJsonTexts(payload: Payload, schema: z.ZodObject): Payload {
  const fields = new Map(fieldsOf(schema))
  const faults = new Map<string, string[]>()
  const read = new Map<string, unknown>()
  for (const [name, value] of Object.entries(payload)) {
    const field = fields.get(name)
    const kind = field && kindOfField(field)
    if (typeof value !== 'string' || kind === undefined || kind === 'text') read.set(name, value)
    else if (value.trim() === '') continue
    else if (kind === 'number') read.set(name, isJsonNumber(value) ? Number(value) : value)
    else {
      const parsed = parseField(value)
      if (parsed instanceof MalformedBody) faults.set(name, [parsed.message])
      else read.set(name, parsed)
    }
  }
  if (faults.size > 0) throw invalidFields(Object.fromEntries(faults))
  return Object.fromEntries(read)
}

function isJsonNumber(text: string) {
  return /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/.test(text)
}

function parseField(text: string): unknown {
  try {
    return parseJson(text, 'This')
  } catch (error) {
    if (error instanceof MalformedBody) return error
    throw error
  }
}
