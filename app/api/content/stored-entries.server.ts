import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isOptional, walkSchema, type SchemaNode } from '#app/schema/walk-schema.ts'
import { withKept, type Payload } from './payload.server.ts'

const storedEntry = z.looseObject({ _id: z.string() })
type StoredEntry = z.infer<typeof storedEntry>

/**
 * Gives an `_id` to each entry that was sent without one, in every list whose entries have an `_id`. Such an entry is matched
 * with the stored entry of the same `slug`, else of the same `title`, else at the same index if the list has its old length:
 * it gets that entry's `_id`, and the values of optional fields that it leaves out. Any other entry is new and gets a new `_id`.
 */
export function withStoredEntries(record: Payload, stored: Payload, schema: z.ZodObject): Payload {
  const lists = [...walkSchema(schema).fields].flatMap(([name, field]) => {
    const item = entryWithId(field)
    return item && Object.hasOwn(record, name) ? [[name, matchEntries(record[name], stored[name], item)] as const] : []
  })
  return { ...record, ...Object.fromEntries(lists) }
}

/** The entries of a list if each has an `_id`, else undefined. */
export function entryWithId({ element }: SchemaNode): SchemaNode | undefined {
  return element?.fields.has('_id') ? element : undefined
}

function matchEntries(sent: unknown, storedList: unknown, item: SchemaNode): unknown {
  if (!Array.isArray(sent)) return sent
  const entries = sent.map((entry: unknown) => objectOf(entry))
  const stored = z.array(storedEntry).parse(storedList)
  const taken = new Set<unknown>(entries.map((entry) => entry?.['_id']))
  const meant = new Map<number, StoredEntry>()

  const rules = [
    byText('slug', stored),
    byText('title', stored),
    (_entry: Payload, place: number) => (stored.length === entries.length ? stored[place] : undefined),
  ]
  for (const rule of rules) {
    entries.forEach((entry, place) => {
      if (!entry || '_id' in entry || meant.has(place)) return
      const match = rule(entry, place)
      if (!match || taken.has(match._id)) return
      taken.add(match._id)
      meant.set(place, match)
    })
  }

  const optional = [...item.fields].flatMap(([name, field]) => (isOptional(field) ? [name] : []))
  return sent.map((value: unknown, place) => {
    const entry = entries[place]
    if (!entry || '_id' in entry) return value
    const match = meant.get(place)
    return match ? { ...withKept(entry, match, optional), _id: match._id } : { ...entry, _id: randomUUID() }
  })
}

/** Finds the first stored entry whose `field` has the text that an entry has there. */
function byText(field: string, stored: StoredEntry[]) {
  const first = new Map<unknown, StoredEntry>()
  for (const entry of stored) if (!first.has(entry[field])) first.set(entry[field], entry)
  return (entry: Payload) => {
    const text = entry[field]
    return typeof text === 'string' && text !== '' ? first.get(text) : undefined
  }
}

function objectOf(value: unknown): Payload | undefined {
  return z.record(z.string(), z.unknown()).safeParse(value).data
}
