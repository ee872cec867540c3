import { expect, test } from 'vitest'
import { KIND_IDS } from '#app/site/collections/documents/document-kinds.ts'
import { synonymsOf } from '#app/cms/search/synonyms.ts'
import { NOTHING_CHOSEN, queryOf } from '#app/site/addresses/document-selection.ts'
import {
  financialYearFrom,
  financialYearOf,
  PERIODS,
  quarterOf,
  type Period,
} from '#app/site/collections/documents/financial-period.ts'
import { choicesOf, findDocuments, pageOfDocuments, widerSelections } from './find-documents.ts'
import type { RegisteredDocument } from './register.server.ts'

const YEARS = 25
const PARTS = Object.keys(PERIODS) as Period[]

function registered(number: number): RegisteredDocument {
  const year = 2001 + (number % YEARS)
  return {
    ...{
      slug: `document-${number}`,
      section: `documents--${number}`,
      title: `Document ${number} batch-${number % 10}`,
    },
    kind: KIND_IDS[number % KIND_IDS.length] ?? 'other',
    financialYear: number % 3 === 0 ? '' : financialYearFrom(year),
    period: PARTS[number % PARTS.length] ?? 'year',
    eventDay: number % 2 === 0 ? '' : `${year + 1}-05-17`,
    date: `${year + 1}-11-01`,
    ...{
      filedOn: '',
      language: 'en',
      fileUrl: `https://example.com/${number}.pdf`,
      files: [],
      image: '',
      imageAlt: '',
    },
    ...{ position: 0, withdrawn: undefined, published: [], isListed: true },
  }
}

const all = Array.from({ length: 200 }, (_, number) => registered(number))

function fits(document: RegisteredDocument, [fy, quarter, kind, q]: [string, string, string, string]) {
  const day = document.eventDay || document.date
  const year = document.financialYear || financialYearOf(day)
  const part = document.financialYear === '' ? quarterOf(day) : document.period
  return (
    (!fy || year === fy) &&
    (!quarter || part === quarter) &&
    (!kind || document.kind === kind) &&
    (!q || document.title.includes('batch-1'))
  )
}

test('200 documents of 25 years: every selection finds what it says, and what is wider finds something', () => {
  const { years, kinds } = choicesOf(all, { fy: '', quarter: '', kind: '', q: '' })
  expect(years).toHaveLength(YEARS + 1)
  expect(years).toEqual(years.toSorted().toReversed())
  const ids = kinds.flatMap((group) => group.kinds.map(({ id }) => id))
  expect(ids.toSorted()).toEqual(KIND_IDS.toSorted())
  const wrong: string[] = []
  let hits = 0
  for (const fy of ['', ...years]) {
    for (const quarter of ['', ...PARTS]) {
      for (const kind of ['', ...ids]) {
        for (const q of ['', 'DOCUMENT  batch-1']) {
          const selection = { fy, quarter, kind, q }
          const found = findDocuments(all, selection)
          hits += found.length
          const expected = all.filter((document) => fits(document, [fy, quarter, kind, q]))
          if (found.map(({ slug }) => slug).join() !== expected.map(({ slug }) => slug).join())
            wrong.push(queryOf(selection))
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(hits).toBeGreaterThan(1_000)
  const [empty, wider] = [{ fy: years[0] ?? '', quarter: 'h1', kind: 'other', q: 'zebra' }, 'batch-1']
  expect(
    widerSelections(all, empty).every(
      ({ selection, count }) => findDocuments(all, selection).length === count && count > 0,
    ),
  ).toBe(true)
  expect(widerSelections(all, { ...empty, q: wider }).length).toBeGreaterThan(0)
})

test.each([
  [undefined, 1, 0, 50],
  ['2', 2, 50, 50],
  ['4', 4, 150, 50],
  ['99', 4, 150, 50],
  ['0', 1, 0, 50],
  ['-1', 1, 0, 50],
  ['1e9', 1, 0, 50],
])('page %s of 200 documents: page %d, from %d', (asked, page, first, count) => {
  const part = pageOfDocuments(all, asked ?? null)
  expect([part.page, part.first, part.documents.length]).toEqual([page, first, count])
  expect(part.documents[0]?.slug).toBe(`document-${first}`)
  expect([part.pageCount, part.total]).toEqual([4, 200])
})

test('no document: one empty page', () => {
  expect(pageOfDocuments([], '3')).toEqual({ documents: [], page: 1, pageCount: 1, first: 0, total: 0 })
})

test('words: accents, capitals and Devanagari', () => {
  const document = { ...registered(1), title: 'Résumé of the année · वार्षिक रिपोर्ट' }
  const finds = (q: string) => findDocuments([document], { fy: '', quarter: '', kind: '', q }).length === 1
  expect(['resume', 'ANNÉE', 'वार्षिक', ''].map(finds)).toEqual([true, true, true, true])
  expect(['लेखा', 'वर्ष', '.*', 'resume zebra'].map(finds)).toEqual([false, false, false, false])
})

test('other words: whole ones where they are short, and a word at the start of another does not count inside it', () => {
  const synonyms = synonymsOf([
    ['DRHP', 'draft red herring prospectus'],
    ['AGM', 'annual general meeting'],
    ['PE', 'polyethylene'],
  ])
  const finds = (title: string, q: string) =>
    findDocuments([{ ...registered(2), title }], { ...NOTHING_CHOSEN, q }, synonyms).length === 1
  expect(finds('Draft Red Herring Prospectus', 'drhp')).toBe(true)
  expect(finds('Draft of the prospectus', 'drhp')).toBe(false)
  expect(finds('Notice of the AGM 2026', 'annual general meeting')).toBe(true)
  expect(finds('Notice of the Annual-General Meetings', 'agm notice')).toBe(true)
  expect(finds('Report on performance', 'polyethylene')).toBe(false)
})

test('a year alone: the financial years that end or begin in it; without a period, the year of the day', () => {
  const report = { ...registered(1), title: 'Annual report', financialYear: '2025-26', period: 'year' as const }
  const policy = { ...report, title: 'Policy', financialYear: '', eventDay: '', date: '2026-05-01' }
  const found = (q: string) => findDocuments([report, policy], { ...NOTHING_CHOSEN, q }).map(({ title }) => title)
  expect(found('2026')).toEqual(['Annual report', 'Policy'])
  expect(found('2025')).toEqual(['Annual report'])
  expect(found('annual report 2026')).toEqual(['Annual report'])
  expect(['2024', '2027', 'policy 2025'].flatMap(found)).toEqual([])
})
