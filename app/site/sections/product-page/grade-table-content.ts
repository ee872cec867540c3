/** A cell of the table. `by`: the method of its value, if those of the column are by several. */
export interface GradeCell {
  text: string
  by: string
}

/** The table of the grades of a product page. */
export interface GradeTableContent {
  /** The key of the product page. */
  product: string
  columns: { title: string; figures: boolean }[]
  rows: { key: string; grade: string; href: string; state: string; use: string; cells: GradeCell[] }[]
}
