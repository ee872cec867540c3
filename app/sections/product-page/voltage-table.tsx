import { DataTable, type DataColumn } from '#app/ui/data-table.tsx'
import type { Voltage } from './product-page.ts'
import './voltage-table.css'

/** Voltage classes with the grades for each. The ring before a class is the heavier the higher its voltage. */
export function VoltageTable({ voltages }: { voltages: Voltage[] }) {
  return (
    <DataTable
      className="table--volt"
      caption="Voltage classes and their grades"
      columns={COLUMNS}
      rows={voltages}
      rowKey={(voltage) => voltage.class}
    />
  )
}

const COLUMNS: DataColumn<Voltage>[] = [
  { title: 'Class', cell: (voltage) => voltage.class },
  { title: 'Rated voltage', cell: ({ rated }) => <span className="volt__rated">{rated}</span>, kind: 'short' },
  { title: 'Typical cables', cell: ({ cables }) => cables },
  { title: 'Grades', cell: ({ grades }) => grades, kind: 'short' },
]
