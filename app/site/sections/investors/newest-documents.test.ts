import { expect, test } from 'vitest'
import { financials } from './financials.ts'
import { newestDocuments } from './newest-documents.ts'

const nothing = {
  investors: undefined,
  financials: undefined,
  reports: undefined,
  management: undefined,
  governance: undefined,
}

test('nothing published: none', () => {
  expect(newestDocuments(nothing, {})).toEqual([])
})

test('documents of all parts: the five newest, those of our files by the date of the file, none without a date', () => {
  const policies = ['a', 'b', 'c', 'd', 'e'].map((_id) => ({ _id, title: _id, fileUrl: `/policies/${_id}.pdf` }))
  const content = {
    ...nothing,
    governance: { policies },
    investors: {
      offerDocuments: [{ _id: 'drhp', title: 'Prospectus', date: '2025-08-06', link: '/investors/Drhp' }],
    },
    financials: financials.schema.parse({
      annualReturns: [{ _id: 'r', year: '2024', title: 'Return', fileUrl: '/uploads/documents/r.pdf' }],
      groupCompanies: [],
      results: [{ _id: 'x', year: '2025', title: 'Results', fileUrl: 'https://example.com/x.pdf', date: '2025-05-29' }],
    }),
  }
  const documents = {
    '/policies/a.pdf': { bytes: 1, date: '2024-01-01' },
    '/policies/b.pdf': { bytes: 1, date: '2024-02-01' },
    '/policies/c.pdf': { bytes: 1 },
    '/policies/d.pdf': { bytes: 1, date: '2023-02-01' },
    '/uploads/documents/r.pdf': { bytes: 1, date: '2025-07-30' },
  }
  expect(newestDocuments(content, documents).map(({ title, date, isPage }) => [title, date, isPage])).toEqual([
    ['Prospectus', '2025-08-06', true],
    ['Return 2024', '2025-07-30', false],
    ['Results', '2025-05-29', false],
    ['b', '2024-02-01', false],
    ['a', '2024-01-01', false],
  ])
})
