import { z } from 'zod'
import { defineCollection } from '#app/cms/define/define-collection.ts'
import {
  choice,
  count,
  line,
  optionalDay,
  optionalLine,
  optionalLink,
  optionalText,
  restricted,
  text,
} from '#app/cms/define/fields.ts'
import type { RowOf } from '#app/cms/define/listed-rows.ts'
import { OFFER_STAGES, STAGE_IDS } from '#app/site/sections/offer/offer-stages.ts'
import { APPLIES, ENDS, type Applies, type Ends } from './applies.ts'
import { RENEWALS, type Renewal } from './due-period.ts'
import { COUNTED, isEvidence } from './evidence.ts'
import { isLanguageList } from './wanted-languages.ts'

/** More than a rule of the law gives: a year and a month. */
const MAX_DAYS_AFTER = 400

/** As many as the law has on a website. */
const MAX_LAST_YEARS = 5

/** One disclosure that a law or a regulation asks for. Whether it is public is computed, and typed nowhere. */
const disclosureRow = z
  .strictObject({
    law: line('Law', 120),
    clause: line('Clause', 40),
    /** In the company's own words. */
    text: text('What it asks for', 400),
    applies: choice('Applies', Object.keys(APPLIES) as Applies[], APPLIES),
    /** The stage of the offer with which it ends, and the last day on which it applies. */
    appliesUntil: choice('Applies until', Object.keys(ENDS) as Ends[], ENDS).default('never'),
    lastDay: optionalDay('Last day'),
    reason: optionalText('Reason why it does not apply', 300),
    /** What shows it: see `evidence.ts`. */
    evidence: restricted(
      line('Shown by', 60),
      isEvidence,
      'one of the choices of the form, such as document/annual-return',
    ),
    pageLink: optionalLink('Page'),
    statement: optionalText('Statement', 600),
    /** Codes with commas between them: what shows it has to be there in each of these languages. */
    languages: restricted(
      optionalLine('Languages', 60),
      isLanguageList,
      'codes with commas between them, such as en, hi',
    ),
    least: count('At least', { min: 1, max: 50 }).default(1),
    counted: choice('Counted', Object.keys(COUNTED) as (keyof typeof COUNTED)[], COUNTED).default('things'),
    renewal: choice('Renewed', Object.keys(RENEWALS) as Renewal[], RENEWALS).default('once'),
    daysAfter: count('Days after the end of the period', { max: MAX_DAYS_AFTER }).default(0),
    daysAfterYear: count('Days after the end of the year', { max: MAX_DAYS_AFTER }).default(0),
  })
  .check(({ value, issues }) => {
    const missing = (path: string, message: string) => issues.push({ code: 'custom', input: '', path: [path], message })
    if (value.applies === 'no' && value.reason === '') missing('reason', 'Enter the reason why it does not apply')
    const begins = STAGE_IDS.findIndex((stage) => stage === value.applies)
    if (value.appliesUntil !== 'never' && STAGE_IDS.indexOf(value.appliesUntil) <= begins)
      missing('appliesUntil', 'Choose a stage after the one from which it applies')
    if (value.evidence === 'page' && !/^\/(?!\/)/.test(value.pageLink))
      missing('pageLink', 'Enter the address of a page of this website, such as /aboutus')
    if (value.counted === 'years' && value.least > MAX_LAST_YEARS)
      missing('least', `Enter at most ${MAX_LAST_YEARS} financial years`)
    if (value.renewal !== 'once' && value.counted === 'years')
      missing('counted', 'A row that is renewed asks for each period already. Choose the other one')
    if (value.evidence === 'text' && value.statement === '') missing('statement', 'Enter the statement')
  })
/** The disclosures that laws and regulations ask for, each with what shows it. */
export const disclosureRows = defineCollection({
  id: 'disclosure-rows',
  label: 'Checklist rows',
  names: { noun: 'checklist row', title: ({ clause }) => clause },
  icon: 'shield',
  form: { module: 'site/sections/disclosures/disclosure-row-fields.tsx', opensIn: 'dialog' },
  files: 'investors/disclosure-rows/*.yaml',
  schema: disclosureRow,
  pages: { shownOn: '/investors/disclosures#rows' },
  order: 'manual',
  list: {
    columns: [
      { label: 'What it asks for', value: ({ text }) => text, isRowHeader: true },
      { label: 'Rule', value: ({ law, clause }) => `${shortLaw(law)} ${clause}` },
      { label: 'Applies from', value: ({ applies }) => (applies === 'no' ? '' : startLabel(applies)) },
    ],
    filters: [
      { name: 'law', label: 'Law', everything: 'All laws', value: ({ law }) => shortLaw(law) },
      {
        name: 'applies',
        label: 'Applies from',
        everything: 'All stages',
        value: ({ applies }) => applies,
        valueLabel: (applies) => startLabel(applies as Applies),
      },
    ],
    links: [{ label: 'What is public and what is missing', href: '/admin/disclosure' }],
  },
  // Content of earlier releases may have such an address. It shows nothing then.
  lifecycle: { checkChange: pagesWithQuery },
})
export type DisclosureRow = RowOf<typeof disclosureRows>

/** The stage from which a row applies, by its name. */
function startLabel(applies: Applies) {
  return applies === 'always' || applies === 'no' ? APPLIES[applies] : OFFER_STAGES[applies].label
}

/** `LODR` for “SEBI (LODR) Regulations, 2015”: the short name that the law itself gives, without the year. */
function shortLaw(law: string) {
  return /\(([A-Z]{3,})\)/.exec(law)?.[1] ?? law.replace(/, \d{4}$/, '')
}

/** The query of a page is part of no page, and whether its fragment exists is not known. */
function pagesWithQuery(next: unknown, before: unknown) {
  const { evidence, pageLink } = next as DisclosureRow
  const known = (before as DisclosureRow | undefined)?.pageLink
  if (evidence !== 'page' || !/[?#]/.test(pageLink) || pageLink === known) return []
  return [{ path: 'pageLink', message: 'Enter the address of the page alone, without ? and #' }]
}
