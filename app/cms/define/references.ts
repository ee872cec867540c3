import type { z } from 'zod'
import { walkSchema, type SchemaNode } from './walk-schema.ts'

/** The ids of the collections that fields of a schema refer to. */
export function referredCollections(schema: z.ZodType): string[] {
  return [...collectionsBelow(walkSchema(schema))]
}

function collectionsBelow(node: SchemaNode): ReadonlySet<string> {
  let known = collections.get(node)
  if (!known) {
    const below = [...node.fields.values(), ...(node.element ? [node.element] : [])]
    const own = node.reference === undefined ? [] : [node.reference]
    known = new Set([...own, ...below.flatMap((one) => [...collectionsBelow(one)])])
    collections.set(node, known)
  }
  return known
}

/** Schemas never change, so each is read once. */
const collections = new WeakMap<SchemaNode, ReadonlySet<string>>()

/** True if a content of this schema refers to the entry of a collection. */
export function refersTo(schema: z.ZodType, content: unknown, entry: { collection: string; key: string }): boolean {
  return nodeRefersTo(walkSchema(schema), content, entry)
}

function nodeRefersTo(node: SchemaNode, value: unknown, entry: { collection: string; key: string }): boolean {
  if (!collectionsBelow(node).has(entry.collection)) return false
  const { reference, element, fields } = node
  if (reference !== undefined) return reference === entry.collection && value === entry.key
  if (element) return Array.isArray(value) && value.some((item) => nodeRefersTo(element, item, entry))
  if (typeof value !== 'object' || value === null) return false
  const content: Partial<Record<string, unknown>> = value
  return [...fields].some(([name, field]) => nodeRefersTo(field, content[name], entry))
}
