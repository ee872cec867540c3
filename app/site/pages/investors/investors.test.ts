import { expect, test } from 'vitest'
import { governance } from '#app/site/sections/investors/governance.ts'
import { management } from '#app/site/sections/investors/management.ts'
import * as drhpRedirect from './drhp-redirect.tsx'
import * as drhp from './drhp.tsx'
import * as industryReport from './industry-report.tsx'
import { loader as investors } from './investors.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
// The dates inside PDFs are read after the start.
await site.media.documents.settled()

const ISO_DAY = /^\d{4}-\d\d-\d\d$/

test('every section is there, with size and date of each document of ours', () => {
  const { content, documents } = investors()
  expect(Object.entries(content).filter(([, section]) => section === undefined)).toEqual([])
  const addresses = [
    ...(content.reports?.reports ?? []),
    ...(content.financials?.annualReturns ?? []),
    ...(content.financials?.groupCompanies ?? []),
    ...(content.governance?.policies ?? []),
    ...(content.management ? [content.management.committees] : []),
  ].map(({ fileUrl }) => fileUrl)
  expect(addresses.length).toBeGreaterThan(10)
  expect(Object.keys(documents).sort()).toEqual(addresses.sort())
  for (const [address, document] of Object.entries(documents)) {
    expect(document, address).toEqual({ bytes: expect.any(Number), date: expect.stringMatching(ISO_DAY) })
  }
  expect(content.management?.directors).not.toEqual([])
})

test('a director with a portrait: the page gets its size', async () => {
  const image = 'quality-control-aa7d69ab.jpg'
  await site.content.update(management, {
    author: 'test',
    reason: 'Test',
    change: (content) => ({ ...content, directors: content.directors.map((director) => ({ ...director, image })) }),
  })
  expect(investors().images[image]).toMatchObject({ width: 1920, height: 1080 })
})

test('a document of another site: listed without size and date', async () => {
  const policies = [
    { _id: 'a', title: 'Elsewhere', fileUrl: 'https://example.com/a.pdf' },
    { _id: 'b', title: 'Here', fileUrl: '/policies/code-of-conduct.pdf' },
  ]
  await site.content.update(governance, { author: 'test', reason: 'Test', change: () => ({ policies }) })
  const { content, documents } = investors()
  expect(content.governance).toEqual({ policies })
  expect(documents).not.toHaveProperty(['https://example.com/a.pdf'])
  expect(documents).toHaveProperty(['/policies/code-of-conduct.pdf'])
})

test.each([
  ['industry report', industryReport],
  ['prospectus', drhp],
])('%s: one document, its size and date read from the file', (_name, { loader }) => {
  expect(Object.values(loader().data.documents)).toEqual([
    { bytes: expect.any(Number), date: expect.stringMatching(ISO_DAY) },
  ])
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
