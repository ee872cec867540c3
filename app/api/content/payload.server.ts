import type { z } from 'zod'
import { invalidFields, invalidInput } from '#app/auth/guard/api-error.ts'
import { currentSite } from '#app/site.server.ts'

/** The fields of a write's body, or of stored content. */
export type Payload = Readonly<Record<string, unknown>>

/**
 * Parses a payload. Throws ApiError (422) with every field that is not valid, or names a missing file.
 */
export function checkPayload<Schema extends z.ZodType>(schema: Schema, payload: Payload): z.output<Schema> {
  const checked = schema.safeParse(payload)
  if (!checked.success) throw invalidInput(checked.error)
  const missing = currentSite().files.findMissingFiles(schema, checked.data)
  if (missing.length > 0) {
    throw invalidFields(Object.fromEntries(missing.map(({ path, message }) => [path.join('.'), [message]])))
  }
  return checked.data
}

/** Adds the `_id`, which a body may leave out. Throws ApiError (422) if it contradicts the address. */
export function withId(payload: Payload, id: unknown): Payload {
  if (id === undefined) return payload
  if ('_id' in payload && payload['_id'] !== id) {
    throw invalidFields({ _id: ['Leave _id out, or send the one of the address'] })
  }
  return { ...payload, _id: id }
}

/** A payload with the stored values of the fields `names` that it leaves out. */
export function withKept(payload: Payload, stored: Payload, names: readonly string[] | 'all'): Payload {
  const kept = (names === 'all' ? Object.keys(stored) : names).filter(
    (name) => !Object.hasOwn(payload, name) && !(name === 'imageAlt' && showsAnotherImage(payload, stored)),
  )
  return { ...payload, ...Object.fromEntries(kept.map((name) => [name, stored[name]])) }
}

/** The text alternative of one image must not stay with another. */
function showsAnotherImage(payload: Payload, stored: Payload) {
  return Object.hasOwn(payload, 'image') && payload['image'] !== stored['image']
}
