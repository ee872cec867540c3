import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { renderInRouter } from '#test/render-in-router.tsx'
import type { YearlyDocument } from '#app/site/sections/reports/yearly-document.ts'
import { reportForm } from '#app/site/sections/reports/reports.ts'
import { fieldLabels } from '#app/cms/define/walk-schema.ts'
import { reportFields, reportViews } from '#app/site/sections/reports/report-list.tsx'
import { EntryViewsProvider, type EditedEntry } from '#app/cms/editing/entries/entry-views.tsx'
import { EntryRows, type EditedRow, type RowList } from './entry-rows.tsx'

beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined
})

test('no report: says what to do', () => {
  show(0)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getByText('No reports yet').parentElement).toHaveTextContent(/Add the first report and its PDF/)
})

test('a report whose file is not there, and one of another site: said so, no size', () => {
  show(2, undefined, {}, (report, index) => (index === 1 ? { ...report, fileUrl: 'https://example.com/r' } : report))
  const [, missing, foreign] = screen.getAllByRole('row')
  if (!missing || !foreign) throw new Error('Rows are missing')
  expect(missing).toHaveTextContent('File missing')
  expect(foreign).not.toHaveTextContent('File missing')
  expect(within(foreign).getByRole('link', { name: /example\.com/ })).toHaveAttribute('href', 'https://example.com/r')
})

test.each([1, 200])('%i reports: one row each, with Edit and Delete of its own', (count) => {
  const { container } = show(count)
  const headings = [...container.querySelectorAll('thead th')].map(({ textContent }) => textContent)
  expect(headings).toEqual(['Year', 'Title', 'Action'])
  const rows = container.querySelectorAll<HTMLElement>('tbody tr')
  expect(rows).toHaveLength(count)
  const last = within(rows.item(count - 1))
  const name = `report ${2100 - count + 1}`
  expect(last.getByRole('link', { name: `Edit ${name}` })).toHaveAttribute('href', `/admin/reports?edit=r${count - 1}`)
  expect(last.getByRole('link', { name: `Delete ${name}` })).toHaveAttribute(
    'href',
    `/admin/reports?delete=r${count - 1}`,
  )
})

test('a row in edit mode: year and title filled in, no file chosen, the current one named with its size', () => {
  show(3, 1, { '/uploads/reports/r1.pdf': { bytes: 6_400_000, date: '2026-01-01' } })
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['2100', '2098'])
  expect(screen.getByLabelText(/^Year/)).toHaveValue('2099')
  expect(screen.getByLabelText(/^Year/)).toHaveFocus()
  expect(screen.getByLabelText(/^Title/)).toHaveValue('Report 1')
  expect(screen.getByLabelText(/^PDF/)).toHaveValue('/uploads/reports/r1.pdf')
  expect(screen.getByLabelText<HTMLInputElement>('Replace PDF').files).toHaveLength(0)
  expect(screen.getByRole('link', { name: /^r1\.pdf/ }).parentElement).toHaveTextContent(
    /Current file r1\.pdf.*, 6\.4 MB/,
  )
  expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/admin/reports')
})

test('a report to be added: on top; Save without a PDF asks for one', async () => {
  show(1, 'new')
  await userEvent.type(screen.getByLabelText(/^Year/), '2101')
  await userEvent.type(screen.getByLabelText(/^Title/), 'Report')
  await vi.dynamicImportSettled()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByLabelText(/^PDF/)).toHaveAccessibleDescription(/Choose a PDF/)
  expect(screen.getAllByRole('rowheader')).toHaveLength(1)
})

test('a PDF that is too large: turned away before it is sent', async () => {
  show(1, 0)
  const file = new File(['%PDF-'], 'big.pdf', { type: 'application/pdf' })
  Object.defineProperty(file, 'size', { value: FILE_KINDS.pdf.maxBytes + 1 })
  const input = screen.getByLabelText<HTMLInputElement>('Replace PDF')
  await userEvent.upload(input, file)
  expect(screen.getByText(/“big\.pdf” is 41\.9 MB\. The limit is 40 MB/)).toBeVisible()
  expect(input.files).toHaveLength(0)
  expect(screen.getByText(/^Current file/)).toBeVisible()
})

function show(
  count: number,
  edited?: number | 'new',
  documents = {},
  change: (report: YearlyDocument, index: number) => YearlyDocument = (report) => report,
) {
  const reports = Array.from({ length: count }, (_, index) =>
    change(
      {
        _id: `r${index}`,
        year: String(2100 - index),
        title: `Report ${index}`,
        fileUrl: `/uploads/reports/r${index}.pdf`,
        date: '',
      },
      index,
    ),
  )
  return renderInRouter(
    <StoredFilesProvider documents={documents} missing={['/uploads/reports/r0.pdf']}>
      <EntryViewsProvider views={reportViews} fields={reportFields}>
        <EntryRows
          list={LIST}
          entries={reports}
          version="v1"
          changes={{}}
          editing={edited === undefined ? undefined : editing(edited === 'new' ? { _id: 'added' } : reports[edited])}
          place={{ isDraft: false, mayPublish: true }}
        />
      </EntryViewsProvider>
    </StoredFilesProvider>,
  )
}

const LIST: RowList = {
  id: 'reports',
  editsIn: 'row',
  search: '',
  page: '/investors#reports',
  noun: 'report',
  failedMessage: 'Failed to update reports',
  labels: fieldLabels(reportForm),
  isOrderedByStaff: false,
}

function editing(entry: EditedEntry | undefined): EditedRow {
  if (!entry) throw new Error('There is no such report')
  return { editId: entry._id, entry, reply: undefined, isDeleted: false }
}
