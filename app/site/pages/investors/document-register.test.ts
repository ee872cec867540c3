import { expect, test } from 'vitest'
import { documents } from '#app/site/collections/documents/documents.ts'
import { queryOf } from '#app/site/addresses/document-selection.ts'
import * as csv from '#app/site/feeds/documents-csv.tsx'
import * as json from '#app/site/feeds/documents-json.tsx'
import { createTestSite } from '#test/create-test-site.ts'
import { inPieces } from '#test/temporary-images.ts'
import { loader } from './document-register.tsx'

const { content, media } = await createTestSite()
const by = { author: 'asha', reason: 'Test' }
const request = (query = '') => ({ request: new Request(`http://localhost/investors/documents${query}`) })
const visit = (query = '') => loader(request(query))

const read = async (query = '') =>
  (await json.loader(request(query)).json()) as { total: number; documents: Record<string, unknown>[] }

const edit = (key: string, change: Partial<(typeof documents.schema)['_output']>) =>
  content.update(documents.entry(key), { ...by, change: (now) => ({ ...now, ...change }) })

test('all documents: newest first, with kind, period, language, size, pages and the typed day', () => {
  const { rows, part, ofAll, none } = visit('?page=1')
  expect(none).toBeUndefined()
  expect(part).toEqual({ page: 1, pageCount: 2, first: 0, total: 66 })
  expect(ofAll).toBe(66)
  const all = [...rows, ...visit('?page=2').rows]
  const days = all.map(({ date }) => date)
  expect(days).toEqual(days.toSorted().toReversed())
  expect(all.find(({ slug }) => slug === 'annual-report-2023-24')).toMatchObject({
    ...{ title: 'Annual Report 2023-24', kind: 'Annual report', period: 'FY 2023-24', language: 'English' },
    ...{ date: '2024-09-14', page: undefined, earlier: [] },
    file: { type: 'PDF', isOurs: true, bytes: expect.any(Number) as number, pages: expect.any(Number) as number },
  })
  expect(all.find(({ slug }) => slug === 'draft-red-herring-prospectus')?.page).toBe('/investors/Drhp')
  expect(all.find(({ slug }) => slug === 'financial-results-2024-25')?.file).toEqual({ type: 'PDF', isOurs: false })
})

test('without a selection: the newest of each group, and how many there are; all of them at the address of the group', () => {
  const { groups, rows } = visit()
  expect(rows).toEqual([])
  expect(groups.map(({ label }) => label).slice(0, 4)).toEqual(['Offer', 'Results', 'Reports and accounts', 'Policies'])
  const policies = groups.find(({ id }) => id === 'policies')
  expect(policies?.rows).toHaveLength(3)
  const all = visit('?kind=policies')
  expect(all.groups).toEqual([])
  expect(all.part?.total).toBe(policies?.total)
  expect(all.rows.slice(0, 3)).toEqual(policies?.rows)
  expect(all.choices.kinds.find(({ group }) => group === 'Policies')?.id).toBe('policies')
  expect(groups.reduce((sum, { total }) => sum + total, 0)).toBe(visit('?page=1').part?.total)
})

test('the checksum: the SHA-256 of the file, as soon as it is recorded', async () => {
  expect(visit('?q=risk').rows[0]?.file?.sha256).toBeUndefined()
  let news = 0
  media.hashes.subscribe(() => (news += 1))
  media.hashes.start()
  await media.hashes.whenIdle()
  expect(news).toBe(1)
  const rows = visit('?page=1').rows.filter(({ file }) => file?.isOurs)
  expect(rows.length).toBeGreaterThan(30)
  for (const { file } of rows) expect(file?.sha256).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  ['?fy=2023-24&kind=annual-return', ['annual-return-2023-24']],
  ['?q=RISK+policy', ['risk-management']],
  ['?q=mgt+7+fy+2022-23', ['annual-return-2022-23']],
  // The day of its disclosure decides for a document without a period.
  ['?kind=drhp&fy=2025-26&quarter=q2', ['draft-red-herring-prospectus']],
  ['?kind=drhp&fy=2024-25', []],
])('%s: %j', (query, slugs) => {
  expect(visit(query).rows.map(({ slug }) => slug)).toEqual(slugs)
})

test('the words of the site search: short names of documents, and a year alone', () => {
  const slugs = (q: string) => visit(`?q=${q}`).rows.map(({ slug }) => slug)
  expect(slugs('DRHP')).toContain('draft-red-herring-prospectus')
  expect(slugs('rhp')).toContain('draft-red-herring-prospectus')
  expect(slugs('annual+report+2024')).toEqual(
    expect.arrayContaining(['annual-report-2023-24', 'annual-report-2024-25']),
  )
  expect(slugs('annual+report+2024')).not.toContain('annual-report-2022-23')
})

test('nothing fits: says for what, and leads to selections that find something', () => {
  const { none, words, rows } = visit('?fy=2019-20&kind=annual-return&q=zebra')
  expect(rows).toEqual([])
  expect(words).toBe('year 2019-20, type “Annual return (MGT 7)” and “zebra”')
  expect(none?.wider).toEqual([
    {
      selection: { fy: '2019-20', quarter: '', kind: 'annual-return', q: '' },
      words: 'year 2019-20 and type “Annual return (MGT 7)”',
      count: 1,
    },
  ])
  for (const { selection, count } of none?.wider ?? []) expect(visit(queryOf(selection)).part?.total).toBe(count)
  const newest = visit('?page=1').rows.slice(0, 3)
  expect(none?.rows).toEqual(newest)
  expect(none?.contact?.title).toMatch(/Compliance Officer/)
  // No part of it can be left out: each value alone.
  const far = visit('?fy=2019-20&kind=drhp&q=zebra')
  expect(far.none?.wider.map(({ words }) => words)).toEqual(['year 2019-20', 'type “Draft Red Herring Prospectus”'])
})

test.each(['?kind=none', '?fy=%00', '?quarter=constructor', `?q=${'x'.repeat(5000)}`])(
  'a value that no document has, %.20s: finds nothing, and stays in the form',
  (query) => {
    const { none, selection, choices } = visit(query)
    expect(none?.wider).toEqual([])
    expect(
      Object.values(selection)
        .filter((value) => value !== '')
        .every((value) => value.length <= 100),
    ).toBe(true)
    if (selection.kind)
      expect(choices.kinds.at(-1)).toEqual({ group: 'Unknown', kinds: [{ id: 'none', label: 'none' }] })
  },
)

test('a withdrawn document: in the list with the reason and the day, and nothing leads to its bytes', async () => {
  await edit('group-companies-2023', { withdrawnBecause: 'A wrong figure' })
  const row = visit('?kind=group-accounts').rows.find(({ slug }) => slug === 'group-companies-2023')
  expect(row).toMatchObject({ withdrawn: { because: 'A wrong figure' }, file: undefined, files: [], earlier: [] })
  expect(JSON.stringify(row)).not.toContain('.pdf')
  const exported = (await read('?kind=group-accounts')).documents.find(({ withdrawn }) => withdrawn)
  expect(exported).toMatchObject({
    withdrawn: { reason: 'A wrong figure', on: expect.stringMatching(/^20/) as string },
  })
  expect(JSON.stringify(exported)).not.toContain('.pdf')
  await edit('group-companies-2023', { withdrawnBecause: '' })
})

test('an unlisted document, also a withdrawn one: not in the register', async () => {
  await edit('whistle-blower', { visibility: 'unlisted' })
  await edit('whistle-blower', { withdrawnBecause: 'A typo' })
  expect(visit('?kind=whistle-blower').part?.total).toBe(0)
  await edit('whistle-blower', { withdrawnBecause: '', visibility: 'listed' })
})

test('a replaced document: since when the file is public, and which files it replaces', async () => {
  const before = visit('?kind=risk-management').rows
  expect(before).toEqual([])
  const [row] = visit('?q=risk+management').rows
  expect(row?.earlier).toEqual([])
  await edit('risk-management', { fileUrl: '/policies/code-of-conduct.pdf' })
  const [replaced] = visit('?q=risk+management').rows
  expect(replaced?.earlier).toEqual([{ since: row?.since, until: replaced?.since, sha256: row?.file?.sha256 }])
  expect(replaced?.slug).toBe(row?.slug)
})

test('a document that visitors get only after a confirmation: its page is the link, also of its further files', async () => {
  const files = [
    { _id: 'a', title: 'As a table', fileUrl: '/uploads/documents/group-companies-2024.pdf', language: '' },
    { _id: 'b', title: 'Elsewhere', fileUrl: 'https://example.com/rhp.pdf', language: '' },
  ]
  await edit('group-companies-2025', { kind: 'rhp', financialYear: '', files })
  const [row] = visit('?kind=rhp').rows
  expect(row?.page).toBe('/documents/group-companies-2025')
  const page = '/documents/group-companies-2025?file=documents%2Fgroup-companies-2024.pdf'
  expect(row?.files.map(({ href }) => href)).toEqual([page])
  const [exported] = (await read('?kind=rhp')).documents
  expect(exported?.['furtherFiles']).toEqual([
    expect.objectContaining({ address: expect.stringContaining(page) as string }),
  ])
})

test('a further file of another kind: its type and size on the page, and in the data', async () => {
  const table = inPieces(Buffer.from('Year,Revenue\n2025-26,1234\n'))
  const fileUrl = await media.staged.store(table, 'Key figures.csv', { accepts: 'csv', folder: 'documents' }, 'asha')
  await edit('whistle-blower', { files: [{ _id: 'table', title: 'Key figures', fileUrl, language: '' }] })
  const [row] = visit('?kind=whistle-blower').rows
  expect(row?.files).toMatchObject([{ title: 'Key figures', type: 'CSV', bytes: 26, isOurs: true, href: fileUrl }])
  const [exported] = (await read('?kind=whistle-blower')).documents
  expect(exported?.['furtherFiles']).toMatchObject([{ title: 'Key figures', bytes: 26 }])
  await edit('whistle-blower', { files: [] })
})

test('as CSV and JSON: the same selection, with names that caches and programs understand; a formula is text', async () => {
  const query = '?fy=2023-24&q=annual'
  const { total, documents: exported } = await read(query)
  expect(total).toBe(visit(query).part?.total)
  expect(exported[0]).toMatchObject({
    kind: { id: expect.any(String) as string, name: expect.any(String) as string },
    address: expect.stringMatching(/^https?:\/\/.+\/documents\/annual-/) as string,
    disclosedOn: expect.stringMatching(/^20\d\d-/) as string,
  })
  await edit('risk-management', { title: '=HYPERLINK("https://example.com")' })
  const response = csv.loader(request('?q=hyperlink'))
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="documents.csv"',
    'cache-control': 'public, max-age=0, must-revalidate',
  })
  const [head = '', row = '', end] = Buffer.from(await response.arrayBuffer())
    .toString()
    .split('\r\n')
  expect(head.startsWith('\uFEFF"Title","Kind",')).toBe(true)
  expect(row.startsWith(`"'=HYPERLINK(""https://example.com"")","Other policy",`)).toBe(true)
  expect(row.split('","')).toHaveLength(head.split('","').length)
  expect(end).toBe('')
  expect(json.loader(request()).headers.get('Content-Type')).toBe('application/json; charset=utf-8')
})

test('the parts of a selection: each with the address without it; a part alone has none', () => {
  expect(visit('?fy=2025-26&kind=financial-results').chosen).toEqual([
    { words: 'year 2025-26', href: '/investors/documents?kind=financial-results#documents' },
    { words: 'type “Financial results”', href: '/investors/documents?fy=2025-26#documents' },
  ])
  expect(visit('?fy=2025-26').chosen).toEqual([])
})
