import { gradeSheetCsvLoader } from './grade-sheet.server.ts'

/** `/admin/grades/~spreadsheet.csv` */
export const loader = gradeSheetCsvLoader
