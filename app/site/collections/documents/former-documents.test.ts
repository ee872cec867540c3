import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import definition from '#app/site.config.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import { createSite, withSite, type Site } from '#app/cms/site.server.ts'
import { loader as investorsPage } from '#app/site/pages/investors/investors.tsx'
import { management } from '#app/site/sections/management/management.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { documents } from './documents.ts'

const FINANCIALS = `annualReturns:
  - _id: a24
    year: 2023-24
    title: Annual Return (MGT 7)
    fileUrl: /uploads/documents/annual-return-mgt-7-2023-24.pdf
  - _id: odd
    year: Year 3
    title: Annual Return (MGT 7)
    fileUrl: https://example.com/third-year.pdf
materialCreditors:
  - _id: m
    title: Material Creditors
    fileUrl: https://example.com/creditors.pdf
groupCompanies:
  - _id: g25
    year: '2025'
    title: Financial Statements of Group Companies
    fileUrl: /uploads/documents/group-companies-2025.pdf
results:
  - _id: r25
    year: '2025'
    title: Financial results for the year ended 31 March 2025
    fileUrl: https://example.com/results-2025.pdf
    date: 2025-05-29
  - _id: r24
    year: 2024
    title: Financial results for the year ended 31 March 2024
    fileUrl: https://example.com/results-2024.pdf
    date: 2024-05-30
materialContracts: []
`
const GOVERNANCE = `policies:
  - _id: risk
    title: Risk Management Policy
    fileUrl: /policies/risk-management.pdf
  - _id: wb
    title: Whistle Blower Policy and Vigil Mechanism
    fileUrl: /policies/whistle-blower.pdf
`
const MANAGEMENT = `directors:
  - _id: meera-kamat
    name: Meera Kamat
    title: Whole-time Director
committees:
  title: Composition of the committees of the board
  fileUrl: /uploads/documents/composition-of-committees.pdf
`
const DRHP = `document:
  title: Draft Red Herring Prospectus
  fileUrl: /uploads/documents/draft-red-herring-prospectus.pdf
`
const INDUSTRY_REPORT = `document:
  title: Industry Report
  fileUrl: /uploads/documents/industry-report.pdf
`
const INVESTORS = `offerDocuments:
  - _id: drhp
    title: Draft Red Herring Prospectus
    date: 2025-08-06
    link: /investors/Drhp
  - _id: addendum
    title: Addendum to the Draft Red Herring Prospectus
    date: 2025-09-01
    link: /uploads/documents/industry-report.pdf
`
const CERTIFICATIONS = `certificates:
  - _id: iso-9001
    title: ISO 9001 certificate
    image: cert-iso-9001-84fe5588.jpg
    imageAlt: First page
    fileUrl: /uploads/documents/certificate-iso-9001.pdf
`

/** The content of a release whose sections had the lists of documents. */
async function former({ contentDir }: Env) {
  const at = (file: string) => path.join(contentDir, file)
  const withLists = (file: string, lists: string) => {
    writeFileSync(at(file), readFileSync(at(file), 'utf8').replace(/^formatVersion: 2\n/m, '') + lists)
  }
  rmSync(at('documents'), { recursive: true })
  writeFileSync(at('investors/financials.yaml'), FINANCIALS)
  writeFileSync(at('investors/governance.yaml'), GOVERNANCE)
  writeFileSync(at('investors/management.yaml'), MANAGEMENT)
  withLists('investors/drhp.yaml', DRHP)
  withLists('investors/industry-report.yaml', INDUSTRY_REPORT)
  withLists('investors/investors.yaml', INVESTORS)
  withLists('pages/certifications.yaml', CERTIFICATIONS)
  await Promise.resolve()
}

const first = await createTestSite({ prepare: former })

function shownOf(site: Site) {
  return withSite(site, () => {
    const { lists, results } = investorsPage()
    return Object.fromEntries(
      Object.entries({ ...lists, results: results.ofYears }).map(([name, list]) => [
        name,
        list.map(({ title, date }) => `${date} ${title}`),
      ]),
    )
  })
}

function entryOf({ content }: Pick<Site, 'content'>, key: string) {
  return content.find(documents.entry(key))?.value
}

/** Starts the site again, in the folders of the first one. */
async function startedAgain<Result>(run: (site: Site) => Promise<Result> | Result) {
  const site = await createSite(first.env, definition)
  try {
    return await run(site)
  } finally {
    await site.close()
  }
}

test('sections of the former form: accepted, and their documents are in the lists of the page', () => {
  expect(first.content.faults()).toEqual([])
  expect(shownOf(first)).toMatchObject({
    annualReturns: [expect.stringMatching(/^\d{4}-\d\d-\d\d Annual Return \(MGT 7\) 2023-24$/)],
    materialCreditors: [expect.stringMatching(/ Material Creditors$/)],
    groupCompanies: [expect.stringMatching(/ Financial Statements of Group Companies 2025$/)],
    results: [
      '2025-05-29 Financial results for the year ended 31 March 2025',
      '2024-05-30 Financial results for the year ended 31 March 2024',
    ],
    offerDocuments: [
      '2025-09-01 Addendum to the Draft Red Herring Prospectus',
      '2025-08-06 Draft Red Herring Prospectus',
      expect.stringMatching(/ Industry Report$/),
    ],
    committees: [expect.stringMatching(/ Composition of the committees of the board$/)],
    policies: [
      expect.stringMatching(/ Risk Management Policy$/),
      expect.stringMatching(/ Whistle Blower Policy and Vigil Mechanism$/),
    ],
  })
})

test('kind, period, files and the record of what is public', () => {
  expect(entryOf(first, 'financial-results-for-the-year-ended-31-march-2025')).toMatchObject({
    ...{ kind: 'financial-results', financialYear: '2024-25', fileUrl: 'https://example.com/results-2025.pdf' },
    published: [{ fileUrl: 'https://example.com/results-2025.pdf' }],
  })
  expect(entryOf(first, 'annual-return-mgt-7-2023-24')).toMatchObject({ financialYear: '2023-24' })
  expect(entryOf(first, 'whistle-blower-policy-and-vigil-mechanism')).toMatchObject({
    kind: 'whistle-blower',
    position: 2,
  })
  expect(entryOf(first, 'iso-9001-certificate')).toMatchObject({
    ...{ kind: 'certificate', image: 'cert-iso-9001-84fe5588.jpg', imageAlt: 'First page' },
  })
})

test('what the list does not say: a document of a kind without rules, and the history says what to check', async () => {
  const section = documents.entry('annual-return-mgt-7-year-3')
  expect(entryOf(first, 'annual-return-mgt-7-year-3')).toMatchObject({ kind: 'other', financialYear: '' })
  expect(await first.content.history(section)).toMatchObject([
    {
      author: 'system',
      reason:
        'Imported from investors/financials.yaml of an earlier release. Check its date of disclosure, kind and financial year',
    },
  ])
})

test('the former files: those without a section are as they were, the others are in the history', async () => {
  const { contentDir } = first.env
  expect(readFileSync(path.join(contentDir, 'investors/financials.yaml'), 'utf8')).toBe(FINANCIALS)
  const [conversion] = await first.content.history(management)
  expect(await first.content.pastTexts(management, conversion?.id ?? '')).toContain(MANAGEMENT)
})

test('later starts: nothing twice, a changed document stays changed, a removed one is not made again', async () => {
  const other = documents.entry('annual-return-mgt-7-year-3')
  const by = { author: 'asha', reason: 'Test' }
  await first.content.update(documents.entry('material-creditors'), {
    ...by,
    change: (now) => ({ ...now, fileUrl: 'https://example.com/newer.pdf' }),
  })
  const keys = first.content.entryKeys(documents)
  await first.close()
  // A kill between the conversion of the sections and the last of the entries: no file and no history.
  const { contentDir, dataDir } = first.env
  rmSync(path.join(contentDir, documents.entry('composition-of-the-committees-of-the-board').file))
  for (const folder of ['history', 'last-good']) {
    rmSync(path.join(dataDir, folder, 'documents--composition-of-the-committees-of-the-board'), {
      recursive: true,
      force: true,
    })
    rmSync(path.join(dataDir, folder, 'documents--composition-of-the-committees-of-the-board.txt'), { force: true })
  }
  await startedAgain((site) => {
    expect(site.content.entryKeys(documents)).toEqual(keys)
    expect(entryOf(site, 'material-creditors')).toMatchObject({ fileUrl: 'https://example.com/newer.pdf' })
    expect(shownOf(site)['committees']).toHaveLength(1)
  })
  await startedAgain(async (site) => {
    const { published } = entryOf(site, 'annual-return-mgt-7-year-3') ?? { published: [] }
    expect(published).toHaveLength(1)
    // Its period is over: it was public long ago.
    writeFileSync(
      path.join(contentDir, other.file),
      readFileSync(path.join(contentDir, other.file), 'utf8').replace(/since: \d{4}/, 'since: 2001'),
    )
  })
  await startedAgain(async (site) => {
    await site.content.remove(other, { ...by, withoutApproval: true })
  })
  await startedAgain((site) => {
    expect(site.content.entryKeys(documents)).toEqual(keys.filter((key) => key !== 'annual-return-mgt-7-year-3'))
  })
})
