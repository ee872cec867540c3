import { createHash } from 'node:crypto'
import { readTable, type TableRow } from '#app/cms/editing/server/paste/read-table.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import {
  compareRow,
  isChange,
  isFieldOf,
  rowInWords,
  type ComparedRow,
  type GradeChange,
} from './compare-row.server.ts'
import { folded, headingReader, type SheetColumn, type SheetState } from './sheet-columns.ts'
import type { PreviewRow, SheetPreview, SheetProblem } from './sheet-preview.types.ts'

const MAX_SHEET_ROWS = 2_000
const LIMITS = { maxText: 1_000_000, maxRows: MAX_SHEET_ROWS, maxColumns: 200 }

interface CompareOptions {
  state: SheetState
  /** Keys of the grades with a draft. */
  withDraft: ReadonlySet<string>
  /** True if columns that are not understood are left out. Otherwise they are a problem. */
  leavesOut: boolean
}

/**
 * What a pasted sheet would change. A row belongs to the grade with its key, else to the one with its name. An empty cell
 * leaves a value as it is, and “–” removes it. A cell with the text that the sheet has now is unchanged, whatever its
 * form. Nothing is written.
 */
export function compareSheet(
  text: string,
  { state, withDraft, leavesOut }: CompareOptions,
): { preview: SheetPreview; changes: GradeChange[] } {
  const read = readTable(text, LIMITS)
  if ('problem' in read) return refused(read.problem)
  const [first, ...rows] = read.rows
  if (!first || rows.length === 0)
    return refused('The sheet needs a line of headings, and a row for each grade below it')
  const width = Math.max(...read.rows.map(({ cells }) => cells.length))
  const head = { ...first, cells: Array.from({ length: width }, (_, at) => first.cells[at] ?? '') }
  const readHeading = headingReader(state)
  const columns = head.cells.map((heading) => (heading === '' ? undefined : readHeading(heading)))
  const problems = headingProblems(head, columns, rows, leavesOut)
  const unknown = head.cells.filter((_, at) => columns[at] === undefined || isProblem(columns[at]))
  const known = columns.map((column) => (isProblem(column) ? undefined : column))
  if (problems.length > 0) return { preview: { ...EMPTY, problems, unknown }, changes: [] }

  const compared = rows.map((row) => compareRow(row, known, state))
  markRepeated(compared)
  const shown = compared.filter(({ row }) => row !== undefined)
  const changes = compared.flatMap(({ change, problems: own }) => (change && own.length === 0 ? change : []))
  problems.push(...compared.flatMap((one) => one.problems))
  const total = state.grades.size + changes.filter(({ key }) => key === undefined).length
  if (total > grades.max)
    problems.push({ row: 0, where: 'The sheet', message: `There can be at most ${countOf(grades.max, 'grade')}` })
  const found = new Set(compared.flatMap(({ key }) => key ?? []))
  const count = (wanted: PreviewRow['state']) => shown.filter(({ row }) => row?.state === wanted).length
  return {
    preview: {
      headings: head.cells,
      nameAt: known.findIndex((column) => isFieldOf(column, 'title')),
      rows: shown.flatMap(({ row, key }) => (row ? { ...row, hasDraft: key !== undefined && withDraft.has(key) } : [])),
      counts: {
        ...{ new: count('new'), changed: count('changed'), unchanged: compared.length - shown.length },
        others: state.grades.size - found.size,
        cells: shown.reduce((sum, { row }) => sum + (row?.cells.filter(isChange).length ?? 0), 0),
      },
      problems,
      pages: problems.some(({ column = -1 }) => isFieldOf(known[column], 'product'))
        ? [...state.names.products.values()]
        : [],
      unknown,
      seen: JSON.stringify(Object.fromEntries(changes.map((change) => [nameOfChange(change), digest(change)]))),
    },
    changes,
  }
}

const EMPTY: SheetPreview = {
  ...{ headings: [], nameAt: -1, rows: [], problems: [], pages: [], unknown: [], seen: '' },
  counts: { new: 0, changed: 0, unchanged: 0, others: 0, cells: 0 },
}

function refused(message: string) {
  return { preview: { ...EMPTY, problems: [{ row: 0, where: 'The sheet', message }] }, changes: [] }
}

function isProblem(read: SheetColumn | { problem: string } | undefined): read is { problem: string } {
  return read !== undefined && 'problem' in read
}

/** The names of the changes that a preview has not shown, or shown otherwise. */
export function changedSince(seen: string, changes: readonly GradeChange[]): string[] {
  let known: Record<string, unknown> = {}
  try {
    known = { ...(JSON.parse(seen || '{}') as Record<string, unknown>) }
  } catch {
    // Then none was shown.
  }
  const others = changes.filter((change) => known[nameOfChange(change)] !== digest(change))
  const gone = Object.keys(known).length - (changes.length - others.length)
  return others.length === 0 && gone > 0 ? ['The sheet'] : others.map(({ name }) => name)
}

function nameOfChange({ key, name }: GradeChange) {
  return key ?? `+${name}`
}

function digest({ version, next }: GradeChange) {
  return createHash('sha256')
    .update(`${version}\n${JSON.stringify(next)}`)
    .digest('base64url')
    .slice(0, 12)
}

function headingProblems(
  head: TableRow,
  columns: readonly (SheetColumn | { problem: string } | undefined)[],
  rows: readonly TableRow[],
  leavesOut: boolean,
): SheetProblem[] {
  const at = (column: number, message: string): SheetProblem => ({
    ...{ row: head.number, column, message },
    where: `Row ${head.number}, column ${column + 1} (${head.cells[column] || 'without a heading'})`,
  })
  const known = columns.flatMap((column) => (column && !isProblem(column) ? column : []))
  const problems = columns.flatMap((column, index) => {
    if (column === undefined) {
      const isFilled = rows.some(({ cells }) => (cells[index] ?? '') !== '')
      return isFilled && !leavesOut ? [at(index, 'This column has no heading')] : []
    }
    if (isProblem(column)) return leavesOut ? [] : [at(index, column.problem)]
    const first = columns.findIndex((other) => other && !isProblem(other) && isSameColumn(other, column))
    return first === index ? [] : [at(index, `This heading says the same as column ${first + 1}`)]
  })
  const isNamed = known.some((column) => column.kind === 'key' || isFieldOf(column, 'title'))
  if (!isNamed)
    problems.push({
      row: head.number,
      where: `Row ${head.number}`,
      message: 'A column “Name” or “Key” is missing. It says which grade a row belongs to',
    })
  return problems
}

function isSameColumn(one: SheetColumn, other: SheetColumn) {
  if (one.kind === 'value' && other.kind === 'value')
    return (
      one.property === other.property &&
      folded(one.method ?? '') === folded(other.method ?? '') &&
      folded(one.condition ?? '') === folded(other.condition ?? '')
    )
  if (one.kind === 'field' && other.kind === 'field') return one.field === other.field
  return one.kind === other.kind
}

/** A later row for the same grade would undo the first one. */
function markRepeated(rows: ComparedRow[]) {
  const first = new Map<string, number>()
  for (const one of rows) {
    const id = one.key ?? `+${folded(one.name)}`
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, one.number)
    else {
      const message = `Row ${earlier} is about this grade as well`
      one.problems.push({ row: one.number, where: rowInWords(one.number, one.name), message })
      one.row = { number: one.number, name: one.name, state: 'problem', cells: one.row?.cells ?? [] }
      one.change = undefined
    }
  }
}
