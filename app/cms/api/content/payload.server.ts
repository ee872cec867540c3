import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { invalidFields, invalidInput } from '#app/cms/platform/http/invalid-input.ts'
import { idOf } from '#app/cms/content/compare/content-words.ts'
import { pairByKey, type Partners } from '#app/cms/content/compare/match-entries.ts'
import { isOptional, walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The fields of a write's body, or of stored content. */
export type Payload = Readonly<Record<string, unknown>>

/**
 * Parses a payload. Throws ExpectedError (422) with every field that is not valid, or names a missing file. With `by:
 * 'staff'` a file that is not public yet also exists.
 */
export function checkPayload<Schema extends z.ZodType>(
  schema: Schema,
  payload: Payload,
  options: { by?: 'staff' } = {},
): z.output<Schema> {
  const checked = schema.safeParse(payload)
  if (!checked.success) throw invalidInput(checked.error)
  const missing = currentSite().files.findMissingFiles(schema, checked.data, options)
  if (missing.length > 0) {
    throw invalidFields(Object.fromEntries(missing.map(({ path, message }) => [path.join('.'), [message]])))
  }
  return checked.data
}

export function without(payload: Payload, names: readonly string[]): Payload {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)))
}

/** Adds the `_id`, which a body may leave out. Throws ExpectedError (422) if it contradicts the address. */
export function withId(payload: Payload, id: unknown): Payload {
  if (id === undefined) return payload
  if ('_id' in payload && payload['_id'] !== id) {
    throw invalidFields({ _id: ['Leave _id out, or send the _id of the address'] })
  }
  return { ...payload, _id: id }
}

/** Adds to a payload the stored values of those fields in `names` that it leaves out. */
export function withKept(payload: Payload, stored: Payload, names: readonly string[] | 'all'): Payload {
  const kept = (names === 'all' ? Object.keys(stored) : names).filter(
    (name) => !Object.hasOwn(payload, name) && !(name === 'imageAlt' && showsAnotherImage(payload, stored)),
  )
  return { ...payload, ...Object.fromEntries(kept.map((name) => [name, stored[name]])) }
}

/** An image must not get the text alternative of another image. */
function showsAnotherImage(payload: Payload, stored: Payload) {
  return Object.hasOwn(payload, 'image') && payload['image'] !== stored['image']
}

const storedEntry = z.looseObject({ _id: z.string() })

/**
 * Gives an `_id` to each entry that was sent without one, in every list whose entries have an `_id`. Such an entry is
 * matched with the stored entry of the same `slug`, else of the same `title`, else at the same index if the list has
 * its old length: it gets that entry's `_id`, and the values of optional fields that it leaves out. Any other entry is
 * new and gets a new `_id`.
 */
export function withStoredEntries(record: Payload, stored: Payload, schema: z.ZodObject): Payload {
  const lists = [...walkSchema(schema).fields].flatMap(([name, field]) => {
    const item = entryWithId(field)
    return item && Object.hasOwn(record, name)
      ? [[name, completeEntries(record[name], stored[name], item)] as const]
      : []
  })
  return { ...record, ...Object.fromEntries(lists) }
}

/** The schema of the entries of a list if they have an `_id`, otherwise undefined. */
export function entryWithId({ element }: SchemaNode): SchemaNode | undefined {
  return element?.fields.has('_id') ? element : undefined
}

function completeEntries(sent: unknown, storedList: unknown, item: SchemaNode): unknown {
  if (!Array.isArray(sent)) return sent
  const entries = sent.map((entry: unknown) => z.record(z.string(), z.unknown()).safeParse(entry).data)
  const stored = z.array(storedEntry).parse(storedList ?? [])
  const partners = partnersOf(entries, stored)
  const optional = [...item.fields].flatMap(([name, field]) => (isOptional(field) ? [name] : []))
  return sent.map((value: unknown, index) => {
    const entry = entries[index]
    if (!entry || '_id' in entry) return value
    const partner = stored[partners[index] ?? -1]
    return partner ? { ...withKept(entry, partner, optional), _id: partner._id } : { ...entry, _id: randomUUID() }
  })
}

/** The stored entry that each sent entry corresponds to. Only entries without an `_id` are matched by other fields. */
function partnersOf(entries: readonly (Payload | undefined)[], stored: readonly Payload[]): Partners {
  const textIn = (entry: Payload | undefined, field: string) => {
    const text = entry?.[field]
    return typeof text === 'string' && text !== '' ? text : undefined
  }
  const withoutId = entries.map((entry) => (entry && '_id' in entry ? undefined : entry))
  let partners = pairByKey([], entries.map(idOf), stored.map(idOf))
  for (const field of ['slug', 'title']) {
    partners = pairByKey(
      partners,
      withoutId.map((entry) => textIn(entry, field)),
      stored.map((entry) => textIn(entry, field)),
    )
  }
  if (stored.length !== entries.length) return partners
  return pairByKey(
    partners,
    withoutId.map((entry, index) => entry && String(index)),
    stored.map((_, index) => String(index)),
  )
}
