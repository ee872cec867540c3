import type { z } from 'zod'
import { walkSchema } from '#app/cms/define/walk-schema.ts'
import { alignEntries } from './align-entries.ts'
import { asRecord, isRecord, type Fields } from './content-words.ts'
import { Fingerprints } from './fingerprints.ts'
import type { Partners } from './match-entries.ts'
import { mergeLists, mergeValues, within, type Collision, type Merged, type MergeContext } from './merge-edits.ts'
import { alignLists, type Origin } from './merge-order.ts'

/** Two lists of a content that are a table: each row has a list of cells, one for each column. */
interface Table {
  columns: string
  rows: string
  cells: string
  /** The cell of a merged row for a column that it has no value for. */
  emptyCell: string
}

/** The tables of a schema: its lists of records that have a field with `columns` in its metadata. */
export function tablesOf(schema: z.ZodType): Table[] {
  return [...walkSchema(schema).fields].flatMap(([rows, { element }]) =>
    [...(element?.fields ?? [])].flatMap(([cells, { columns }]) =>
      columns ? [{ columns: columns.of, emptyCell: columns.emptyCell, rows, cells }] : [],
    ),
  )
}

/** One of the three states of a table. */
interface TableState {
  columns: readonly unknown[]
  rows: readonly Fields[]
}

/**
 * Merges two edits of a table, so that each cell stays in its row and its column. A column is changed if one of its cells
 * is. If one side adds a row and the other a column, their cell is `missing`.
 */
export function mergeTable(table: Table, base: unknown, mine: unknown, theirs: unknown): Merged {
  const states = { base: stateOf(table, base), mine: stateOf(table, mine), theirs: stateOf(table, theirs) }
  const context: MergeContext = { prints: new Fingerprints(), isBaseUnknown: false }
  const columns = mergeColumns(context, table, states)
  const rows = mergeRows(context, table, states, columns.origins)
  return {
    value: { [table.columns]: columns.value, [table.rows]: rows.value },
    collisions: [...within(`.${table.columns}`, columns.collisions), ...within(`.${table.rows}`, rows.collisions)],
  }
}

function stateOf(table: Table, content: unknown): TableState {
  const [columns, rows] = [asRecord(content)[table.columns], asRecord(content)[table.rows]]
  return {
    columns: Array.isArray(columns) ? columns : [],
    rows: Array.isArray(rows) ? rows.filter(isRecord) : [],
  }
}

type States = Record<keyof Origin, TableState>

/** A field that no schema has. It is set in a column whose cells were changed. */
const CHANGED = ' changed'

function mergeColumns(context: MergeContext, table: Table, { base, mine, theirs }: States) {
  const { prints } = context
  const partners = alignLists(base.columns, mine.columns, theirs.columns, prints)
  const marked = (side: TableState, of: 'mine' | 'theirs') => {
    const rowsOf = alignEntries(withoutCells(table, base), withoutCells(table, side), prints)
    const columns = [...side.columns]
    for (const { base: from, [of]: to } of partners) {
      if (from === undefined || to === undefined) continue
      if (hasChangedCell(table, { base, side, rowsOf, from, to }, prints)) {
        columns[to] = { ...asRecord(side.columns[to]), [CHANGED]: of }
      }
    }
    return columns
  }
  const merged = mergeLists(context, base.columns, marked(mine, 'mine'), marked(theirs, 'theirs'), partners)
  const unmark = (column: unknown) => {
    if (!isRecord(column)) return column
    const { [CHANGED]: _changed, ...fields } = column
    return fields
  }
  return {
    ...merged,
    value: merged.value.map(unmark),
    collisions: merged.collisions
      .filter(({ name }) => !name.endsWith(CHANGED))
      .map((collision) => ({ ...collision, mine: unmark(collision.mine), theirs: unmark(collision.theirs) })),
  }
}

interface ColumnPair {
  base: TableState
  side: TableState
  /** For each row of the side the index of the row in the base. */
  rowsOf: Partners
  /** Indexes of the column in the base and on the side. */
  from: number
  to: number
}

function hasChangedCell({ cells }: Table, { base, side, rowsOf, from, to }: ColumnPair, prints: Fingerprints) {
  return rowsOf.some((row, at) => {
    const before = row === undefined ? undefined : base.rows[row]
    return before && !prints.isSame(cellsOf(before, cells)[from], cellsOf(side.rows[at], cells)[to])
  })
}

function withoutCells({ cells }: Table, { rows }: TableState) {
  return rows.map((row) => ({ ...row, [cells]: undefined }))
}

function cellsOf(row: Fields | undefined, cells: string): readonly unknown[] {
  const found = row?.[cells]
  return Array.isArray(found) ? found : []
}

/** The cells of one row, in the order of the merged columns; undefined for a column that its side does not have. */
class Cells {
  // Private, so that no fingerprint has it: a column that one side adds is no change of the rows.
  readonly #values: readonly unknown[]

  constructor(values: readonly unknown[]) {
    this.#values = values
  }

  get values() {
    return this.#values
  }
}

function mergeRows(context: MergeContext, table: Table, states: States, columns: readonly Origin[]) {
  const isShared = ({ base, mine, theirs }: Origin) => base !== undefined && mine !== undefined && theirs !== undefined
  const rowsWithCells = (side: keyof Origin) =>
    states[side].rows.map((row) => {
      const cells = cellsOf(row, table.cells)
      const values = columns.map(({ [side]: at }) => (at === undefined ? undefined : cells[at]))
      // Rows are compared by the columns that all three states have.
      const shared = columns.flatMap((column, at) => (isShared(column) ? [values[at]] : []))
      return { ...row, [table.cells]: shared, [CHANGED]: new Cells(values) }
    })
  const merged = mergeLists(
    {
      ...context,
      mergeSpecial(base, mine, theirs) {
        if (mine instanceof Cells && theirs instanceof Cells) {
          return mergeCells(context, base instanceof Cells ? base : undefined, mine, theirs)
        }
        const [own, other] = [asRecord(mine), asRecord(theirs)]
        if (!(own[CHANGED] instanceof Cells) || !(other[CHANGED] instanceof Cells)) return undefined
        return mergeRow(this, table, asRecord(base), own, other)
      },
    },
    rowsWithCells('base'),
    rowsWithCells('mine'),
    rowsWithCells('theirs'),
  )
  const rows = merged.value.map((row, at) => completeRow(table, asRecord(row), at))
  const strip = (row: unknown) => (isRecord(row) && row[CHANGED] ? completeRow(table, row, 0).value : row)
  return {
    value: rows.map(({ value }) => value),
    collisions: [
      ...merged.collisions.map((one) => ({ ...one, mine: strip(one.mine), theirs: strip(one.theirs) })),
      ...rows.flatMap(({ collisions }) => collisions),
    ],
  }
}

function mergeRow(context: MergeContext, table: Table, base: Fields, mine: Fields, theirs: Fields): Merged {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].filter((key) => key !== table.cells)
  const merged = keys.map((key) => ({ key, ...mergeValues(context, base[key], mine[key], theirs[key]) }))
  return {
    value: Object.fromEntries(merged.map(({ key, value }) => [key, value])),
    collisions: merged.flatMap(({ key, collisions }) =>
      within(key === CHANGED ? `.${table.cells}` : `.${key}`, collisions),
    ),
  }
}

function mergeCells(context: MergeContext, base: Cells | undefined, mine: Cells, theirs: Cells): Merged {
  const merged = mine.values.map((value, at) => {
    const before = base?.values[at]
    return mergeValues(context, before, value ?? before, theirs.values[at] ?? before)
  })
  return {
    value: new Cells(merged.map(({ value }) => value)),
    collisions: merged.flatMap(({ collisions }, at) => within(`[${at}]`, collisions)),
  }
}

function completeRow({ cells, emptyCell }: Table, row: Fields, at: number) {
  const { [CHANGED]: held, ...fields } = row
  const values = held instanceof Cells ? held.values : []
  const collisions = values.flatMap((value, column): Collision[] =>
    value === undefined ? [{ name: `[${at}].${cells}[${column}]`, kind: 'missing' }] : [],
  )
  return { value: { ...fields, [cells]: values.map((value) => value ?? emptyCell) }, collisions }
}
