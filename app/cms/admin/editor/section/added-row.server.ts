import { createHash } from 'node:crypto'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { walkSchema } from '#app/cms/define/walk-schema.ts'

/** The longest text that an address fills in. */
const MAX_FILLED_IN = 200

/**
 * A further row in a list of the form, which the address fills in: `?add=groups&words=colour`. Nothing is saved. The
 * same address adds the same row, so it is not added again once it is saved.
 */
export function addedRow(
  { schema }: Pick<SectionDefinition, 'schema'>,
  query: URLSearchParams,
  content: Record<string, unknown>,
) {
  const list = query.get('add') ?? ''
  const rows = content[list]
  const element = walkSchema(schema).fields.get(list)?.element
  if (!element?.fields.has('_id') || !Array.isArray(rows)) return undefined
  const texts = [...element.fields.keys()].flatMap((name) => {
    const text = name === '_id' ? null : query.get(name)
    return text === null ? [] : [[name, text.slice(0, MAX_FILLED_IN)] as const]
  })
  const id = createHash('sha256')
    .update(JSON.stringify([list, texts]))
    .digest('hex')
    .slice(0, 16)
  if (rows.some((row) => asRecord(row)['_id'] === id)) return undefined
  const row = `${list}[${rows.length}]`
  const [first] = [...element.fields.keys()].filter((name) => name !== '_id')
  return {
    fields: { [list]: [...(rows as unknown[]), { _id: id, ...Object.fromEntries(texts) }] },
    row,
    field: `${row}.${first ?? '_id'}`,
  }
}
