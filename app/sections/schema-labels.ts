import { z } from 'zod'
import { wrappedSchema } from '#app/schema/wrapped-schema.ts'
import type { FieldGuide } from '#app/content/compare/content-differences.ts'
import { wordsOf } from '#app/content/compare/content-words.ts'

/** What a section's schema tells of its fields: their labels, and which of them name a stored file. */
export function schemaLabels(schema: unknown): FieldGuide | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const inner = unwrap(schema)
  // A wrapper may say something about itself, or leave it to what it wraps.
  const meta = schema.meta() ?? inner.meta()
  return {
    label: meta?.title,
    file: meta?.upload && (meta.upload.accepts === 'image' ? 'image' : 'file'),
    field: (key) =>
      inner instanceof z.ZodObject && Object.hasOwn(inner.shape, key) ? schemaLabels(inner.shape[key]) : undefined,
    entry: () => (inner instanceof z.ZodArray ? schemaLabels(inner.element) : undefined),
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

function unwrap(schema: z.ZodType): z.ZodType {
  const inner = wrappedSchema(schema)
  return inner ? unwrap(inner) : schema
}
