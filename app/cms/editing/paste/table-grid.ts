const MAX_COLUMNS = 50

/** The cells of each row of a table at their columns, each once: undefined where a merged cell goes on. */
export function gridOf(table: HTMLTableElement): (HTMLTableCellElement | undefined)[][] {
  /** For each column, how many rows the cell above still covers. */
  const covered: number[] = []
  return [...table.rows].map((row) => {
    const cells: (HTMLTableCellElement | undefined)[] = []
    const next = () => {
      while ((covered[cells.length] ?? 0) > 0) {
        covered[cells.length] = (covered[cells.length] ?? 0) - 1
        cells.push(undefined)
      }
    }
    for (const cell of row.cells) {
      next()
      for (let at = 0; at < Math.min(cell.colSpan, MAX_COLUMNS); at += 1) {
        covered[cells.length] = Math.min(cell.rowSpan, table.rows.length) - 1
        cells.push(at === 0 ? cell : undefined)
      }
    }
    next()
    return cells
  })
}
