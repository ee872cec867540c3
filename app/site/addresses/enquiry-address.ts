import { CONTACT_PAGE } from './grade-forms.ts'

/** What visitors ask for, as they and staff read it. The ids are those in addresses. */
export const ENQUIRY_KINDS = {
  sheet: 'Data sheet',
  sample: 'Sample',
  quotation: 'Quotation',
  declaration: 'Declaration',
} as const
export type EnquiryKind = keyof typeof ENQUIRY_KINDS

/** The query names that change the form. `grade` has the name of one grade, in addresses of earlier releases. */
export const ENQUIRY_QUERIES: readonly string[] = ['grades', 'for', 'grade']

/** The contact form with grades, by their keys. */
export function enquiryHref(keys: readonly string[], kind: EnquiryKind = 'sheet'): string {
  const grades = keys.length === 0 ? '' : `grades=${keys.map(encodeURIComponent).join(',')}&`
  return `${CONTACT_PAGE}?${grades}for=${kind}#form`
}
