import { expect, test } from 'vitest'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { DOCUMENT_KINDS, KIND_IDS, kindOf } from './document-kinds.ts'
import { completeDocument, documentKeptBecause, issuesOfDocument } from './document-rules.ts'
import type { DocumentContent } from './document-schema.ts'
import { documents } from './documents.ts'
import {
  financialYearOf,
  firstDayOf,
  isFinancialYear,
  periodLabel,
  quarterOf,
  type Period,
} from './financial-period.ts'

const DAY = 24 * 60 * 60_000
const since = '2026-05-29T10:00:00Z'
const fileUrl = '/uploads/documents/results.pdf'
const results = document({ kind: 'financial-results', financialYear: '2025-26', date: '2026-05-29' })
const published: DocumentContent = { ...results, published: [{ fileUrl, since, name: '' }] }

function document(fields: Partial<DocumentContent>): DocumentContent {
  return documents.schema.parse({ title: 'Results', date: '2026-05-29', fileUrl, ...fields })
}

const pathsOf = (next: Partial<DocumentContent>, before?: DocumentContent) =>
  issuesOfDocument({ ...(before ?? results), ...next }, before).map(({ path }) => path)

test('every kind: in a group, with a period of keeping; a page is one of the site', () => {
  for (const kind of KIND_IDS) {
    const { label, group, keepYears } = kindOf(kind)
    expect([label, group].every(Boolean), kind).toBe(true)
    expect(keepYears === 'always' || keepYears >= 5, kind).toBe(true)
  }
  expect(new Set(KIND_IDS.map((kind) => kindOf(kind).label)).size).toBe(Object.keys(DOCUMENT_KINDS).length)
})

test.each(['2024', '2024-26', '24-25', '2024-2025', '2199-00', ''])('%j: no financial year', (text) => {
  expect(isFinancialYear(text)).toBe(false)
})

test.each([
  ['2024-03-31', '2023-24', 'q4'],
  ['2024-04-01', '2024-25', 'q1'],
  ['2024-12-31', '2024-25', 'q3'],
  ['2099-12-31', '2099-00', 'q3'],
])('%s: in the financial year %s and in %s', (day, year, quarter) => {
  expect([financialYearOf(day), quarterOf(day)]).toEqual([year, quarter])
  expect(isFinancialYear(year)).toBe(true)
})

test.each<[Period, string, string]>([
  ['year', '2024-04-01', 'FY 2024-25'],
  ['q1', '2024-04-01', 'Q1 FY 2024-25'],
  ['q2', '2024-07-01', 'Q2 FY 2024-25'],
  ['q3', '2024-10-01', 'Q3 FY 2024-25'],
  ['q4', '2025-01-01', 'Q4 FY 2024-25'],
  ['h2', '2024-10-01', 'H2 FY 2024-25'],
])('%s: begins on %s and is called %s', (period, day, label) => {
  expect([firstDayOf('2024-25', period), periodLabel('2024-25', period)]).toEqual([day, label])
})

test('a document without the period that its kind asks for: refused at the field', () => {
  expect(pathsOf({ financialYear: '' })).toEqual(['financialYear'])
  expect(pathsOf({ kind: 'annual-return', period: 'q1' })).toEqual(['period'])
  expect(pathsOf({ kind: 'analyst-meet' })).toEqual(['eventDay'])
  expect(pathsOf({ kind: 'policy', financialYear: '' })).toEqual([])
})

test('a recording in place of a PDF: only where the kind is one', () => {
  const recording = '/uploads/documents/call.mp3'
  expect(pathsOf({ fileUrl: recording })).toEqual(['fileUrl'])
  expect(pathsOf({ kind: 'call-recording', fileUrl: recording })).toEqual([])
  expect(pathsOf({ kind: 'offer-film', financialYear: '', fileUrl: '/uploads/documents/film.mp4' })).toEqual([])
  expect(() => document({ kind: 'call-recording', fileUrl: '/uploads/documents/call.xlsx' })).toThrow('PDF')
})

test('a date before the period that it is for: refused', () => {
  const notice = { kind: 'results-notice', period: 'q3' } as const
  expect(pathsOf({ ...notice, date: '2025-09-30' })).toEqual(['date'])
  expect(pathsOf({ ...notice, date: '2025-10-01' })).toEqual([])
})

test.each<[DocumentContent['kind'], Period, string]>([
  ['financial-results', 'q3', '2025-12-31'],
  ['deviation-statement', 'q3', '2025-12-31'],
  ['shareholding-pattern', 'h1', '2025-09-30'],
  ['annual-return', 'year', '2026-03-31'],
])('%s of %s: refused before the last day of the period, with that day', (kind, period, lastDay) => {
  const before = new Date(Date.parse(lastDay) - DAY).toISOString().slice(0, 10)
  expect(pathsOf({ kind, period, date: lastDay })).toEqual([])
  const [issue, ...others] = issuesOfDocument({ ...results, kind, period, date: before }, undefined)
  expect(others).toEqual([])
  expect(issue).toMatchObject({ path: 'date' })
  expect(issue?.message).toContain(`ends on ${formatDay(lastDay)}, so the `)
  // A document of an earlier release keeps its date while something else is corrected.
  const earlier = { ...results, kind, period, date: before }
  expect(pathsOf({ title: 'Corrected' }, earlier)).toEqual([])
  expect(pathsOf({ date: '2025-07-02' }, earlier)).not.toEqual([])
})

test('a document that was public: is not hidden, keeps its address and its period of keeping', () => {
  expect(pathsOf({ visibility: 'hidden' }, published)).toEqual(['visibility'])
  expect(pathsOf({ address: 'other' }, published)).toEqual(['address'])
  expect(pathsOf({ kind: 'shareholding-pattern' }, { ...published, kind: 'annual-return' })).toEqual(['kind'])
  expect(pathsOf({ visibility: 'hidden', address: 'other', kind: 'policy' }, results)).toEqual([])
})

test.each(['soon', '2026-02-30', '2026-13-01T00:00:00Z', '9'.repeat(30)])(
  'a file edited by hand says that a file is public since %s: refused, so that no page counts with it',
  (moment) => {
    const edited = { ...published, published: [{ fileUrl, since: moment, name: '' }] }
    expect(documents.schema.safeParse(published).success).toBe(true)
    expect(documents.schema.safeParse(edited).success).toBe(false)
  },
)

test('published: each file with the moment, also the further ones; typed records are ignored', () => {
  const files = [{ _id: 'a', title: 'Press release', fileUrl: '/uploads/documents/release.pdf' }]
  const forged = [{ fileUrl: 'x', since: '1999-01-01T00:00:00Z', name: '' }]
  const first = completeDocument({ ...results, files, published: forged }, undefined, new Date(since))
  expect(first.published).toEqual([
    { fileUrl, since, name: '' },
    { fileUrl: files[0]?.fileUrl, since, name: 'Press release' },
  ])
  const replaced = completeDocument(
    { ...first, fileUrl: '/new.pdf', files: [] },
    first,
    new Date('2026-06-01T10:00:00Z'),
  )
  expect(replaced.published).toEqual([
    ...first.published,
    { fileUrl: '/new.pdf', since: '2026-06-01T10:00:00Z', name: '' },
  ])
})

test('a file that is current again after another one: recorded again; one that is withdrawn for a while: not', () => {
  const other = completeDocument({ ...published, fileUrl: '/new.pdf' }, published, new Date('2026-06-01T10:00:00Z'))
  const again = completeDocument({ ...other, fileUrl }, other, new Date('2026-06-02T10:00:00Z'))
  expect(again.published.map((file) => [file.fileUrl, file.since])).toEqual([
    [fileUrl, since],
    ['/new.pdf', '2026-06-01T10:00:00Z'],
    [fileUrl, '2026-06-02T10:00:00Z'],
  ])
  const withdrawn = completeDocument({ ...again, withdrawnBecause: 'A typo' }, again, new Date('2026-06-03T10:00:00Z'))
  const back = completeDocument({ ...withdrawn, withdrawnBecause: '' }, withdrawn, new Date('2026-06-04T10:00:00Z'))
  expect(back.published).toEqual(again.published)
})

test('hidden: nothing is recorded', () => {
  expect(completeDocument({ ...results, visibility: 'hidden' }, undefined, new Date(since)).published).toEqual([])
})

test('withdrawn: since the day in India; whether lists have it stays as it was, also when the withdrawal ends', () => {
  const reason = { withdrawnBecause: 'A wrong figure' }
  const unlisted = { ...published, visibility: 'unlisted' as const }
  const withdrawn = completeDocument({ ...unlisted, ...reason }, unlisted, new Date('2026-06-01T20:00:00Z'))
  expect(withdrawn).toMatchObject({ withdrawnOn: '2026-06-02', visibility: 'unlisted', published: published.published })
  const later = completeDocument({ ...withdrawn, title: 'Typo' }, withdrawn, new Date('2026-06-09T20:00:00Z'))
  expect(later.withdrawnOn).toBe('2026-06-02')
  const back = completeDocument({ ...withdrawn, withdrawnBecause: '' }, withdrawn, new Date('2026-06-10T20:00:00Z'))
  expect(back).toMatchObject({ withdrawnOn: '', visibility: 'unlisted' })
})

test('deletion: refused until five years after the last file was first public, and the reason says the day', () => {
  const end = Date.parse('2031-05-29T10:00:00Z')
  expect(documentKeptBecause(published, new Date(end - DAY))).toBe(
    '“Results” was public and has to be kept until 29 May 2031, so it cannot be deleted. Withdraw it instead: enter the reason in its form.',
  )
  expect(documentKeptBecause(published, new Date(end + DAY))).toBeUndefined()
  const replaced = [...published.published, { fileUrl: '/new.pdf', since: '2027-02-28T10:00:00Z', name: '' }]
  expect(documentKeptBecause({ ...published, published: replaced }, new Date(end + DAY))).toContain('28 Feb 2032')
})

test('deletion: free if it was never public, never if its kind is kept for ever', () => {
  expect(documentKeptBecause(results, new Date(since))).toBeUndefined()
  const constitution = { ...published, kind: 'constitution' as const }
  expect(documentKeptBecause(constitution, new Date('2126-01-01'))).toContain('is kept for ever')
})

test('two captions of a film in one language: refused, unless they were public before', () => {
  const file = (name: string, language: string) => ({
    _id: name,
    title: name,
    fileUrl: `/uploads/videos/${name}`,
    language,
  })
  const film = { title: 'Call', language: 'en', fileUrl: '/uploads/videos/call.mp4' }
  const one = [file('en.vtt', ''), file('hi.vtt', 'hi')]
  const twice = [...one, file('more.vtt', 'en')]
  expect(pathsOf({ ...film, files: one })).not.toContain('files.1.language')
  expect(pathsOf({ ...film, files: twice })).toContain('files.2.language')
  // Those of another film are apart.
  expect(pathsOf({ ...film, files: [...one, file('second.mp4', ''), file('second.vtt', 'hi')] })).not.toContain(
    'files.3.language',
  )
  const before = { ...published, ...film, files: twice }
  expect(pathsOf({ withdrawnBecause: 'Wrong' }, before)).not.toContain('files.2.language')
})
