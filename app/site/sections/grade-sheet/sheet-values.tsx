import { unitAfterNumber } from '#app/site/collections/grades/number-text.ts'
import { BASES } from '#app/site/collections/properties/grade-choices.ts'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { NO_SPECIFICATION } from './no-specification.ts'
import type { GradePage } from './grade-page.server.ts'

type Group = GradePage['groups'][number]
type Value = Group['values'][number]

/** The values of a grade: a table for each group of properties. Their columns stand below each other. */
export function SheetValues({ title, groups }: { title: string; groups: readonly Group[] }) {
  if (groups.length === 0) return <p>No value has been published yet.</p>
  const bases = new Set(groups.flatMap(({ values }) => values.map(({ basis }) => basis)))
  // The note below the values says what all of them are.
  const columns = COLUMNS.filter(({ title: column }) => column !== BASIS || bases.size > 1 || !bases.has(BASES.typical))
  return (
    <>
      {groups.map((group) => (
        <section key={group.title} className="sheet-group" aria-labelledby={`values-${group.title}`}>
          <h3 id={`values-${group.title}`}>{group.title}</h3>
          <DataTable
            className="table--sheet"
            caption={`${group.title} values of ${title}`}
            columns={columns}
            rows={group.values}
            rowKey={({ name, method, condition }) => [name, method, condition].join('|')}
          />
        </section>
      ))}
      <p className="table__note">{NO_SPECIFICATION}</p>
    </>
  )
}

const BASIS = 'Basis'

const COLUMNS: DataColumn<Value>[] = [
  { title: 'Property', cell: ({ name }) => name },
  {
    title: 'Value',
    cell: ({ text, unit }) => (
      <span>
        <b>{text}</b> {unitAfterNumber(unit)}
      </span>
    ),
  },
  {
    title: 'Method and condition',
    cell: ({ method, condition }) => [method, condition].filter((part) => part !== '').join(', ') || <None />,
  },
  { title: BASIS, cell: ({ basis }) => basis },
]

/** Stands for what a value does not have. On phones its line is left out. */
function None() {
  return <span className="sheet-none">–</span>
}
