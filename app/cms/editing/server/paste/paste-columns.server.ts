import { z } from 'zod'
import { asRecord } from '#app/cms/content/compare/content-words.ts'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'
import type { TableRow } from './read-table.server.ts'

/** A column of the table that can be pasted into a list. */
export interface PasteColumn {
  label: string
  /** The field of an entry. */
  field: string
  /** True for a field that is ticked or not. */
  isTicked: boolean
}

/** The schema of a list in the schema of a form; undefined if there is none with this name. */
export function listNode(schema: z.ZodType, name: string): SchemaNode | undefined {
  let node: SchemaNode | undefined = walkSchema(schema)
  for (const [step] of name.matchAll(/[^.[\]]+/g)) node = /^\d+$/.test(step) ? node?.element : node?.fields.get(step)
  return node?.element && node.element.fields.size > 0 ? node : undefined
}

/** The columns of a list: the texts, numbers and ticks of its entries, in the order of the schema. */
export function pasteColumns({ element }: SchemaNode): PasteColumn[] {
  return [...(element?.fields ?? [])].flatMap(([field, { label = field, inner, upload }]): PasteColumn[] => {
    const isText = inner instanceof z.ZodString || inner instanceof z.ZodNumber || inner instanceof z.ZodEnum
    const isTicked = inner instanceof z.ZodBoolean
    return field === '_id' || upload || !(isText || isTicked) ? [] : [{ label, field, isTicked }]
  })
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
