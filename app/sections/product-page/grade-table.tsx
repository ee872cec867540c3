import { DataTable, type DataColumn } from '#app/ui/data-table.tsx'
import type { Grade, ProductPage } from './product-page.ts'

/** The grades of a product: name, key properties, use; and that the values are typical ones. */
export function GradeTable({
  product,
}: {
  product: Pick<ProductPage, 'title' | 'properties' | 'grades' | 'gradesNote'>
}) {
  const { title, properties, grades, gradesNote } = product
  const columns: DataColumn<Grade>[] = [
    { title: 'Grade', cell: ({ grade }) => grade },
    ...properties.map(({ name, figures }, index): DataColumn<Grade> => ({
      title: withUnitInOnePiece(name),
      cell: ({ values }) => values[index],
      kind: figures ? 'figures' : 'short',
    })),
    { title: 'Used for', cell: ({ use }) => use },
  ]
  return (
    <>
      <DataTable caption={`Grades of ${title}`} columns={columns} rows={grades} rowKey={({ grade }) => grade} />
      <p className="table__note">{gradesNote}</p>
    </>
  )
}

/** `Penetration, 0.1 mm`: the line may break before the unit, not in it. */
function withUnitInOnePiece(name: string) {
  return name.replace(/, [^]+$/, (unit) => `, ${unit.slice(2).replaceAll(' ', '\u00a0')}`)
}
