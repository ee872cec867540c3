import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/schema/define-section.ts'
import { list } from '#app/schema/fields.ts'
import { titledDocuments } from '#app/sections/reports/titled-document.ts'
import { yearlyDocument, yearlyDocuments } from '#app/sections/reports/yearly-document.ts'
import { uniqueBy } from '#app/sections/unique-by.ts'
import { day } from './day.ts'

/** Results are kept by the stock exchanges, so their date cannot be read from a file of ours. */
const financialResult = yearlyDocument.extend({ date: day('Date') })

/**
 * Annual returns, material creditors, accounts of group companies, yearly results and material contracts: years and documents
 * fixed by the offer document.
 */
export const financials = defineSection({
  id: 'financials',
  label: 'Financials',
  file: 'investors/financials.yaml',
  schema: z.strictObject({
    annualReturns: yearlyDocuments('Annual returns'),
    materialCreditors: titledDocuments('Material Creditors').default([]),
    groupCompanies: yearlyDocuments('Financial statements of group companies'),
    results: list('Financial results', financialResult).check(uniqueBy('_id', '_id')),
    materialContracts: titledDocuments('Material Contracts').default([]),
  }),
  messages: { updated: 'Financials updated successfully!', failed: 'Failed to update Financials' },
  page: '/investors#financial-highlights',
})
export type Financials = ContentOf<typeof financials>
