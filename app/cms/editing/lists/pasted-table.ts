/** What a table that was pasted from a spreadsheet would change in a list of the form. */
export interface PastedTable {
  /** Name of the list's field. */
  list: string
  /** The text as it was pasted. */
  text: string
  /** True if the rows of the list that are not in the table are to be removed. */
  removesOthers: boolean
  /** True if columns of the table that the list does not have are left out. */
  leavesOut: boolean
  /** The headings of these columns. */
  unknown: string[]
  /** Number of lines above the headings, which are left out. */
  above: number
  /** Set if nothing was compared yet. */
  isEmpty?: true | undefined
  /** Set if the form was not saved because the rows are not in it. */
  isRefused?: true | undefined
  /** Set if the rows are in the form now: how many. */
  taken?: number | undefined
  /** The list with the rows, if they are in the form now. */
  entries?: unknown
  /** The headings of the columns, in order. */
  columns: string[]
  rows: PastedRow[]
  /** Number of rows of the list that are not in the table. */
  others: number
  /** Cells that have a number with a decimal comma and would be in the list so: the site changes no figures. */
  decimalCommas: string[]
  /** What has to be corrected first, each with its row and column. */
  problems: string[]
}

export interface PastedRow {
  /** Its number in the pasted table, from 1. */
  number: number
  state: 'new' | 'changed' | 'unchanged'
  /** The texts of its cells, with the text of the list if that differs. */
  cells: { text: string; before?: string | undefined }[]
}

const SUFFIX = '-paste'
const OTHERS_SUFFIX = '-paste-others'
const LEAVE_OUT_SUFFIX = '-paste-known'

/** Name of the field for the pasted text of a list. */
export function pasteNameOf(list: string) {
  return list + SUFFIX
}

/** The list whose pasted text a field of a form has. */
export function listOfPaste(name: string) {
  return name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : undefined
}

/** Name of the checkbox that removes the rows which are not in the table. */
export function othersNameOf(list: string) {
  return list + OTHERS_SUFFIX
}

/** Name of the checkbox that leaves out the columns which the list does not have. */
export function leaveOutNameOf(list: string) {
  return list + LEAVE_OUT_SUFFIX
}
