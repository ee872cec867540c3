import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { choice, count, id, line, list, optionalLink, optionalText, restricted, text } from '#app/cms/define/fields.ts'
import { APPLIES, type Applies } from './applies.ts'
import { RENEWALS, type Renewal } from './due-period.ts'
import { isEvidence } from './evidence.ts'

/** More than a rule of the law gives: a year and a month. */
const MAX_DAYS_AFTER = 400

/** One disclosure that a law or a regulation asks for. Whether it is public is computed, and typed nowhere. */
export const disclosureRow = z
  .strictObject({
    _id: id(),
    law: line('Law', 120),
    clause: line('Clause', 40),
    /** In the company's own words. */
    text: text('What it asks for', 400),
    applies: choice('Applies', Object.keys(APPLIES) as Applies[], APPLIES),
    reason: optionalText('Reason why it does not apply', 300),
    /** What shows it: see `evidence.ts`. */
    evidence: restricted(
      line('Shown by', 60),
      isEvidence,
      'one of the choices of the form, such as document/annual-return',
    ),
    pageLink: optionalLink('Page'),
    statement: optionalText('Statement', 600),
    renewal: choice('Renewed', Object.keys(RENEWALS) as Renewal[], RENEWALS).default('once'),
    daysAfter: count('Days after the end of the period', { max: MAX_DAYS_AFTER }).default(0),
    daysAfterYear: count('Days after the end of the year', { max: MAX_DAYS_AFTER }).default(0),
  })
  .check(({ value, issues }) => {
    const missing = (path: string, message: string) => issues.push({ code: 'custom', input: '', path: [path], message })
    if (value.applies === 'no' && value.reason === '') missing('reason', 'Enter the reason why it does not apply')
    if (value.evidence === 'page' && !/^\/(?!\/)/.test(value.pageLink))
      missing('pageLink', 'Enter the address of a page of this website, such as /aboutus')
    if (value.evidence === 'text' && value.statement === '') missing('statement', 'Enter the statement')
  })
export type DisclosureRow = z.output<typeof disclosureRow>

/** The disclosures that laws and regulations ask for, each with what shows it. */
export const disclosureRows = defineSection({
  id: 'disclosure-rows',
  label: 'Disclosure Rows',
  icon: 'shield',
  file: 'investors/disclosure-rows.yaml',
  startsAsShipped: true,
  schema: z.strictObject({ rows: list('Rows', disclosureRow) }),
  page: '/investors/disclosures#rows',
  list: {
    field: 'rows',
    form: disclosureRow,
    views: 'site/sections/disclosures/disclosure-row-list.tsx',
    fields: 'site/sections/disclosures/disclosure-row-fields.tsx',
    noun: 'row',
    editsIn: 'dialog',
  },
})
export type DisclosureRows = ContentOf<typeof disclosureRows>
