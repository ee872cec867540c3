import { z } from 'zod'
import { walkSchema, type SchemaNode } from '#app/schema/walk-schema.ts'
import type { FieldGuide } from '#app/content/compare/content-differences.ts'
import { wordsOf } from '#app/content/compare/content-words.ts'

/** What a section's schema tells of its fields: their labels, and which of them name a stored file. */
export function schemaLabels(schema: unknown): FieldGuide | undefined {
  return schema instanceof z.ZodType ? labelsOf(walkSchema(schema)) : undefined
}

function labelsOf({ label, upload, fields, element }: SchemaNode): FieldGuide {
  return {
    label,
    file: upload && (upload.accepts === 'image' ? 'image' : 'file'),
    field(key) {
      const field = fields.get(key)
      return field && labelsOf(field)
    },
    entry: () => element && labelsOf(element),
  }
}

/**
 * Words for the place of an issue, as zod or the store name it: `products.0.title` → `Products › 1 › Title`. Empty for the
 * whole content.
 */
export function labelOfPath(guide: FieldGuide | undefined, path: string): string {
  let here = guide
  return (path === '' ? [] : path.split('.'))
    .map((step) => {
      const isIndex = /^\d+$/.test(step)
      here = isIndex ? here?.entry() : here?.field(step)
      return here?.label ?? (isIndex ? String(Number(step) + 1) : wordsOf(step))
    })
    .join(' › ')
}
