import { BYTE_ORDER_MARK, csvRow } from '#app/cms/platform/http/download.server.ts'
import { exportedGrades } from '#app/site/sections/grade-sheet/exported-grades.server.ts'
import { generatedFile } from './generated-file.ts'
import { withNumbers } from './with-numbers.server.ts'

export { refuseWrite as action } from './generated-file.ts'

const COLUMNS = [
  ...['Grade', 'Product', 'Range', 'State', 'Address', 'Standards', 'Edition', 'Date of the edition'],
  ...['Group', 'Property', 'Value', 'Unit', 'Basis', 'Method', 'Condition', 'Lowest', 'Highest'],
]

/** `/products/grades.csv`: the values of all grades, a row each, as on their data sheets. */
export function loader() {
  const rows = exportedGrades().grades.flatMap(({ values, ...grade }) => {
    const standards = grade.standards.map(({ name, relation }) => `${name} (${relation.toLowerCase()})`).join('; ')
    const { title, product, state, address, edition } = grade
    const start = [
      title,
      product.title,
      product.family,
      state,
      address,
      standards,
      String(edition.number),
      edition.date,
    ]
    if (values.length === 0) return csvRow([...start, ...COLUMNS.slice(start.length).map(() => '')])
    return values.map((one) => {
      const texts = [one.group, one.name, one.value, one.unit, one.basis, one.method, one.condition]
      return withNumbers(
        [...start, ...texts],
        [one.lowest, one.highest].map((number) => String(number ?? '')),
      )
    })
  })
  return generatedFile(BYTE_ORDER_MARK + [csvRow(COLUMNS), ...rows].join(''), 'text/csv')
}
