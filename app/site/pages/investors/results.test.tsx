import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { documents } from '#app/site/collections/documents/documents.ts'
import { ResultsTable } from '#app/site/sections/document-register/results-table.tsx'
import { keyFigures } from '#app/site/sections/key-figures/key-figures.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { renderInRouter } from '#test/render-in-router.tsx'
import { loader } from './results.tsx'

const { content } = await createTestSite()
const by = { author: 'asha', reason: 'Test' }

const recording = documents.schema.parse({
  title: 'Recording of the call, quarter 1, 2025-26',
  kind: 'call-recording',
  financialYear: '2027-28',
  period: 'q1',
  date: '2027-08-14',
  fileUrl: '/policies/risk-management.pdf',
})

const years = () => loader().years.map(({ financialYear }) => financialYear)

test('a document of the register: in the results centre at once, and out of it once it is withdrawn', async () => {
  const section = documents.entry('recording')
  expect(years()).toEqual(['2026-27', '2025-26', '2024-25', '2023-24', '2022-23'])
  await content.update(section, { ...by, change: () => recording, create: () => recording })
  expect(years()).toEqual(['2027-28', '2026-27', '2025-26', '2024-25', '2023-24', '2022-23'])
  expect(Object.keys(loader().documents)).toContain(recording.fileUrl)
  await content.update(section, { ...by, change: (now) => ({ ...now, withdrawnBecause: 'Wrong file' }) })
  expect(years()).toEqual(['2026-27', '2025-26', '2024-25', '2023-24', '2022-23'])
})

test('the head: the results that were disclosed last, and the next date of the calendar', async () => {
  const calendar = [{ _id: 'one', date: '2099-01-28', title: 'Results' }]
  await content.update(keyFigures, { ...by, change: (now) => ({ ...now, calendar }) })
  expect(loader()).toMatchObject({
    latest: { title: 'Financial results, quarter 2, 2026-27', date: '2026-11-11' },
    next: { date: '2099-01-28', title: 'Results' },
  })
  const late = { ...recording, title: 'Late results', kind: 'financial-results' as const, financialYear: '2023-24' }
  await content.update(documents.entry('late'), { ...by, change: () => late, create: () => late })
  expect(loader().latest).toEqual({ title: 'Late results', fileUrl: late.fileUrl, date: late.date })
  await content.update(keyFigures, { ...by, change: (now) => ({ ...now, calendar: [] }) })
  expect(loader().next).toBeUndefined()
})

test('the table: a column for each kind there is; files with title, size and day; an empty cell says “None”', () => {
  const cell = {
    slug: 'a',
    title: 'Results of the quarter',
    fileUrl: '/uploads/a.pdf',
    date: '2025-08-14',
    language: 'en',
  }
  const year = { financialYear: '2025-26' }
  const periods = [
    {
      ...year,
      period: 'q2' as const,
      documents: { 'call-recording': [{ ...cell, files: [] }], 'call-invitation': [] },
    },
    { ...year, period: 'q1' as const, documents: { 'financial-results': [{ ...cell, files: [] }] } },
  ]
  renderInRouter(
    <DocumentsProvider documents={{ '/uploads/a.pdf': { bytes: 2048 } }}>
      <ResultsTable years={[{ ...year, periods }]} />
    </DocumentsProvider>,
  )
  const columns = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(columns).toEqual(['Period', 'Results', 'Also published'])
  const row = within(screen.getByRole('row', { name: /^Quarter 1 2025-26/ }))
  const [results, recorded] = row.getAllByRole('cell')
  expect(recorded).toHaveTextContent('None')
  expect(row.getByRole('link', { name: /^Results of the quarter.*PDF.*2/ })).toHaveAttribute('href', '/uploads/a.pdf')
  expect(within(results ?? document.body).getByText('14 Aug 2025')).toHaveAttribute('datetime', '2025-08-14')
})

test('several files in a cell: each with its title, its kind and its language; titles are shown where the types are equal', () => {
  const cell = {
    ...{ slug: 'a', title: 'Transcript', fileUrl: 'https://example.com/a', date: '2025-08-14', language: 'hi' },
    files: [
      { title: 'Figures', fileUrl: '/uploads/documents/figures.xlsx' },
      { title: 'Questions', fileUrl: '/uploads/documents/questions.pdf' },
      { title: 'Answers', fileUrl: '/uploads/documents/answers.pdf' },
    ],
  }
  const periods = [{ financialYear: '2025-26', period: 'q1' as const, documents: { 'call-transcript': [cell] } }]
  renderInRouter(<ResultsTable years={[{ financialYear: '2025-26', periods }]} />)
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Transcript, Page, external , opens in a new tab',
    'Figures, XLSX',
    'Questions, PDF',
    'Answers, PDF',
  ])
  const isShown = (title: string) => !screen.getByText(`${title},`).classList.contains('visually-hidden')
  expect(['Figures', 'Questions', 'Answers'].filter(isShown)).toEqual(['Questions', 'Answers'])
  expect(screen.getByText(/^Hindi,/)).toBeVisible()
})

test('notice and outcome of a board meeting: in one cell, each with its name', () => {
  const meeting = (title: string) => ({
    ...{ slug: title, title, fileUrl: '/uploads/a.pdf', date: '2025-08-14', language: 'en', files: [] },
  })
  const documentsOfPeriod = {
    'results-notice': [meeting('Notice of the meeting on 14 August')],
    'board-outcome': [meeting('Decisions of 14 August')],
  }
  const periods = [{ financialYear: '2025-26', period: 'q1' as const, documents: documentsOfPeriod }]
  renderInRouter(<ResultsTable years={[{ financialYear: '2025-26', periods }]} />)
  const [cell] = within(screen.getByRole('row', { name: /^Quarter 1 2025-26/ })).getAllByRole('cell')
  expect(
    within(cell ?? document.body)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Meeting noticeNotice of the meeting on 14 August, PDF14 Aug 2025',
    'Meeting outcomeDecisions of 14 August, PDF14 Aug 2025',
  ])
})
