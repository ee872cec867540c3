import { z } from 'zod'
import { asRecord, listAt, titleOf, type Fields } from '#app/cms/content/compare/content-words.ts'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import type { TableRow } from './read-table.server.ts'

/** A column of the table that can be pasted into a list. */
export interface PasteColumn {
  label: string
  /** The field of an entry, and the index in it if the field is a row of cells. */
  field: string
  index?: number
  /** What an empty cell of a row of cells is in the list. */
  emptyCell?: string
  /** True for a field that is ticked or not. */
  isTicked: boolean
}

/** The schema of a list in the schema of a form; undefined if there is none with this name. */
export function listNode(schema: z.ZodType, name: string): SchemaNode | undefined {
  let node: SchemaNode | undefined = walkSchema(schema)
  for (const [step] of name.matchAll(/[^.[\]]+/g)) node = /^\d+$/.test(step) ? node?.element : node?.fields.get(step)
  return node?.element && node.element.fields.size > 0 ? node : undefined
}

/**
 * The columns of a list: the texts, numbers and ticks of its entries, in the order of the schema. A row of cells has a
 * column for each entry of the list that they belong to, as it is in the form.
 */
export function pasteColumns({ element }: SchemaNode, form: unknown): PasteColumn[] {
  return [...(element?.fields ?? [])].flatMap(([field, node]): PasteColumn[] => {
    const { label = field, inner, upload, columns } = node
    if (columns) {
      const heads = listAt(asRecord(form), columns.of)
      return heads.map((head, index) => ({
        label: titleOf(head) ?? `${label} ${index + 1}`,
        field,
        index,
        emptyCell: columns.emptyCell,
        isTicked: false,
      }))
    }
    const isText = inner instanceof z.ZodString || inner instanceof z.ZodNumber || inner instanceof z.ZodEnum
    const isTicked = inner instanceof z.ZodBoolean
    return field === '_id' || upload || !(isText || isTicked) ? [] : [{ label, field, isTicked }]
  })
}

/** Entries of the list that names the columns of another one. */
export interface NamedColumns {
  /** Name of the list's field. */
  list: string
  entries: Fields[]
}

/**
 * The columns that a table brings into a form in which none has a name yet, as in that of something new: its headings,
 * but those of the list's own fields. Undefined if the table has no line of headings.
 */
export function columnsOfTable(
  schema: z.ZodType,
  { element }: SchemaNode,
  form: unknown,
  [first, ...rows]: readonly TableRow[],
): NamedColumns | undefined {
  const fields = [...(element?.fields ?? [])]
  const columns = fields.find(([, node]) => node.columns)?.[1].columns
  const title = columns && titleField(schema, columns.of)
  if (!first || !columns || title === undefined || listAt(asRecord(form), columns.of).some(hasText)) return undefined
  const own = fields.map(([field, { label = field }]) => words(label))
  if (!first.cells.some((cell) => words(cell) === own[0])) return undefined
  const entries = first.cells.flatMap((heading, at): Fields[] => {
    if (heading === '' || own.includes(words(heading))) return []
    const hasFigures = rows.length > 0 && rows.every(({ cells }) => FIGURES.test(cells[at] ?? ''))
    return [{ [title]: heading, ...(columns.figures !== undefined && hasFigures && { [columns.figures]: 'on' }) }]
  })
  return entries.length === 0 ? undefined : { list: columns.of, entries }
}

/** A number, or a range of two: `0.95`, `-40 to 90`, `150–175`. */
const FIGURES = /^[<>≤≥±~]?\s*[-−]?\d[\d.,]*(?:\s*(?:to|[-–])\s*[-−]?\d[\d.,]*)?$/

/** The first text field of the entries of a list, which is their name. */
function titleField(schema: z.ZodType, list: string) {
  const fields = [...(listNode(schema, list)?.element?.fields ?? [])]
  return fields.find(([field, { inner }]) => field !== '_id' && inner instanceof z.ZodString)?.[0]
}

/** In how many rows the line of headings is looked for: a title, units and empty lines may be above it. */
const MAX_ROWS_TO_HEADINGS = 10

/**
 * The table from its line of headings on: without the lines above it, such as a title, and without empty columns, as
 * merged cells leave them. The line of headings is the one with `first`, the label of the column that names the rows. A
 * table without one is as it was. `above` is the number of lines that were left out.
 */
export function fromHeadings(rows: readonly TableRow[], first: string): { rows: TableRow[]; above: number } {
  const at = rows
    .slice(0, MAX_ROWS_TO_HEADINGS)
    .findIndex(({ cells }) => cells.some((cell) => words(cell) === words(first)) && cells.filter(Boolean).length > 1)
  if (at === -1) return { rows: [...rows], above: 0 }
  const table = rows.slice(at)
  const width = Math.max(...table.map(({ cells }) => cells.length))
  const filled = Array.from({ length: width }, (_, column) => table.some(({ cells }) => (cells[column] ?? '') !== ''))
  return {
    rows: table.map(({ number, cells }) => ({ number, cells: cells.filter((_cell, column) => filled[column]) })),
    above: at,
  }
}

/** A heading as headings are compared. */
export function words(text: string) {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** True if something is typed in a field of the entry. Its id is no field. */
export function hasText(entry: unknown): boolean {
  if (typeof entry === 'string') return entry.trim() !== ''
  if (Array.isArray(entry)) return entry.some(hasText)
  const { _id, ...fields } = asRecord(entry)
  return Object.values(fields).some(hasText)
}
