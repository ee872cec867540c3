import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { day, list } from '#app/cms/define/fields.ts'
import { titledDocuments, yearlyDocument, yearlyDocuments } from '#app/site/sections/reports/documents.ts'

/** The files of results are on the sites of the stock exchanges, so their date cannot be read from a file of ours. */
const financialResult = yearlyDocument.extend({ date: day('Date') })

/**
 * Annual returns, material creditors, accounts of group companies, yearly results and material contracts: years and
 * documents fixed by the offer document.
 */
export const financials = defineSection({
  id: 'financials',
  label: 'Financials',
  icon: 'stats',
  editor: 'site/sections/investors/investors-editor.tsx',
  file: 'investors/financials.yaml',
  schema: z.strictObject({
    annualReturns: yearlyDocuments('Annual returns'),
    materialCreditors: titledDocuments('Material Creditors').default([]),
    groupCompanies: yearlyDocuments('Financial statements of group companies'),
    results: list('Financial results', financialResult),
    materialContracts: titledDocuments('Material Contracts').default([]),
  }),
  page: '/investors#financial-highlights',
})
export type Financials = ContentOf<typeof financials>
