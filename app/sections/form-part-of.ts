import { z } from 'zod'
import type { SectionDefinition } from '#app/schema/define-section.ts'
import { walkSchema, type SchemaNode } from '#app/schema/walk-schema.ts'
import { asRecord } from '#app/content/compare/content-words.ts'

/**
 * What the form of a section can show of a value that its schema refuses, or of none: the fields it knows, where they are of
 * the right kind, and lists with as many entries as they need. A record without an `_id` is named after its section.
 */
export function formPartOf({ id, schema }: SectionDefinition<z.ZodObject>, value: unknown): Record<string, unknown> {
  const part = asRecord(select(walkSchema(schema), value))
  return Object.hasOwn(schema.shape, '_id') ? { ...part, _id: part['_id'] ?? id } : part
}

function select({ inner, fields, element }: SchemaNode, value: unknown): unknown {
  if (inner instanceof z.ZodObject) {
    const record = asRecord(value)
    const parts = [...fields].map(([key, field]) => [key, select(field, record[key])])
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
  }
  if (inner instanceof z.ZodArray && element) {
    const entries: unknown[] = Array.isArray(value) ? value : []
    const missing = Math.max(0, leastEntries(inner) - entries.length)
    const all = [...entries, ...Array.from({ length: missing })]
    return all.map((entry) => select(element, entry) ?? '')
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined
}

function leastEntries(list: z.ZodArray) {
  const { minimum } = list._zod.bag
  return typeof minimum === 'number' ? minimum : 0
}

/** What a posted form holds for the schema of its section. Files in it are stored already. */
export interface PostedFields {
  content: FormData
  /** Refused uploads by the field they were for. */
  fileErrors: Record<string, string[]>
}

/** Completes a posted form before its schema reads it: with what one button or one file input means for other fields. */
export type PreprocessForm = (posted: PostedFields) => PostedFields
