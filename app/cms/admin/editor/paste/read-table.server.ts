import { CsvError, parse } from 'csv-parse/sync'
import { MAX_LIST_ENTRIES } from '#app/cms/define/list-limit.ts'

/** A row of a table, with its number from 1. Rows without a text are left out, and counted. */
export interface TableRow {
  number: number
  cells: string[]
}

/** In characters: 500 rows of 400. */
const MAX_TEXT = 200_000
const MAX_COLUMNS = 50

/**
 * Reads a table that was copied from a spreadsheet (columns with tabs between them), or from a CSV file. Cells are
 * texts exactly as they were written, without spaces around them. Returns the reason if the text is no table, or too long.
 */
export function readTable(text: string): { rows: TableRow[] } | { problem: string } {
  if (text.length > MAX_TEXT) return { problem: 'The table is too long. Paste fewer rows at a time' }
  const delimiter = delimiterOf(text)
  const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true, trim: true }
  try {
    const records: string[][] = parse(text, { ...options, skip_empty_lines: false, to: MAX_LIST_ENTRIES * 2 })
    const rows = records
      .map((cells, at) => ({ number: at + 1, cells: withoutLastEmpty(cells) }))
      .filter(({ cells }) => cells.length > 0)
    if (rows.length === 0)
      return { problem: 'The table is empty. Copy the rows in your spreadsheet and paste them here' }
    // With one heading.
    if (rows.length > MAX_LIST_ENTRIES + 1)
      return { problem: `The table has more than ${MAX_LIST_ENTRIES} rows. Paste fewer rows at a time` }
    const wide = rows.find(({ cells }) => cells.length > MAX_COLUMNS)
    if (wide)
      return { problem: `Row ${wide.number} has more than ${MAX_COLUMNS} columns. Copy only the columns of the list` }
    return { rows }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problem: 'The table has a quotation mark that is not closed. Close it, or remove it' }
  }
}

/** Spreadsheets copy with tabs. Programs in languages with a decimal comma write CSV files with semicolons. */
function delimiterOf(text: string) {
  if (text.includes('\t')) return '\t'
  const outside = text.replace(/"[^"]*"/g, '')
  return outside.includes(';') ? ';' : ','
}

function withoutLastEmpty(cells: readonly string[]) {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}
