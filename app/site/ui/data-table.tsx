import type { ReactNode } from 'react'
import { useMediaQuery } from '#app/cms/ui/use-media-query.ts'
import './data-table.css'

export interface DataColumn<Row> {
  /** Head of the column, and the label of its values on phones. */
  title: string
  cell: (row: Row) => ReactNode
  /** `figures`: on one line, right-aligned, with tabular figures. `short`: on one line. */
  kind?: 'figures' | 'short' | undefined
}

interface DataTableProps<Row> {
  /** Describes the table's content to screen readers; visually hidden. */
  caption: string
  /** The first column names the row. */
  columns: DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  className?: string
}

/** A table with a sticky head. On phones a row is a stack: its name, then each value beside its column's title. */
export function DataTable<Row>({ caption, columns, rows, rowKey, className }: DataTableProps<Row>) {
  const roles = useMediaQuery(STACKED) ? STACKED_ROLES : NO_ROLES
  const [naming, ...others] = columns
  return (
    <table className={className ? `table ${className}` : 'table'} {...roles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...roles.rowGroup}>
        <tr {...roles.row}>
          {columns.map(({ title, kind }, index) => (
            <th key={index} scope="col" className={cellClass(kind)} {...roles.columnHeader}>
              <Piece>{title}</Piece>
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowGroup}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...roles.row}>
            <th scope="row" {...roles.rowHeader}>
              <Piece>{naming?.cell(row)}</Piece>
            </th>
            {others.map(({ title, kind, cell }, index) => (
              <td key={index} className={cellClass(kind)} data-label={title} {...roles.cell}>
                {kind ? <Piece>{cell(row)}</Piece> : cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Text on one line, up to the maximum width in data-table.css. A maximum width of the cell would have no effect. */
function Piece({ children }: { children: ReactNode }) {
  return <span className="table__piece">{children}</span>
}

/** The same media query as in data-table.css. */
const STACKED = '(max-width: 47.99rem)'

/**
 * Some browsers remove cells that CSS lays out as blocks from the table in the accessibility tree. Explicit roles
 * restore them. They are set only in the stacked layout: elsewhere they would be redundant.
 */
const STACKED_ROLES = {
  table: { role: 'table' },
  rowGroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
const NO_ROLES: Partial<typeof STACKED_ROLES> = {}

function cellClass(kind: DataColumn<unknown>['kind']) {
  return kind && `table__${kind}`
}
