import { csvRow } from '#app/cms/platform/http/download.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { keyFigures } from '#app/site/sections/key-figures/key-figures.ts'
import { generatedFile } from './generated-file.ts'
import { withNumbers } from './with-numbers.server.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/investors/key-figures.csv`: the key figures with their units, a column for each year. */
export function loader() {
  const { years, figures } = currentSite().content.find(keyFigures)?.value ?? { years: [], figures: [] }
  const rows = figures.map(({ name, unit, values }) => withNumbers([name, unit], values))
  return generatedFile([csvRow(['Figure', 'Unit', ...years]), ...rows].join(''), 'text/csv')
}
