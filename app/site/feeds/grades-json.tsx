import { exportedGrades } from '#app/site/sections/grade-sheet/exported-grades.server.ts'
import { generatedFile } from './generated-file.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/products/grades.json`: all grades with their values, as on their data sheets. */
export function loader() {
  return generatedFile(JSON.stringify(exportedGrades()), 'application/json')
}
