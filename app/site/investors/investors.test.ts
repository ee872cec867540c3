import { expect, test } from 'vitest'
import * as drhpRedirect from './drhp-redirect.tsx'
import * as drhp from './drhp.tsx'
import * as industryReport from './industry-report.tsx'
import { readInvestors } from './investors.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
// The dates inside PDFs are read after the start.
await site.media.documents.settled()

test('shipped content: every section is there, with size and date of each document of ours', () => {
  const { content, documents, images } = readInvestors()
  const addresses = [
    ...(content.reports?.reports ?? []),
    ...(content.financials?.annualReturns ?? []),
    ...(content.financials?.groupCompanies ?? []),
    ...(content.governance?.policies ?? []),
    ...(content.management ? [content.management.committees] : []),
  ].map(({ fileUrl }) => fileUrl)
  expect(addresses).toHaveLength(6 + 5 + 3 + 16 + 1)
  expect(Object.keys(documents).sort()).toEqual(addresses.sort())
  expect(documents['/policies/code-of-conduct.pdf']?.date).toBe('2025-07-01')
  expect(documents['/uploads/reports/annual-report-2024-25.pdf']?.date).toBe('2025-09-12')
  expect(content.management?.directors.filter(({ image }) => !images[image])).toEqual([])
})

test('shipped content: the years, numbers and places that are fixed', () => {
  const { financials, management, investors } = readInvestors().content
  expect(financials?.annualReturns.map(({ year }) => year)).toEqual([
    '2023-24',
    '2022-23',
    '2021-22',
    '2020-21',
    '2019-20',
  ])
  expect(financials?.groupCompanies.map(({ year }) => year)).toEqual(['2025', '2024', '2023'])
  expect(financials?.results.map(({ title }) => title.slice(-13))).toEqual([
    '31 March 2025',
    '31 March 2024',
    '31 March 2023',
  ])
  expect(financials?.results.every(({ fileUrl }) => fileUrl.startsWith('https://'))).toBe(true)
  expect(management?.directors).toHaveLength(6)
  expect(investors?.offerDocuments.map(({ link }) => link)).toEqual(['/investors/Drhp', '/investors/industry-report'])
  expect(investors?.contacts).toHaveLength(2)
})

test('industry report and prospectus: one document each, its facts read from the file', () => {
  expect(Object.values(industryReport.loader().data.documents)).toMatchObject([{ date: '2025-07-21' }])
  expect(Object.values(drhp.loader().data.documents)).toMatchObject([{ date: '2025-08-06' }])
})

test('prospectus: a film in English and one in Hindi, and the two answers to the disclaimer', () => {
  const { films, disclaimer } = drhp.loader().data.content ?? {}
  expect(films?.map(({ language }) => language)).toEqual(['en', 'hi'])
  expect([disclaimer?.confirmLabel, disclaimer?.declineLabel]).toEqual(['I Confirm', 'I Do Not Confirm'])
  expect(disclaimer?.lead).toContain('6 August 2025')
})

test('/investors/drhp: 308 to the address with the capital letter', () => {
  const request = new Request('http://localhost:3000/investors/drhp?from=mail')
  const response = drhpRedirect.loader({ request, params: {}, context: {} })
  expect([response.status, response.headers.get('Location')]).toEqual([308, '/investors/Drhp?from=mail'])
})
