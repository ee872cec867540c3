import { stringify } from 'yaml'
import { z } from 'zod'
import { asRecord, idOf, isRecord } from '#app/cms/content/compare/content-words.ts'
import type { ContentIssue } from '#app/cms/content/store/store.types.ts'
import { formatPath } from '#app/cms/platform/http/form-envelope.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import { labelOfPath, schemaLabels } from '#app/cms/content/compare/schema-labels.ts'

/**
 * The part of a value that the form of a section can show if its schema refuses the value, or if there is none: the
 * known fields, values of another type as text, and lists with at least the required number of entries. A record
 * without a valid `_id` gets the section's id. An entry whose `_id` is missing, invalid or used twice has none, and
 * gets one when the form is saved.
 */
export function formPartOf({ id, schema }: SectionDefinition<z.ZodObject>, value: unknown): Record<string, unknown> {
  const part = asRecord(select(walkSchema(schema), value))
  return Object.hasOwn(schema.shape, '_id') ? { ...part, _id: part['_id'] ?? id } : part
}

function select({ inner, fields, element }: SchemaNode, value: unknown): unknown {
  if (inner instanceof z.ZodObject) {
    const record = isRecord(value) ? value : recordOfText(fields, value)
    const parts = [...fields].map(([key, field]) => {
      const isRefusedId = key === '_id' && !field.schema.safeParse(record[key]).success
      return [key, isRefusedId ? undefined : select(field, record[key])]
    })
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
  }
  if (inner instanceof z.ZodArray && element) {
    const entries = withoutRepeatedIds(entriesIn(element, value))
    const missing = Math.max(0, leastEntries(inner) - entries.length)
    const all = [...entries, ...Array.from({ length: missing })]
    return all.map((entry) => select(element, entry) ?? '')
  }
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? stringify(value).trim() : value
}

/** A text in the place of a record becomes the value of the record's first text field. */
function recordOfText(fields: SchemaNode['fields'], text: unknown): Record<string, unknown> {
  const [first] =
    [...fields].find(([key, { inner, upload }]) => key !== '_id' && !upload && inner instanceof z.ZodString) ?? []
  return first === undefined || typeof text !== 'string' ? {} : { [first]: text }
}

/** A single entry becomes a list of one. A text instead of a list of records, such as `none`, becomes an empty list. */
function entriesIn({ inner }: SchemaNode, value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (value === undefined || value === null) return []
  return inner instanceof z.ZodObject && !isRecord(value) ? [] : [value]
}

function withoutRepeatedIds(entries: readonly unknown[]): unknown[] {
  const seen = new Set<string>()
  return entries.map((entry) => {
    const id = idOf(entry)
    if (id === undefined) return entry
    if (seen.has(id)) return { ...asRecord(entry), _id: undefined }
    seen.add(id)
    return entry
  })
}

function leastEntries(list: z.ZodArray) {
  const limits = (list._zod.def.checks ?? []).map(({ _zod: { def } }) => ('minimum' in def ? Number(def.minimum) : 0))
  return Math.max(0, ...limits)
}

/** The issues of a file, as its form shows them. */
interface FieldIssues {
  /** Messages by field name; messages that belong to no field have the empty name. */
  fields: Record<string, string[]>
  /** Corrections that a save makes. The form does not show their faults at a field. */
  repairs: string[]
}

/** Sorts the issues of a file by the form field in which the editor can correct them. Each message names its line. */
export function issuesByField({ schema }: SectionDefinition, issues: readonly ContentIssue[]): FieldIssues {
  const fieldLabels = schemaLabels(schema)
  const fields: Record<string, string[]> = {}
  const repairs: string[] = []
  for (const { path, message, line } of issues) {
    const steps = path === '' ? [] : path.split('.')
    const inLine = line === undefined ? '' : `line ${line}`
    const node = nodeAt(walkSchema(schema), steps)
    if (!node)
      repairs.push(`removes “${steps.at(-1)}”${inLine && ` (${inLine})`}, which is not a field of this section`)
    else if (steps.length > 1 && steps.at(-1) === '_id')
      repairs.push(`gives an entry a new _id${inLine && ` (${inLine})`}`)
    else {
      const text = `${message}${inLine && ` (${inLine} of the file)`}`
      // A group of fields has no control of its own.
      if (steps.length === 0 || node.fields.size > 0) {
        const label = labelOfPath(fieldLabels, path)
        ;(fields[''] ??= []).push(label === '' ? text : `${label}: ${text}`)
      } else (fields[fieldName(steps)] ??= []).push(text)
    }
  }
  return { fields, repairs }
}

function nodeAt(node: SchemaNode | undefined, [step, ...rest]: readonly string[]): SchemaNode | undefined {
  if (step === undefined || !node) return node
  return nodeAt(isIndex(step) ? node.element : node.fields.get(step), rest)
}

/** The form's name for a path such as `members.0.title`. */
function fieldName(steps: readonly string[]) {
  return formatPath(steps.map((step) => (isIndex(step) ? Number(step) : step)))
}

function isIndex(step: string) {
  return /^\d+$/.test(step)
}
