import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod'
import { asRecord, type Fields } from '#app/cms/content/compare/content-words.ts'
import type { SchemaNode } from '#app/cms/define/walk-schema.ts'
import type { PastedRow, PastedTable } from '#app/cms/editing/lists/pasted-table.ts'
import { newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { tooManyEntries } from '#app/cms/define/field-messages.ts'
import { formFields } from '#app/cms/editing/server/form-fields.ts'
import { hasText, words, type PasteColumn } from './paste-columns.server.ts'
import type { TableRow } from './read-table.server.ts'

/** The list with the rows of a pasted table, and what they change. */
interface PastedRows extends Pick<PastedTable, 'columns' | 'rows' | 'others' | 'unknown' | 'problems'> {
  /** The entries of the list, as a form has them. */
  entries: unknown[]
}

interface PasteOptions {
  /** The schema of the list. */
  list: SchemaNode
  columns: readonly PasteColumn[]
  rows: readonly TableRow[]
  /** The entries of the list in the form. */
  before: readonly unknown[]
  removesOthers: boolean
  /** True if columns of the table that the list does not have are left out. Otherwise they are a problem. */
  leavesOut: boolean
}

/**
 * Puts the rows of a table into a list. A row belongs to the entry with the same text in the first column; fields
 * without a column keep their value. Other rows are new, below the entries that there are.
 */
export function pasteRows({ list, columns, rows, before: typed, removesOthers, leavesOut }: PasteOptions): PastedRows {
  const { element } = list
  // A form of something new begins with an empty entry, which must not stay above the pasted ones.
  const before = typed.filter((entry) => hasText(entry))
  const headed = headings(columns, rows, leavesOut)
  const problems = [...headed.problems]
  const indexes = entryIndexes(columns, before)
  const matched = new Map<number, unknown>()
  const added: unknown[] = []
  const order: unknown[] = []
  const shown: PastedRow[] = []
  for (const row of problems.length > 0 ? [] : headed.rows) {
    const { number, cells } = row
    const name = cells[headed.order.indexOf(0)] ?? ''
    const where = name === '' ? `Row ${number}` : `Row ${number} (${name})`
    if (cells.length > headed.order.length) {
      problems.push(`${where} has ${cells.length} cells; the list has ${headed.order.length} columns`)
      continue
    }
    const at = indexes.get(name)?.shift()
    const old = at === undefined ? undefined : before[at]
    const next = withCells(old, columns, headed.order, cells)
    for (const message of next.problems) problems.push(`${where}, ${message}`)
    const parsed = element && parseEntry(element.schema, next.entry, columns)
    for (const message of parsed?.problems ?? []) problems.push(`${where}, ${message}`)
    const entry = parsed?.entry ?? next.entry
    const texts = textsOf(columns, entry)
    const oldTexts = old === undefined ? undefined : textsOf(columns, old)
    const changed = texts.map((text, column) => oldTexts !== undefined && oldTexts[column] !== text)
    shown.push({
      number,
      state: oldTexts === undefined ? 'new' : changed.some(Boolean) ? 'changed' : 'unchanged',
      cells: texts.map((text, column) => ({ text, ...(changed[column] && { before: oldTexts?.[column] ?? '' }) })),
    })
    order.push(entry)
    if (at === undefined) added.push(entry)
    else matched.set(at, entry)
  }
  const kept = before.map((entry, at) => (matched.has(at) ? matched.get(at) : entry))
  const entries = removesOthers ? order : [...kept, ...added]
  if (headed.problems.length === 0) problems.push(...lengthProblems(list, entries))
  const others = before.length - matched.size
  const { unknown } = headed
  return { columns: columns.map(({ label }) => label), rows: shown, others, unknown, problems, entries }
}

/** The columns of the cells of each row, by the headings if there are some: the index of each in `columns`. */
function headings(columns: readonly PasteColumn[], rows: readonly TableRow[], leavesOut: boolean) {
  const inOrder = { rows, order: columns.map((_column, at) => at), unknown: [] as string[], problems: [] as string[] }
  const [first] = rows
  const found = (first?.cells ?? []).map((cell) => columns.findIndex(({ label }) => words(label) === words(cell)))
  const known = found.filter((column) => column !== -1)
  if (!first || known.length < Math.min(2, columns.length)) return inOrder
  const unknown = first.cells.filter((_cell, at) => found[at] === -1).map((heading) => heading || 'without a heading')
  const problems = found.flatMap((column, at) => {
    const heading = first.cells[at] ?? ''
    if (column === -1 && leavesOut) return []
    if (column === -1 && heading === '')
      return [`Column ${at + 1} has no heading. Enter one, or remove the column from the table`]
    if (column === -1)
      return [
        `Column ${at + 1}: the list has no column “${heading}”. Correct the heading, or add the column to the list first`,
      ]
    return found.indexOf(column) === at ? [] : [`Column ${at + 1}: the heading “${heading}” is there twice`]
  })
  if (!known.includes(0)) problems.push(`The column “${columns[0]?.label ?? ''}” is missing. It names the rows`)
  return { rows: rows.slice(1), order: found, unknown, problems }
}

/** The entries by their text in the first column: their indexes, in order. */
function entryIndexes(columns: readonly PasteColumn[], entries: readonly unknown[]) {
  const indexes = new Map<string, number[]>()
  entries.forEach((entry, at) => {
    const [name = ''] = textsOf(columns.slice(0, 1), entry)
    if (name !== '') indexes.set(name, [...(indexes.get(name) ?? []), at])
  })
  return indexes
}

/** The texts of an entry in the columns. */
function textsOf(columns: readonly PasteColumn[], entry: unknown): string[] {
  return columns.map(({ field, isTicked }) => {
    const cell = asRecord(entry)[field]
    if (isTicked) return cell === true || cell === 'on' ? 'yes' : 'no'
    return typeof cell === 'string' ? cell : typeof cell === 'number' ? String(cell) : ''
  })
}

const TICKED = new Set(['yes', 'y', 'true', 'x', '1', '✓', 'on'])
const NOT_TICKED = new Set(['', 'no', 'n', 'false', '0', '-', '–', 'off'])

/** An entry with the cells of a row. `order` has the column of each cell. */
function withCells(old: unknown, columns: readonly PasteColumn[], order: readonly number[], cells: readonly string[]) {
  const entry: Fields = old === undefined ? { _id: newEntryId() } : { ...asRecord(old) }
  const problems: string[] = []
  order.forEach((position, at) => {
    const column = columns[position]
    if (!column) return
    const { field, isTicked, label } = column
    const text = cells[at] ?? ''
    const word = text.toLowerCase()
    if (isTicked && !TICKED.has(word) && !NOT_TICKED.has(word)) problems.push(`${label}: write yes or no`)
    entry[field] = isTicked ? (TICKED.has(word) ? 'on' : undefined) : text
  })
  return { entry, problems }
}

/** The entry as the form would save it, or what is wrong with it. */
function parseEntry(schema: z.ZodType, entry: Fields, columns: readonly PasteColumn[]) {
  const hasId = asObject(schema)?.shape['_id'] !== undefined
  const { _id, ...fields } = entry
  const form = new FormData()
  for (const [name, value] of formFields(hasId ? { _id, ...fields } : fields, '')) form.append(name, value)
  const submission = parseWithZod(form, { schema: asObject(schema) ?? z.looseObject({}) })
  if (submission.status === 'success') return { entry: submission.value as unknown, problems: [] }
  const problems = Object.entries(submission.error ?? {}).flatMap(([name, messages]) => {
    const column = columns.find(({ field }) => name === field)
    return (messages ?? []).map((message) => (column ? `${column.label}: ${message}` : message))
  })
  return { entry: undefined, problems }
}

function asObject(schema: z.ZodType) {
  return schema instanceof z.ZodObject ? schema : undefined
}

/** What the list itself refuses, such as too many entries. */
function lengthProblems({ schema, label = 'The list', maxItems }: SchemaNode, entries: readonly unknown[]): string[] {
  if (maxItems !== undefined && entries.length > maxItems) return [tooManyEntries(label, entries.length, maxItems)]
  const issues = schema.safeParse(entries).error?.issues ?? []
  return issues.filter(({ path }) => path.length === 0).map(({ message }) => message)
}
