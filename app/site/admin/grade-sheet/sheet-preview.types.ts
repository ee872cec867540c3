/** What a sheet would change. */
export interface SheetPreview {
  headings: string[]
  /** The column with the names of the grades; -1 for none. */
  nameAt: number
  /** The rows that change something or cannot be understood. */
  rows: PreviewRow[]
  counts: SheetCounts
  /** What has to be corrected first. */
  problems: SheetProblem[]
  /** Titles of the product pages, if one of the problems is in their column. */
  pages: string[]
  /** Headings that are not understood. */
  unknown: string[]
  /** What was shown of each change, so that another one is noticed. */
  seen: string
}

export interface SheetCounts {
  new: number
  changed: number
  unchanged: number
  /** Grades that the sheet does not have. */
  others: number
  /** Cells that change something. */
  cells: number
}

export interface SheetProblem {
  /** Of the sheet, from 1. */
  row: number
  /** From 0; undefined for the whole row or the whole sheet. */
  column?: number | undefined
  /** `Row 7 (PV 90 S), Density [g/cm³]` */
  where: string
  message: string
}

export interface PreviewRow {
  /** Of the sheet, from 1. */
  number: number
  name: string
  state: 'new' | 'changed' | 'problem'
  /** True if the grade has a draft, which stays. */
  hasDraft: boolean
  cells: PreviewCell[]
}

export interface PreviewCell {
  state: 'new' | 'changed' | 'removed' | 'unchanged' | 'problem'
  /** What the grade will have, or what was typed if it cannot be understood. */
  text: string
  before?: string | undefined
  problem?: string | undefined
  /** Why a new value should be looked at again. It prevents nothing. */
  doubt?: string | undefined
}
