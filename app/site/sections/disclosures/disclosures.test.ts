import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loader as loadScreen } from '#app/cms/admin/checklist/checklist.tsx'
import { loader as loadList } from '#app/cms/admin/collection/collection-list.tsx'
import { loader as loadForm } from '#app/cms/admin/editor/section/section-editor.tsx'
import { loader as loadDashboard } from '#app/cms/admin/shell/dashboard.tsx'
import { checklistSite } from '#app/cms/content/checklist-site.server.ts'
import { createSiteReader, type ContentReader } from '#app/cms/define/content-reader.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import type { DocumentContent } from '#app/site/collections/documents/document-schema.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { documentRegister } from '#app/site/sections/document-register/register.server.ts'
import { plainPages } from '#app/site/collections/plain-pages/plain-pages.ts'
import { loader as sitemap } from '#app/site/feeds/sitemap.tsx'
import { loader as loadPage } from '#app/site/pages/investors/disclosures.tsx'
import { loader as loadInvestors } from '#app/site/pages/investors/investors.tsx'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { investors } from '#app/site/sections/investors/investors.ts'
import { management, type Management } from '#app/site/sections/management/management.ts'
import { offer } from '#app/site/sections/offer/offer.ts'
import { screenArgs, signInAs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { setEntries } from '#test/set-entries.ts'
import { disclosureChecklist } from '#app/site/sections/disclosure-checklist/disclosure-checklist.server.ts'
import { listLoader } from '#app/cms/admin/collection/collection-list.server.ts'
import { disclosureRows, type DisclosureRow } from './disclosure-rows.ts'
import { disclosureStates } from './disclosure-states.server.ts'
import { disclosures } from './disclosures.ts'
import { shownDisclosures } from './shown-disclosures.server.ts'
import { offerDates } from '#app/site/sections/disclosure-checklist/offer-dates.server.ts'

const site = await createTestSite()
const { content } = site
const by = { author: 'asha', reason: 'Test' }

/** Two days after the last day for the results of the second quarter. */
const NOW = '2026-11-16T06:30:00Z'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
})
afterEach(() => {
  vi.useRealTimers()
})

const shippedRows = listedRows(site, disclosureRows)
/** No document of its kind is shipped. */
const statements = rowOf({
  _id: 'statements',
  evidence: 'document/deviation-statement',
  renewal: 'quarter',
  daysAfter: 45,
})
const results = rowOf({ _id: 'results', evidence: 'document/financial-results', renewal: 'quarter', daysAfter: 45 })

function rowOf(fields: Partial<DisclosureRow>): DisclosureRow {
  const { _id = 'row', ...others } = fields
  const row = { law: 'Act', clause: 's. 1', text: 'What it asks for', applies: 'always', ...others, daysAfterYear: 60 }
  const { address: _address, visibility: _visibility, ...parsed } = disclosureRows.schema.parse(row)
  return { _id, ...parsed }
}

function setRows(...rows: DisclosureRow[]) {
  return setEntries(content, disclosureRows, rows)
}

function setDocument(key: string, change: Partial<DocumentContent>) {
  return content.update(documents.entry(key), { ...by, change: (now) => ({ ...now, ...change }) })
}

function addDocument(key: string, fields: object) {
  const value = documents.schema.parse({
    title: key,
    date: '2026-11-10',
    fileUrl: 'https://example.com/a.pdf',
    ...fields,
  })
  return content.update(documents.entry(key), { ...by, change: () => value, create: () => value })
}

function switchPage(state: 'on' | 'off') {
  return content.update(disclosures, { ...by, change: (now) => ({ ...now, state }) })
}

/** A list of the checklist. A session would not outlive a jump of the clock. */
function itemsOf(part: string) {
  return disclosureChecklist(checklistSite(site)).find(({ id }) => id === part)?.items ?? []
}

/** A request of an editor. */
async function args(address: string, params?: Record<string, string>) {
  return screenArgs(address, await signInAs('editor'), params && { params })
}

/** What the dashboard and the screen say is missing. Both must agree. */
async function missing() {
  const { missing: named } = await loadDashboard(await args('/admin'))
  const { parts } = await loadScreen(await args('/admin/disclosure'))
  const items = parts.find(({ id }) => id === 'missing')?.items ?? []
  expect(named?.items).toEqual(items.slice(0, 5))
  return items
}

async function openRows() {
  return (await missing()).map(({ id }) => id)
}

describe('the shipped rows', () => {
  test('what applies now is there, but for the list of creditors, which the company has not published', async () => {
    await setRows(...shippedRows)
    expect(await openRows()).toEqual(['icdr-vi-creditors'])
    const [creditors] = await missing()
    expect(creditors?.title).toBe('Material creditors')
    expect(creditors?.detail).toContain('No document of this kind is public.')
  })

  test('every clause of regulation 46(2) that the law has, in its order', () => {
    const clauses = shippedRows.flatMap(({ clause }) => /^46\(2\)\(([a-z]+)\)/.exec(clause)?.[1] ?? [])
    const letters = 'a aa ab b c d e f g h i j k l m n o oa p q r s t u v w x y z za'.split(' ')
    expect([...new Set(clauses)]).toEqual(letters)
  })
})

describe('taking the evidence away opens the row at the next request, and putting it back closes it', () => {
  const policy = rowOf({ _id: 'csr', evidence: 'document/csr-policy' })
  const key = 'corporate-social-responsibility'

  test('a document that is withdrawn', async () => {
    await setRows(policy)
    expect(await openRows()).toEqual([])
    await setDocument(key, { withdrawnBecause: 'A wrong figure' })
    const [row] = await missing()
    expect(row?.steps).toContainEqual({
      label: 'Corporate social responsibility policy that is withdrawn',
      href: `/admin/documents/${key}`,
    })
    await setDocument(key, { withdrawnBecause: '' })
    expect(await openRows()).toEqual([])
  })

  test('a document that is hidden or removed', async () => {
    await setRows(rowOf({ _id: 'rating', evidence: 'document/credit-rating' }))
    expect(await openRows()).toEqual(['rating'])
    await addDocument('rating', { kind: 'credit-rating', eventDay: '2026-11-10', visibility: 'hidden' })
    expect(await openRows()).toEqual(['rating'])
    await setDocument('rating', { visibility: 'listed' })
    expect(await openRows()).toEqual([])
    await setDocument('rating', { kind: 'material-creditors' })
    expect(await openRows()).toEqual(['rating'])
  })

  test('a document whose file is not there any more', async () => {
    await setRows(rowOf({ _id: 'a', evidence: 'document/archival-policy' }))
    expect(await openRows()).toEqual([])
    const withoutFile = { ...checklistSite(site), hasFile: (address: string) => !address.includes('archival-policy') }
    expect(disclosureStates(withoutFile, '2026-11-16').map(({ state }) => state)).toEqual(['open'])
  })

  test('the list of the rows says of each whether it is met', async () => {
    await setRows(
      rowOf({ _id: 'archival', evidence: 'document/archival-policy' }),
      rowOf({ _id: 'text', evidence: 'text', statement: 'The annual report has them.' }),
      rowOf({ _id: 'none', evidence: 'document/benefit-scheme', applies: 'no', reason: 'The company has none.' }),
    )
    const { rows } = await listLoader(await args('/admin/disclosure-rows'))
    expect(rows.map(({ key, stateLabel, stateTone }) => [key, stateLabel, stateTone])).toEqual([
      ['archival', 'Public', 'good'],
      ['text', 'Missing', 'bad'],
      ['none', 'Does not apply', 'quiet'],
    ])
  })

  test('a field that is emptied', async () => {
    await setRows(rowOf({ _id: 'scores', evidence: 'fact/scores' }))
    const { scoresLink } = content.read(investors).value
    expect(await openRows()).toEqual([])
    await content.update(investors, { ...by, change: (now) => ({ ...now, scoresLink: '' }) })
    expect((await missing())[0]?.steps[0]).toEqual({ label: 'Enter it', href: '/admin/investors#editor-scoresLink' })
    await content.update(investors, { ...by, change: (now) => ({ ...now, scoresLink }) })
    expect(await openRows()).toEqual([])
  })

  test('a page that is hidden', async () => {
    await setRows(rowOf({ _id: 'page', evidence: 'page', pageLink: '/accessibility' }))
    expect(await openRows()).toEqual([])
    const section = plainPages.entry('accessibility')
    await content.update(section, { ...by, change: (now) => ({ ...now, visibility: 'hidden' as const }) })
    expect(await openRows()).toEqual(['page'])
    await content.update(section, { ...by, change: (now) => ({ ...now, visibility: 'listed' as const }) })
    expect(await openRows()).toEqual([])
  })

  test('a page that no list has, and an address with a query or an unknown fragment', async () => {
    const section = plainPages.entry('accessibility')
    await setRows(rowOf({ _id: 'page', evidence: 'page', pageLink: '/accessibility' }))
    await content.update(section, { ...by, change: (now) => ({ ...now, visibility: 'unlisted' as const }) })
    expect(await openRows()).toEqual(['page'])
    await content.update(section, { ...by, change: (now) => ({ ...now, visibility: 'listed' as const }) })
    await expect(setRows(rowOf({ _id: 'page', evidence: 'page', pageLink: '/aboutus?x=1#nowhere' }))).rejects.toThrow(
      'the address of the page alone',
    )
    const odd = [rowOf({ _id: 'page', evidence: 'page', pageLink: '/aboutus#nowhere' })]
    const reader = createSiteReader(withRows(odd))
    expect(disclosureStates({ ...checklistSite(site), ...reader }, '2026-11-16')).toMatchObject([{ state: 'open' }])
  })

  test('a statement: public only while the page of the rows is on', async () => {
    await setRows(rowOf({ _id: 'text', evidence: 'text', statement: 'The annual report has them.' }))
    expect((await missing())[0]?.steps[0]?.href).toBe('/admin/disclosure-page')
    await switchPage('on')
    expect(await openRows()).toEqual([])
    await switchPage('off')
  })
})

describe('a document that is renewed each quarter', () => {
  test('late: the row names the period, and leads to a form with kind, year and quarter chosen', async () => {
    await setRows(statements)
    const [row] = await missing()
    expect(row?.title).toBe('Statement of deviation, Q2 FY 2026-27')
    expect(row?.detail).toContain('It was due on 14 Nov 2026 and is not public.')
    const [step] = row?.steps ?? []
    const response: unknown = await Promise.resolve(loadList(await args(step?.href ?? ''))).catch(
      (thrown: unknown) => thrown,
    )
    if (!(response instanceof Response)) throw new Error('The list was shown')
    const form = response.headers.get('location') ?? ''
    expect(form).toContain('/admin/documents/statement-of-deviation-quarter-2-2026-27?')
    const key = 'statement-of-deviation-quarter-2-2026-27'
    const { content: fields, version } = await loadForm(await args(form, { key }))
    expect(version).toBe('')
    expect(fields).toMatchObject({
      ...{ title: 'Statement of deviation, quarter 2, 2026-27', kind: 'deviation-statement', date: '2026-11-16' },
      ...{ financialYear: '2026-27', period: 'q2', visibility: 'listed', language: 'en', position: 0 },
    })

    await addDocument(key, fields)
    expect(await openRows()).toEqual([])
    await content.update(documents.entry(key), { ...by, change: (now) => ({ ...now, withdrawnBecause: 'Wrong' }) })
    expect(await openRows()).toEqual(['statements 2026-09-30'])
    await content.update(documents.entry(key), { ...by, change: (now) => ({ ...now, withdrawnBecause: '' }) })
  })

  test('open again from the day after the next one was due, at midnight in India', async () => {
    await setRows(statements)
    vi.setSystemTime('2027-02-14T18:29:00Z')
    expect(itemsOf('missing')).toEqual([])
    vi.setSystemTime('2027-02-14T18:30:00Z')
    expect(itemsOf('missing').map(({ title }) => title)).toEqual(['Statement of deviation, Q3 FY 2026-27'])
  })

  test('the whole year covers its last quarter, another quarter does not', async () => {
    await setRows(statements)
    vi.setSystemTime('2027-06-15T06:30:00Z')
    const statement = { kind: 'deviation-statement', financialYear: '2026-27' }
    await addDocument('q3', { ...statement, period: 'q3', date: '2027-02-10' })
    expect(itemsOf('missing').map(({ id }) => id)).toEqual(['statements 2027-03-31'])
    await addDocument('year', { ...statement, period: 'year', date: '2027-05-28' })
    expect(itemsOf('missing')).toEqual([])
  })

  test('one of the running quarter does not close the row of the quarter that is missing, one of the half-year does', async () => {
    await setRows(rowOf({ _id: 'notices', evidence: 'document/results-notice', renewal: 'quarter', daysAfter: 45 }))
    const missingOf = (period: string) => itemsOf('missing').some(({ id }) => id === `notices ${period}`)
    const notice = { kind: 'results-notice', financialYear: '2026-27', date: '2026-11-12' }
    await addDocument('notice-q3', { ...notice, period: 'q3' })
    expect(missingOf('2026-09-30')).toBe(true)
    await addDocument('notice-h1', { ...notice, period: 'h1' })
    expect(missingOf('2026-09-30')).toBe(false)
    expect(missingOf('2026-06-30')).toBe(true)
  })

  test('a gap that arises long after: seen, with the day of the withdrawal, above what was missing before', async () => {
    vi.setSystemTime('2027-06-15T06:30:00Z')
    await setRows(rowOf({ _id: 'creditors', evidence: 'document/voting-results' }), statements)
    expect(itemsOf('missing').map(({ id }) => id)).toEqual(['creditors'])
    await setDocument('statement-of-deviation-quarter-2-2026-27', { withdrawnBecause: 'A wrong figure' })
    const [first, ...others] = itemsOf('missing')
    expect(first).toMatchObject({ id: 'statements 2026-09-30', title: 'Statement of deviation, Q2 FY 2026-27' })
    expect(first?.steps.map(({ label }) => label)).toContain('Statement of deviation that is withdrawn')
    expect(others.map(({ id }) => id)).toEqual(['creditors'])
    await setDocument('statement-of-deviation-quarter-2-2026-27', { withdrawnBecause: '' })
    expect(itemsOf('missing').map(({ id }) => id)).toEqual(['creditors'])
  })
})

describe('what a row asks for beside its kind', () => {
  const detailOf = (id: string) => itemsOf('missing').find((item) => item.id === id)?.detail

  test('languages: one film of two is not enough, and the state names the other language', async () => {
    await setRows(rowOf({ _id: 'films', evidence: 'fact/films', languages: 'en, hi' }))
    expect(await openRows()).toEqual([])
    const { films } = content.read(drhp).value
    const keep = (languages: string[]) =>
      content.update(drhp, {
        ...by,
        change: (now) => ({ ...now, films: films.filter(({ language }) => languages.includes(language)) }),
      })
    await keep(['en'])
    expect(detailOf('films')).toContain('Hindi is missing.')
    await switchPage('on')
    expect(loadPage().data.laws[0]?.rows[0]?.words).toBe('Hindi is missing.')
    await switchPage('off')
    await keep([])
    expect(detailOf('films')).toContain('It is empty.')
    await keep(['en', 'hi'])
    expect(await openRows()).toEqual([])
  })

  test('a number: two of three group companies', async () => {
    await setRows(rowOf({ _id: 'group', evidence: 'document/group-accounts', least: 3 }))
    expect(await openRows()).toEqual([])
    await setDocument('group-companies-2024', { withdrawnBecause: 'A wrong figure' })
    expect(detailOf('group')).toContain('2 of 3 are public.')
    await setDocument('group-companies-2024', { withdrawnBecause: '' })
  })

  test('the last three years when the row began to apply: two documents of one year count once', async () => {
    const row = {
      _id: 'years',
      evidence: 'document/group-accounts',
      least: 3,
      counted: 'years',
      applies: 'drhp',
    } as const
    await setRows(rowOf(row))
    expect(await openRows()).toEqual([])
    await setDocument('group-companies-2023', { financialYear: '2024-25', date: '2025-07-01' })
    expect(detailOf('years')).toContain('2 of 3 are public: FY 2022-23 is missing.')
    await setDocument('group-companies-2023', { financialYear: '2022-23', date: '2023-07-31' })
    expect(await openRows()).toEqual([])
  })

  test('documents of each stage: those of an earlier stage do not count', async () => {
    const film = { kind: 'offer-film', eventDay: '', financialYear: '' }
    await setRows(rowOf({ _id: 'film', evidence: 'document/offer-film', applies: 'rhp', languages: 'en, hi' }))
    const state = () => {
      const reader = createSiteReader(withOffer({ stage: 'rhp', prospectusFiledOn: '2026-11-12' }))
      return disclosureStates({ ...checklistSite(site), ...reader }, '2026-11-16')[0]
    }
    await addDocument('film-of-draft', { ...film, date: '2026-11-11' })
    expect(state()).toMatchObject({ state: 'open', missing: [{ found: 0, languages: ['en', 'hi'] }] })
    await addDocument('film-of-prospectus', { ...film, date: '2026-11-12' })
    expect(state()).toMatchObject({ state: 'open', missing: [{ languages: ['hi'] }] })
    await addDocument('film-in-hindi', { ...film, date: '2026-11-13', language: 'hi-IN' })
    expect(state()).toMatchObject({ state: 'shown', missing: [] })
  })
})

describe('a row that ends', () => {
  const contracts = rowOf({
    evidence: 'document/material-contract',
    applies: 'drhp',
    appliesUntil: 'allotted',
    _id: 'c',
  })
  const statesAt = (stage: object, today = '2026-11-16') => {
    const reader = createSiteReader(withOffer(stage))
    return disclosureStates({ ...checklistSite(site), ...reader }, today)
  }

  test('with a stage: asked for until it, and not any more from it on', async () => {
    await setRows(contracts)
    expect(await openRows()).toEqual(['c'])
    expect(statesAt({ stage: 'open' })).toMatchObject([{ state: 'open' }])
    const allotted = { stage: 'allotted', allottedOn: '2026-11-09' }
    expect(statesAt(allotted)).toMatchObject([{ state: 'ended', endedOn: '2026-11-09', missing: [] }])
    const reader = createSiteReader(withOffer(allotted))
    const parts = disclosureChecklist({ ...checklistSite(site), ...reader })
    expect(parts.find(({ id }) => id === 'missing')?.items).toEqual([])
    expect(parts.find(({ id }) => id === 'ended')?.items[0]?.detail).toContain(
      'Applied until the stage “Shares allotted”, 9 Nov 2026. Nothing is public.',
    )
  })

  test('with a day: asked for on that day, and not on the next one', async () => {
    await setRows(rowOf({ ...contracts, appliesUntil: 'never', lastDay: '2026-11-16' }))
    expect(statesAt({})).toMatchObject([{ state: 'open' }])
    expect(statesAt({}, '2026-11-17')).toMatchObject([{ state: 'ended', endedOn: '2026-11-16' }])
  })

  test('before it applies: refused at the field', () => {
    const { error } = disclosureRows.schema.safeParse({
      ...fieldsOfRow(contracts),
      applies: 'rhp',
      appliesUntil: 'drhp',
    })
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['appliesUntil'])
  })
})

test('a renewed row of which nothing is public or due: due next, and not among what is public', async () => {
  const row = rowOf({ _id: 'pattern', evidence: 'document/call-invitation', renewal: 'quarter', daysAfter: 21 })
  await setRows({ ...row, applies: 'listed' })
  const reader = createSiteReader(withOffer({ stage: 'listed', listedOn: '2026-11-11' }))
  const parts = disclosureChecklist({ ...checklistSite(site), ...reader })
  const idsOf = (part: string) => parts.find(({ id }) => id === part)?.items.map(({ id }) => id)
  expect([idsOf('missing'), idsOf('next'), idsOf('shown')]).toEqual([[], ['pattern'], []])
  const [law] = shownDisclosures({ ...checklistSite(site), ...reader }, '2026-11-16')
  expect(law?.rows[0]?.words).toBe('Due on 21 Jan 2027: Q3 FY 2026-27')
})

test('the dashboard names what was opened last, and the number of all others', async () => {
  const open = ['a', 'b', 'c', 'd', 'e', 'f'].map((_id) => rowOf({ _id, evidence: 'document/credit-rating' }))
  await setRows(...open, rowOf({ _id: 'csr', evidence: 'document/csr-policy' }))
  await setDocument('rating', { visibility: 'unlisted' })
  const seen = async () => (await loadDashboard(await args('/admin'))).missing
  expect((await seen())?.items.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect((await seen())?.more).toBe(1)
  await setDocument('corporate-social-responsibility', { withdrawnBecause: 'A wrong figure' })
  expect((await seen())?.items.map(({ id }) => id)).toEqual(['csr', 'a', 'b', 'c', 'd'])
  expect((await seen())?.more).toBe(2)
  await setDocument('corporate-social-responsibility', { withdrawnBecause: '' })
})

test('dates of the offer: 21 days for comments, five working days for the films, each until its last day', () => {
  // Filed on a Wednesday.
  const draft = withOffer({ stage: 'drhp', draftFiledOn: '2025-08-06' })
  const named = (day: string, reader = draft) =>
    offerDates(reader, day).map(({ id, detail }) => [id, detail.split('.')[0]])
  const films = ['offer-films', 'Due by 13 Aug 2025']
  const comments = ['offer-comments', 'Possible until 27 Aug 2025']
  expect(named('2025-08-13')).toEqual([films, comments])
  expect(named('2025-08-14')).toEqual([comments])
  expect(named('2025-08-28')).toEqual([])
  const prospectus = withOffer({ stage: 'rhp', prospectusFiledOn: '2026-01-02' })
  expect(named('2026-01-05', prospectus)).toEqual([['offer-films', 'Due by 9 Jan 2026']])
  // The second holiday is on a Saturday.
  const holidays = '2026-01-26 Republic Day\n\n2026-01-24 Another one\n'
  const atHoliday = withOffer({ stage: 'rhp', prospectusFiledOn: '2026-01-22', holidays })
  expect(named('2026-01-23', atHoliday)).toEqual([['offer-films', 'Due by 30 Jan 2026']])
  expect(named('2025-08-13', withOffer({ stage: 'open', openedOn: '2025-08-12' }))).toEqual([])
})

test('dates of the offer: on the screen and the dashboard, until they are over', async () => {
  await setRows()
  vi.setSystemTime('2025-08-13T06:30:00Z')
  const named = async () => (await loadDashboard(await args('/admin'))).missing?.items.map(({ title }) => title)
  expect(await named()).toEqual(['Films on the offer document', 'Comments of the public on the draft prospectus'])
  expect(itemsOf('offer').map(({ title }) => title)).toEqual(await named())
  vi.setSystemTime('2025-08-28T06:30:00Z')
  expect([await named(), itemsOf('offer')]).toEqual([[], []])
})

test('a fact that is renewed each year: open from the day after it was due, until the year is typed', async () => {
  await setRows(rowOf({ _id: 'hours', evidence: 'fact/familiarisation', renewal: 'year', daysAfter: 30 }))
  expect(itemsOf('missing')).toEqual([])
  vi.setSystemTime('2027-04-30T06:30:00Z')
  expect(itemsOf('missing')).toEqual([])
  vi.setSystemTime('2027-05-31T06:30:00Z')
  expect(itemsOf('missing')[0]).toMatchObject({ title: 'Familiarisation programmes of a year, FY 2026-27' })
  const year = { _id: 'new', year: '2026-27', programmes: 1, hours: 4 }
  const change = (now: Management) => ({ ...now, familiarisation: [...now.familiarisation, year] })
  await content.update(management, { ...by, change })
  expect(itemsOf('missing')).toEqual([])
})

describe('a row that applies from the listing on', () => {
  const row = { ...results, applies: 'listed' } as const
  const states = (listedOn: string, today: string) => {
    const reader = createSiteReader(withOffer({ stage: 'listed', listedOn }))
    return disclosureStates({ ...checklistSite(site), ...reader }, today)
  }

  test('before: not open, and named among what later stages ask for', async () => {
    await setRows(rowOf({ _id: 'moa', evidence: 'document/constitution', applies: 'listed' }))
    expect(await openRows()).toEqual([])
    const { parts } = await loadScreen(await args('/admin/disclosure'))
    expect(parts.find(({ id }) => id === 'later')?.items[0]).toMatchObject({
      title: 'Memorandum and articles of association',
      detail: 'From the stage “Shares listed” on.',
      asks: expect.stringMatching(/\S/) as string,
      source: expect.stringMatching(/\S · \S/) as string,
    })
  })

  test('after: what was due before the listing is not asked for; the next period is', async () => {
    await setRows(row)
    const [fresh] = states('2028-02-20', '2028-03-01')
    expect(fresh).toMatchObject({ state: 'shown', missing: [], next: { period: 'q4', dueOn: '2028-05-30' } })
    const [late] = states('2028-02-20', '2028-05-31')
    expect(late).toMatchObject({ state: 'open', missing: [{ period: { financialYear: '2027-28', period: 'q4' } }] })
    const [later] = states('2028-02-20', '2028-09-01')
    expect(later?.missing.map(({ period }) => period?.period)).toEqual(['q1', 'q4'])
  })
})

test('retention: a document is named ninety days before it ends, and when it is over', async () => {
  await setRows()
  const named = () => itemsOf('archive').find(({ id }) => id === 'archival-policy')?.detail
  // Public since 1 July 2025, kept for eight years.
  vi.setSystemTime('2033-04-01T06:30:00Z')
  expect(named()).toBeUndefined()
  vi.setSystemTime('2033-04-02T06:30:00Z')
  expect(named()).toBe('It has to be kept until 1 Jul 2033.')
  vi.setSystemTime('2033-07-01T06:30:00Z')
  expect(named()).toContain('It had to be kept until 1 Jul 2033.')
})

describe('the page of visitors', () => {
  test('off: 404, in no sitemap, no link, no choice of a link; on: all of them', async () => {
    await setRows(...shippedRows)
    const seen = async () => [
      loadPage().init?.status ?? 200,
      (await sitemap().text()).includes('/investors/disclosures'),
      loadInvestors().hasDisclosures,
      site.links.linkTargets().some(({ href }) => href === '/investors/disclosures'),
    ]
    await switchPage('off')
    expect(await seen()).toEqual([404, false, false, false])
    await switchPage('on')
    expect(await seen()).toEqual([200, true, true, true])
  })

  test('no link leads to # or to a place that does not exist, and every row says something', async () => {
    await setRows(...shippedRows)
    await switchPage('on')
    const rows = loadPage().data.laws.flatMap((law) => law.rows)
    expect(rows).toHaveLength(shippedRows.length)
    expect(rows.filter(({ links, words }) => links.length === 0 && words === '')).toEqual([])
    const links = rows.flatMap(({ links, more }) => [...links, ...(more ? [more] : [])].map(({ href }) => href))
    expect(links).toContain('/investors/documents?kind=annual-return')
    expect(links.length).toBeGreaterThan(20)
    const broken = links.filter(
      (href) => !href.startsWith('https:') && !isDocument(href) && site.links.nameOfPage(href) === undefined,
    )
    expect(broken).toEqual([])
    expect(JSON.stringify(loadPage().data)).not.toMatch(/complian(?:t|ce with)|✓|✔|%/i)
  })

  test('in words: not applicable with its reason, not published yet, and from which stage on', async () => {
    await setRows(...shippedRows)
    await switchPage('on')
    const words = (id: string) =>
      loadPage()
        .data.laws.flatMap((law) => law.rows)
        .find((row) => row.id === id)?.words
    expect(words('lodr-p')).toBe('Not applicable: The name of the company has not changed in the last year.')
    expect(words('icdr-34-rhp')).toBe('Required after the filing of the Red Herring Prospectus.')
    await setDocument('corporate-social-responsibility', { withdrawnBecause: 'A wrong figure' })
    expect(words('act-135')).toBe('Not published yet')
    await setDocument('corporate-social-responsibility', { withdrawnBecause: '' })
  })
})

test.each<[string, Partial<DisclosureRow>, string]>([
  ['a row that does not apply, without a reason', { applies: 'no' }, 'reason'],
  ['a page without an address', { evidence: 'page' }, 'pageLink'],
  ['a page of another site', { evidence: 'page', pageLink: 'https://example.com/' }, 'pageLink'],
  ['a page that is a fragment alone', { evidence: 'page', pageLink: '#' }, 'pageLink'],
  ['a statement without a text', { evidence: 'text' }, 'statement'],
  ['evidence that the site does not know', { evidence: 'document/nothing' }, 'evidence'],
  ['languages that are none', { languages: 'English; Hindi' }, 'languages'],
  ['more last years than five', { renewal: 'once', counted: 'years', least: 6 }, 'least'],
  ['years of a row that is renewed', { counted: 'years' }, 'counted'],
])('%s: refused at the field', (_case, fields, field) => {
  const { error } = disclosureRows.schema.safeParse({ ...fieldsOfRow(results), ...fields })
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([field])
})

describe('the documents on the results of the last quarter', () => {
  const partOn = (day: string) => {
    vi.setSystemTime(`${day}T06:30:00Z`)
    return disclosureChecklist(checklistSite(site)).find(({ id }) => id === 'results')
  }
  const itemOn = (day: string, kind: string) => partOn(day)?.items.find(({ id }) => id === kind)

  test('each kind that there is not: a form with its title, kind, period and day; what there is: its state', async () => {
    const part = partOn('2028-02-10')
    expect(part?.title).toBe('Results of Q3 FY 2027-28')
    expect(part?.items.map(({ title }) => title)).toEqual([
      ...['Notice of the results meeting', 'Outcome of the board meeting', 'Financial results'],
      ...['Press release on results', 'Investor presentation', 'Invitation to the results call'],
      ...['Recording of the results call', 'Transcript of the results call'],
    ])
    expect(new Set(part?.items.map(({ detail }) => detail))).toEqual(new Set(['Not public.']))
    const [step] = part?.items[3]?.steps ?? []
    expect(Object.fromEntries(new URL(step?.href ?? '', 'http://localhost').searchParams)).toEqual({
      ...{ new: '', title: 'Press release on results, quarter 3, 2027-28', kind: 'results-release' },
      ...{ date: '2028-02-10', financialYear: '2027-28', period: 'q3' },
    })

    const release = { kind: 'results-release', financialYear: '2027-28', period: 'q3', date: '2028-02-10' }
    await addDocument('release-q3', release)
    expect(partOn('2028-02-10')?.count).toBe('1 of 8 public')
    expect(itemOn('2028-02-10', 'results-release')).toMatchObject({
      detail: '“release-q3”, 10 Feb 2028: public.',
      steps: [{ label: 'Open', href: '/admin/documents/release-q3' }, { label: 'Add another one' }],
    })
    await setDocument('release-q3', { withdrawnBecause: 'A wrong figure' })
    expect(itemOn('2028-02-10', 'results-release')?.detail).toBe('“release-q3”, 10 Feb 2028: withdrawn.')
    expect(partOn('2028-02-10')?.count).toBe('0 of 8 public')
    await addDocument('recording-q3', { ...release, kind: 'call-recording', visibility: 'hidden' })
    expect(itemOn('2028-02-10', 'call-recording')?.detail).toBe('“recording-q3”, 10 Feb 2028: hidden.')
  })

  test('from the first day after a quarter on; those of the year count for its last quarter', async () => {
    expect(partOn('2028-03-31')?.title).toBe('Results of Q3 FY 2027-28')
    expect(partOn('2028-04-01')?.title).toBe('Results of Q4 FY 2027-28')
    expect(itemOn('2028-05-20', 'financial-results')?.detail).toBe('Not public.')
    const ofYear = { kind: 'financial-results', financialYear: '2027-28', period: 'year', date: '2028-05-20' }
    await addDocument('results-2027-28', ofYear)
    expect(itemOn('2028-05-20', 'financial-results')?.detail).toContain('public')
    expect(partOn('2028-07-01')?.title).toBe('Results of Q1 FY 2028-29')
  })
})

function isDocument(href: string) {
  const register = site.service(documentRegister)
  return register.slugs().some((slug) => href === `/documents/${slug}`)
}

/** The content of the site with another stage of the offer. */
function withOffer(change: object): ContentReader {
  return withContent(offer.id, (value) => Object.assign({}, value, change))
}

function fieldsOfRow({ _id, ...fields }: DisclosureRow) {
  return fields
}

/** The content of the site with these rows and no others. */
function withRows(rows: readonly DisclosureRow[]): ContentReader {
  const known = new Map(rows.map((row) => [disclosureRows.idPrefix + row._id, fieldsOfRow(row)]))
  return {
    entryKeys: (collection) =>
      collection.id === disclosureRows.id ? rows.map(({ _id }) => _id).sort() : content.entryKeys(collection),
    subscribe: (listener) => content.subscribe(listener),
    find: ((section) => {
      const fields = known.get(section.id)
      return fields ? { value: disclosureRows.schema.parse(fields), version: 'test' } : content.find(section)
    }) as ContentReader['find'],
  }
}

function withContent(id: string, change: (value: unknown) => object): ContentReader {
  return {
    entryKeys: (collection) => content.entryKeys(collection),
    subscribe: (listener) => content.subscribe(listener),
    find: ((section) => {
      const found = content.find(section)
      return found && section.id === id ? { ...found, value: change(found.value) } : found
    }) as ContentReader['find'],
  }
}
