import type { z } from 'zod'
import { tooManyEntries } from './field-messages.ts'
import type { SectionDefinition } from './define-section.ts'
import { walkSchema, type SchemaNode } from './walk-schema.ts'

/** A list of a content that has more entries than a list may have. */
export interface LongList {
  /** Dotted path of its field: `items`. */
  path: string
  message: string
}

/**
 * The lists of a content that are too long, and longer than in each of the contents `before`. A list that is too long
 * in a file can so be shortened step by step, and does not prevent other changes.
 */
export function longLists(schema: z.ZodType, content: unknown, ...before: readonly unknown[]): LongList[] {
  const found = listsIn(walkSchema(schema), content, [])
  const long = found.filter(({ count, max }) => count > max)
  if (long.length === 0) return []
  const earlier = before.flatMap((other) => listsIn(walkSchema(schema), other, []))
  return long
    .filter(({ node, count }) => !earlier.some((list) => list.node === node && list.count >= count))
    .map(({ node, path, count, max }) => ({ path, message: tooManyEntries(node.label ?? path, count, max) }))
}

/**
 * What a change of a section must not add to its content, beside what the schema refuses: the rules of its
 * `lifecycle`, and lists that are too long. `draft` is the draft that the change replaces.
 */
export function issuesOfChange(
  { schema, lifecycle }: SectionDefinition,
  next: unknown,
  { published, draft }: { published: unknown; draft?: unknown },
): LongList[] {
  return [...longLists(schema, next, published, draft), ...(lifecycle?.checkChange?.(next, published) ?? [])]
}

interface FoundList {
  node: SchemaNode
  path: string
  count: number
  max: number
}

/** The lists whose length the schema does not check. */
function listsIn(node: SchemaNode, value: unknown, path: readonly string[]): FoundList[] {
  const { fields, element, maxItems: max } = node
  if (Array.isArray(value) && element) {
    const own = max === undefined ? [] : [{ node, path: path.join('.'), count: value.length, max }]
    if (element.fields.size === 0) return own
    return [...own, ...value.flatMap((entry, at) => listsIn(element, entry, [...path, String(at)]))]
  }
  if (fields.size === 0 || typeof value !== 'object' || value === null) return []
  const entries = new Map(Object.entries(value))
  return [...fields].flatMap(([key, field]) => listsIn(field, entries.get(key), [...path, key]))
}
