import { GRADES_PAGE } from './grade-forms.ts'

/** Address of all grades with their values, for programs and spreadsheets. */
export const GRADES_JSON = '/products/grades.json'
export const GRADES_CSV = '/products/grades.csv'

/** Address of the page of a grade: below its product page, `/products/pvc-compound/pv-90-s`. */
export function gradePath(productPage: string, last: string): string {
  return `${productPage}/${last}`
}

/** Address of the data sheet of a grade as PDF. `page` is that of its page. */
export function sheetPath(page: string): string {
  return `${page}${SHEET_ENDING}`
}

export const SHEET_ENDING = '.pdf'

/** Address of the feed of the editions of a grade. `page` is that of its page. */
export function editionsPath(page: string): string {
  return `${page}${EDITIONS_ENDING}`
}

export const EDITIONS_ENDING = '.xml'

/** An address that leads to the page of a grade, wherever that is. */
export function permanentGradePath(key: string): string {
  return `${GRADES_PAGE}/${key}`
}
