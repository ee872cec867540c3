import { expect, test } from 'vitest'
import { currentSite } from '#app/cms/site.server.ts'
import { listedRows } from '#app/cms/define/listed-rows.ts'
import { publishedReports } from '#app/site/sections/reports/published-reports.server.ts'
import { reports } from '#app/site/sections/reports/reports.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { setEntries } from '#test/set-entries.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { documentRegister } from './register.server.ts'

const site = await createTestSite()
const { content } = site
const shipped = listedRows(site, reports)
const register = () => currentSite().service(documentRegister)
const by = { author: 'asha', reason: 'Test' }

test('the shipped documents: all are there, newest first, each with a day', () => {
  const listed = register().listed()
  expect(listed).toHaveLength(66)
  const days = listed.map(({ date }) => date)
  expect(days).toEqual(days.toSorted().toReversed())
  expect(listed.filter(({ published }) => published.length !== 1)).toEqual([])
  const files = new Set(listed.flatMap(({ fileUrl }) => (fileUrl.startsWith('/') ? fileUrl : [])))
  expect(files.size).toBe(62)
  expect([...files].filter((file) => !site.media.documents.find(file.replace(/^\/(uploads\/)?/, '')))).toEqual([])
})

test('a report of the reports list: in the register with its year, its day and its fixed address', () => {
  expect(register().find('annual-report-2023-24')).toMatchObject({
    title: 'Annual Report 2023-24',
    kind: 'annual-report',
    financialYear: '2023-24',
    date: '2024-09-14',
    fileUrl: '/uploads/reports/annual-report-2023-24.pdf',
  })
})

test('a report that is added, changed and deleted: keeps its address; its files stay recorded', async () => {
  const report = { _id: 'x1', year: '2026', title: 'Annual Report', fileUrl: 'https://example.com/1.pdf', date: '' }
  await setEntries(content, reports, [report, ...shipped])
  expect(register().find('annual-report-2026')).toMatchObject({ financialYear: '2025-26', withdrawn: undefined })
  expect(register().find('annual-report-2026')?.date).toMatch(/^20\d\d-\d\d-\d\d$/)

  const changed = { ...report, year: '2025-26', fileUrl: 'https://example.com/2.pdf', date: '2026-09-01' }
  await setEntries(content, reports, [changed, ...shipped])
  expect(register().find('annual-report-2026')).toMatchObject({ title: 'Annual Report 2025-26', date: '2026-09-01' })
  expect(
    register()
      .find('annual-report-2026')
      ?.published.map(({ fileUrl }) => fileUrl),
  ).toEqual(['https://example.com/1.pdf', 'https://example.com/2.pdf'])

  await setEntries(content, reports, shipped)
  const deleted = register().find('annual-report-2026')
  expect(deleted?.withdrawn?.on).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(deleted?.published).toHaveLength(2)
  expect(
    register()
      .inList('annual-reports')
      .map(({ slug }) => slug),
  ).not.toContain('annual-report-2026')
})

test('a report that is deleted and added again: at the address of its year; back from the history, it gets another one', async () => {
  const [first, again] = ['/uploads/reports/x3.pdf', '/uploads/reports/x4.pdf'].map((fileUrl, at) => ({
    ...{ _id: `year-${at}`, year: '2028', title: 'Annual Report', date: '', fileUrl },
  }))
  if (!first || !again) throw new Error('Two reports are needed')
  const list = (listed: typeof shipped) => setEntries(content, reports, [...listed, ...shipped])
  const addresses = () => [first, again].map(({ _id }) => register().ofReport(_id)?.slug)
  const current = () => register().find('annual-report-2028')
  await list([first])
  await list([])
  await list([again])
  expect(current()).toMatchObject({ fileUrl: again.fileUrl, withdrawn: undefined })
  // Whoever has the address of the file that was deleted is still told so.
  expect(register().goneBecause('reports/x3.pdf')).toContain('/documents/annual-report-2028')

  await list([again, first])
  expect(addresses()).toEqual(['annual-report-2028-2', 'annual-report-2028'])
  await list([{ ...first, title: 'Corrected' }, again])
  expect(addresses()).toEqual(['annual-report-2028-2', 'annual-report-2028'])

  await list([first])
  expect(current()).toMatchObject({ fileUrl: again.fileUrl, withdrawn: { because: expect.any(String) } })
  expect(register().find('annual-report-2028-2')?.withdrawn).toBeUndefined()
})

test('a report whose addition was undone: as if it had not been public, but its file stays recorded', async () => {
  const report = { _id: 'x2', year: '2027', title: 'Annual Report', fileUrl: '/uploads/reports/x2.pdf', date: '' }
  await setEntries(content, reports, [report, ...shipped])
  expect(register().find('annual-report-2027')).toBeDefined()
  await setEntries(content, reports, shipped, { isUndo: true })
  expect(register().find('annual-report-2027')).toBeUndefined()
  expect(register().isWithheld('reports/x2.pdf')).toBe(true)
  expect(register().goneBecause('reports/x2.pdf')).toBeUndefined()
  expect(content.read(publishedReports).value.published.at(-1)?.fileUrl).toBe(report.fileUrl)
})

test('a withdrawn document: found by its address alone; its files are withheld unless another document has them', async () => {
  const section = documents.entry('group-companies-2024')
  const withdraw = (withdrawnBecause: string) =>
    content.update(section, { ...by, change: (now) => ({ ...now, withdrawnBecause }) })
  expect(register().isWithheld('documents/group-companies-2024.pdf')).toBe(false)
  await withdraw('A wrong figure')
  expect(register().find('group-companies-2024')?.withdrawn?.because).toBe('A wrong figure')
  expect(
    register()
      .listed()
      .map(({ slug }) => slug),
  ).not.toContain('group-companies-2024')
  expect(register().isWithheld('documents/group-companies-2024.pdf')).toBe(true)
  expect(register().isWithheld('documents/group-companies-2023.pdf')).toBe(false)

  const other = documents.entry('group-companies-2023')
  const { fileUrl } = content.read(section).value
  await content.update(other, { ...by, change: (now) => ({ ...now, fileUrl }) })
  expect(register().isWithheld('documents/group-companies-2024.pdf')).toBe(false)
  await withdraw('')
  expect(
    register()
      .listed()
      .map(({ slug }) => slug),
  ).toContain('group-companies-2024')
})

test('a hidden document: not in the register', async () => {
  const draft = {
    ...content.read(documents.entry('risk-management')).value,
    published: [],
    visibility: 'hidden' as const,
  }
  await content.update(documents.entry('draft-policy'), { ...by, change: () => draft, create: () => draft })
  expect(register().find('draft-policy')).toBeUndefined()
  expect(content.read(documents.entry('draft-policy')).value.published).toEqual([])
})
