import { z } from 'zod'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { optionalLine, optionalReference } from '#app/cms/define/fields.ts'
import { companyFacts } from './facts-of-company.ts'

/** The fields of a row of facts: it shows a company fact, or a name with a text of its own. */
export const FACT_ROW = { fact: optionalReference('Company fact', companyFacts), name: optionalLine('Name', 60) }

interface FactRow {
  fact: string
  name: string
}

/** Refuses a row that shows neither a company fact nor a name with a text, which is the field `own`. */
export function factOrOwn<Own extends string>(own: Own, label: string) {
  return z.superRefine<FactRow & Record<Own, string>>((row, context) => {
    if (row.fact !== '') return
    const refuse = (path: string, what: string) =>
      context.addIssue({ code: 'custom', path: [path], message: `Choose a company fact, or enter a ${what}` })
    if (row.name === '') refuse('name', 'name')
    if (row[own] === '') refuse(own, label)
  })
}

/** What visitors read of rows. That of a company fact has its value, and its name unless it has one of its own. */
export function shownFactRows<Row extends FactRow, Own extends string>(
  site: SiteReader,
  rows: readonly (Row & Record<Own, string>)[],
  own: Own,
) {
  return rows.flatMap((row) => {
    if (row.fact === '') return [row]
    const found = pagesOf(site, companyFacts).withKey(row.fact)?.value
    return found ? [{ ...row, name: row.name || found.title, [own]: found.value }] : []
  })
}

/** Within which time the company answers, such as `one working day`; '' if no fact says so. */
export function answerTime(site: SiteReader): string {
  return valueOf(site, 'answer-time')
}

/** The year in which the company was founded; '' if no fact says so. */
export function foundingYear(site: SiteReader): string {
  return YEAR.exec(valueOf(site, 'founded'))?.[0] ?? ''
}

const YEAR = /^\d{4}$/

function valueOf(site: SiteReader, key: string) {
  return pagesOf(site, companyFacts).withKey(key)?.value.value ?? ''
}
