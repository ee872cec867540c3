import { parse } from 'csv-parse/sync'
import { MAX_LIST_ENTRIES } from '#app/cms/define/list-limit.ts'

/** A row of a table, with its number from 1. Rows without a text are left out, and counted. */
export interface TableRow {
  number: number
  cells: string[]
}

/** The bounds of a table. */
export interface TableLimits {
  /** In characters. */
  maxText: number
  /** Without the line of headings. */
  maxRows: number
  maxColumns: number
}

/** For the rows of a list: 500 rows of 400 characters. */
const LIST_LIMITS: TableLimits = { maxText: 200_000, maxRows: MAX_LIST_ENTRIES, maxColumns: 50 }

/**
 * Reads a table that was copied from a spreadsheet (columns with tabs between them), from a CSV file, or in Markdown.
 * Cells are texts exactly as they were written, without spaces around them. Returns the reason if the text is no table,
 * or too long.
 */
export function readTable(
  text: string,
  { maxText, maxRows, maxColumns } = LIST_LIMITS,
): { rows: TableRow[] } | { problem: string } {
  if (text.length > maxText) return { problem: 'The table is too long. Paste fewer rows at a time' }
  const rows = recordsOf(text.replace(/^\uFEFF/, ''), maxRows)
    .map((cells, at) => ({ number: at + 1, cells: withoutLastEmpty(cells) }))
    .filter(({ cells }) => cells.length > 0)
  if (rows.length === 0) return { problem: 'The table is empty. Copy the rows in your spreadsheet and paste them here' }
  // With one heading.
  if (rows.length > maxRows + 1)
    return { problem: `The table has more than ${maxRows.toLocaleString('en')} rows. Paste fewer rows at a time` }
  const wide = rows.find(({ cells }) => cells.length > maxColumns)
  if (wide)
    return { problem: `Row ${wide.number} has more than ${maxColumns} columns. Copy only the columns of the list` }
  return { rows }
}

/** The cells of each line. A line that is none of the table, such as that below the headings in Markdown, has none. */
function recordsOf(text: string, maxRows: number): string[][] {
  const lines = text.split(/\r\n?|\n/)
  if (lines.slice(0, maxRows).some(isMarkdownRule)) return lines.map(cellsOfMarkdown)
  // What Excel reads before anything else: a line that names the delimiter.
  const [first = '', named] = /^sep=([;,|\t])$/i.exec(lines[0] ?? '') ?? []
  if (named !== undefined)
    return [[], ...recordsBy(named, text.slice(first.length).replace(/^(?:\r\n?|\n)/, ''), maxRows)]
  if (text.includes('\t')) return recordsBy('\t', text, maxRows)
  // Programs in languages with a decimal comma write CSV files with semicolons, and a text may have the other sign.
  const [commas, semicolons] = [recordsBy(',', text, maxRows), recordsBy(';', text, maxRows)]
  const [byComma, bySemicolon] = [widthOf(commas), widthOf(semicolons)]
  if (byComma === undefined && bySemicolon === undefined)
    return semicolons.some((cells) => cells.length > 1) ? semicolons : commas
  return (bySemicolon ?? 0) >= (byComma ?? 0) ? semicolons : commas
}

/** The number of columns, if all lines have the same; undefined otherwise, and for one column. */
function widthOf(records: readonly (readonly string[])[]): number | undefined {
  const widths = new Set(records.filter((cells) => cells.some((cell) => cell !== '')).map((cells) => cells.length))
  const [width = 1] = widths
  return widths.size === 1 && width > 1 ? width : undefined
}

function recordsBy(delimiter: string, text: string, maxRows: number): string[][] {
  const options = { delimiter, relax_column_count: true, trim: true, skip_empty_lines: false, to: maxRows * 2 }
  return parse(withStrictQuotes(text, delimiter), options)
}

/**
 * The text with quotation marks around each field that has a mark and is not quoted, so that a parser takes its marks
 * letter for letter: ditto marks, inches, `"Super" clean`.
 */
function withStrictQuotes(text: string, delimiter: string): string {
  if (!text.includes('"')) return text
  let strict = ''
  for (let at = 0; at < text.length;) {
    const end = endOfQuoted(text, at, delimiter)
    const field = text.slice(at, end ?? endOfField(text, at, delimiter))
    strict += end === undefined && field.includes('"') ? `"${field.trim().replaceAll('"', '""')}"` : field
    at += field.length
    // The delimiter or the line end behind it.
    strict += text.charAt(at)
    at += 1
  }
  return strict
}

function endOfField(text: string, from: number, delimiter: string) {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === delimiter || sign === '\n' || sign === '\r') return at
  }
  return text.length
}

/**
 * Where the quoted field ends that begins at `from`; undefined if it is not quoted. In a table of a spreadsheet a field is
 * quoted only if it needs it, for a line break, a tab or a mark: other marks were typed. A tab and a line break in one
 * field are the signs between two ditto marks.
 */
function endOfQuoted(text: string, from: number, delimiter: string): number | undefined {
  const isOfSpreadsheet = delimiter === '\t'
  let open = from
  while (!isOfSpreadsheet && text.charAt(open) === ' ') open += 1
  if (text.charAt(open) !== '"') return undefined
  let close = text.indexOf('"', open + 1)
  while (close !== -1 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2)
  if (close === -1) return undefined
  let end = close + 1
  while (!isOfSpreadsheet && text.charAt(end) === ' ') end += 1
  if (end < text.length && ![delimiter, '\n', '\r'].includes(text.charAt(end))) return undefined
  if (!isOfSpreadsheet) return end
  const content = text.slice(open + 1, close)
  const hasLines = /[\r\n]/.test(content)
  const isNeeded = content.includes('""') || hasLines || content.includes('\t')
  const isDitto = /^[\r\n]/.test(content) || (hasLines && content.includes('\t'))
  return isNeeded && !isDitto ? end : undefined
}

/** The line below the headings of a table in Markdown. */
function isMarkdownRule(line: string) {
  return line.includes('|') && line.includes('---') && /^[\s|:-]+$/.test(line)
}

function cellsOfMarkdown(line: string): string[] {
  if (isMarkdownRule(line) || line.trim() === '') return []
  const [first = '', ...others] = line.trim().split(/(?<!\\)\|/)
  const cells = first === '' ? others : [first, ...others]
  if (cells.at(-1) === '') cells.pop()
  return cells.map((cell) => cell.trim().replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'))
}

function withoutLastEmpty(cells: readonly string[]) {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}
