import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { day, documentUrl, id, line, link, list, optionalImageFile, text } from '#app/cms/define/fields.ts'
import { office } from '#app/site/sections/site/site.ts'
import { titledDocuments, yearlyDocument, yearlyDocuments } from '#app/site/sections/reports/documents.ts'

/** A document with a page of its own. */
const offerDocument = z.strictObject({
  _id: id(),
  title: line('Title', 200),
  date: day('Date'),
  link: link('Link'),
})

/** A contact for shareholders; `title` is the office, `name` the person or company that holds it. */
const contact = office.extend({ _id: id(), name: line('Name', 100) })

/** Head of the investors page, and its short parts: offer documents and investor grievance. */
export const investors = defineSection({
  id: 'investors',
  label: 'Investor Relations',
  icon: 'news',
  editor: 'site/sections/investors/investors-editor.tsx',
  file: 'investors/investors.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    lead: line('Lead', 200),
    intro: text('Introduction', 1000),
    offerDocuments: list('Offer documents', offerDocument),
    contacts: list('Contacts', contact),
  }),
  page: '/investors',
})
export type Investors = ContentOf<typeof investors>

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

const director = z.strictObject({
  _id: id(),
  name: line('Name', 100),
  title: line('Title', 150),
  image: optionalImageFile('Image'),
})

/** The board of directors, and the document on its committees. */
export const management = defineSection({
  id: 'management',
  label: 'Management',
  icon: 'person',
  editor: 'site/sections/investors/investors-editor.tsx',
  file: 'investors/management.yaml',
  schema: z.strictObject({
    directors: list('Directors', director),
    committees: z.strictObject({ title: line('Title', 200), fileUrl: documentUrl('File') }),
  }),
  page: '/investors#management',
})
export type Management = ContentOf<typeof management>

/** The policies of the company, numbered in the order of the file. */
export const governance = defineSection({
  id: 'governance',
  label: 'Governance',
  icon: 'shield',
  editor: 'site/sections/investors/investors-editor.tsx',
  file: 'investors/governance.yaml',
  schema: z.strictObject({ policies: titledDocuments('Policies', { folder: 'policies' }) }),
  page: '/investors#governance',
})
export type Governance = ContentOf<typeof governance>
