import { expect, test } from 'vitest'
import { documents as collection } from '#app/site/collections/documents/documents.ts'
import * as drhpRedirect from './drhp-redirect.tsx'
import * as drhp from './drhp.tsx'
import * as industryReport from './industry-report.tsx'
import { loader as investors } from './investors.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()

const ISO_DAY = /^\d{4}-\d\d-\d\d$/

test('every list is there, with the typed day and the size of each document of ours, and every portrait', () => {
  const { content, lists, results, newest, documents, images } = investors()
  expect(Object.entries(content).filter(([, section]) => section === undefined)).toEqual([])
  const counts = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]))
  expect(counts).toEqual({
    ...{ annualReports: 7, annualReturns: 5, materialCreditors: 0, groupCompanies: 3 },
    ...{ offerDocuments: 2, committees: 1, policies: 16, contracts: 0 },
  })
  expect([results.ofYears.length, results.ofQuarters.length]).toEqual([4, 8])
  const shown = [...Object.values(lists), ...Object.values(results), newest].flat()
  expect(shown.filter(({ date }) => !ISO_DAY.test(date))).toEqual([])
  expect(content.reports.map(({ date }) => date)).toEqual(lists.annualReports.map(({ date }) => date))
  const own = shown.flatMap(({ fileUrl }) => (fileUrl.startsWith('/') ? fileUrl : []))
  expect(Object.keys(documents).sort()).toEqual([...new Set(own)].sort())
  for (const [address, document] of Object.entries(documents)) expect(document.bytes, address).toBeGreaterThan(0)
  expect(content.management?.directors.filter(({ image }) => image !== '' && !images[image])).toEqual([])
})

test('the titles, years and order of the specification', () => {
  const { lists, results } = investors()
  expect(lists.annualReturns.map(({ title }) => title)).toEqual(
    ['2023-24', '2022-23', '2021-22', '2020-21', '2019-20'].map((year) => `Annual Return (MGT 7) ${year}`),
  )
  expect(lists.groupCompanies.map(({ title }) => title)).toEqual(
    ['2025', '2024', '2023'].map((year) => `Financial Statements of Group Companies ${year}`),
  )
  expect(results.ofYears.map(({ title }) => title)).toEqual(
    ['2026', '2025', '2024', '2023'].map((year) => `Financial results for the year ended 31\u00A0March\u00A0${year}`),
  )
  expect(lists.offerDocuments.map(({ page }) => page)).toEqual(['/investors/Drhp', '/investors/industry-report'])
  expect(lists.policies[0]).toMatchObject({ fileUrl: '/policies/code-of-conduct.pdf' })
  expect(lists.policies[15]).toMatchObject({ fileUrl: '/policies/risk-management.pdf' })
})

test('the ways to what investors look for: pages of the site, each with a fact', () => {
  const { links } = investors()
  expect(links.map(({ to, fact }) => [to, fact])).toEqual([
    ['/investors/results', 'Newest: 11 Nov 2026'],
    ['/uploads/reports/annual-report-2025-26.pdf', 'PDF, 75 kB, 10 Sep 2026'],
    ['/investors/documents', '66 documents'],
    ['/investors/board', '6 directors, 4 committees'],
  ])
})

test('a document of another site: listed without a size', async () => {
  const section = collection.entry('risk-management')
  const fileUrl = 'https://example.com/a.pdf'
  await site.content.update(section, { author: 'test', reason: 'Test', change: (now) => ({ ...now, fileUrl }) })
  const { lists, documents } = investors()
  expect(lists.policies.at(-1)?.fileUrl).toBe(fileUrl)
  expect(documents).not.toHaveProperty([fileUrl])
})

test('a new document of a kind that no list has: among the newest, with its size', async () => {
  const fileUrl = '/uploads/documents/results-release-2024-25.pdf'
  const fields = { title: 'Press release', kind: 'results-release', financialYear: '2026-27', period: 'q2' }
  const release = collection.schema.parse({ ...fields, date: '2026-11-12', fileUrl })
  const by = { author: 'test', reason: 'Test' }
  await site.content.update(collection.entry('release'), { ...by, change: () => release, create: () => release })
  const { newest, documents } = investors()
  expect(newest[0]?.title).toBe('Press release')
  expect(documents[fileUrl]?.bytes).toBeGreaterThan(0)
})

test.each([
  ['industry report', industryReport],
  ['prospectus', drhp],
])('%s: one document with its size and its day', (_name, { loader }) => {
  const { document, documents } = loader().data
  expect(document?.date).toMatch(ISO_DAY)
  expect(Object.keys(documents)).toEqual([document?.fileUrl])
})

test('prospectus: films and the disclaimer are part of the content', () => {
  const { films, disclaimer } = drhp.loader().data.content ?? {}
  expect(films).not.toEqual([])
  expect(disclaimer).toMatchObject({ confirmLabel: expect.any(String), declineLabel: expect.any(String) })
})

test('/investors/drhp: 308 to the address with the capital letter', () => {
  const request = new Request('http://localhost:3000/investors/drhp?from=mail')
  const response = drhpRedirect.loader({ request, params: {}, context: {} })
  expect([response.status, response.headers.get('Location')]).toEqual([308, '/investors/Drhp?from=mail'])
})
