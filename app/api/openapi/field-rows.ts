import type { ApiBody, JsonSchema } from './api-operation.ts'

/** A line of the table that tells people what a body or an answer holds. */
export interface FieldRow {
  /** Dotted name; the entries of a list have `[]`. */
  name: string
  kind: string
  isRequired: boolean
  note: string
}

/** The fields of an object, or of the objects in a list, with the fields below them. */
export function fieldRows(schema: JsonSchema, prefix = ''): FieldRow[] {
  const own = plain(schema)
  if (own.items !== undefined) return fieldRows(itemsOf(own), `${prefix}[]`)
  return Object.entries(own.properties ?? {}).flatMap(([name, property]) => {
    const field = plain(property)
    const path = prefix === '' ? name : `${prefix}.${name}`
    const row = {
      name: path,
      kind: kindWords(field),
      isRequired: own.required?.includes(name) ?? false,
      note: field.description ?? '',
    }
    return [row, ...fieldRows(field, path)]
  })
}

/** The fields of a form that carry a file. */
export function fileRows({ files, schema }: ApiBody): FieldRow[] {
  return Object.entries(files).map(([name, mediaTypes]) => ({
    name,
    kind: plain(schema.properties?.[name] ?? {}).items === undefined ? 'file' : 'files',
    isRequired: schema.required?.includes(name) ?? false,
    note: `In multipart/form-data: ${mediaTypes}`,
  }))
}

/** Of a field that may also be JSON text, what that text says. */
function plain(schema: JsonSchema | boolean): JsonSchema {
  if (typeof schema === 'boolean') return {}
  const [first] = schema.properties === undefined ? (schema.anyOf ?? []) : []
  return first ?? schema
}

function itemsOf({ items }: JsonSchema): JsonSchema {
  return typeof items === 'object' && !Array.isArray(items) ? items : {}
}

function kindWords(field: JsonSchema): string {
  if (field.type === 'array') return `list${rangeWords(field.minItems, field.maxItems, 'entries')}`
  if (field.type === 'integer') return `whole number${rangeWords(field.minimum, field.maximum, '')}`
  if (field.type === 'string') return `text${rangeWords(field.minLength, field.maxLength, 'characters')}`
  return String(field.type ?? 'any')
}

function rangeWords(min: number | undefined, max: number | undefined, unit: string) {
  if (max === undefined || max >= Number.MAX_SAFE_INTEGER) return ''
  const bound = max.toLocaleString('en')
  const words = min === max ? `exactly ${bound}` : min ? `${min.toLocaleString('en')} to ${bound}` : `at most ${bound}`
  return `, ${words}${unit && ` ${unit}`}`
}
