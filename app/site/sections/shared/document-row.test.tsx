import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { DocumentCard, DocumentPageRow, DocumentRow } from './document-row.tsx'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { formatDay } from '#app/cms/platform/format/day.ts'

const documents = { '/uploads/reports/r.pdf': { bytes: 12_768, date: '2025-09-12' } }

test('a file that is not there: without a size', () => {
  renderInRouter(<DocumentRow href="/uploads/missing.pdf" title="Lost" date="2025-05-29" />)
  expect(link().textContent.replace(/\s+/g, ' ')).toBe('PDF Lost 29 May 2025 Download')
})

test('a document of ours: type, title, size from the file and the typed date; downloaded', () => {
  renderInRouter(
    <DocumentsProvider documents={documents}>
      <DocumentRow href="/uploads/reports/r.pdf" title="Annual Report" date="2025-09-15" />
    </DocumentsProvider>,
  )
  expect(link().textContent.replace(/\s+/g, ' ')).toBe('PDF Annual Report 13 kB 15 Sep 2025 Download')
  expect(link()).toHaveAttribute('download')
  expect(link()).not.toHaveAttribute('target')
})

test('a document of another site: External and the date of content; a new tab', () => {
  renderInRouter(<DocumentRow href="https://example.com/r.pdf" title="Results" date="2025-05-29" />)
  expect(link().textContent.replace(/\s+/g, ' ')).toBe('PDF Results External 29 May 2025 Opens in a new tab')
  expect(link()).toHaveAttribute('target', '_blank')
  expect(link()).not.toHaveAttribute('download')
})

test('a recording: its type, and played in place of a download', () => {
  renderInRouter(<DocumentRow href="/uploads/documents/call.mp3" title="Results call" date="2025-05-30" />)
  expect(link().textContent.replace(/\s+/g, ' ')).toBe('MP3 Results call 30 May 2025 Play')
  expect(link()).not.toHaveAttribute('download')
})

test('a document with a page: a link to it', () => {
  renderInRouter(<DocumentPageRow to="/investors/Drhp" title="Prospectus" date="2025-08-06" />)
  expect(link()).toHaveAttribute('href', '/investors/Drhp')
  expect(link().textContent.replace(/\s+/g, ' ')).toBe('Page Prospectus View page 6 Aug 2025 ')
})

test('card: says type, size and date once', () => {
  renderInRouter(
    <DocumentsProvider documents={documents}>
      <DocumentCard href="/uploads/reports/r.pdf" title="Report" date="2025-09-15" />
    </DocumentsProvider>,
  )
  expect(screen.getByRole('link', { name: 'Report PDF, 13 kB, 15 Sep 2025 Download' })).toHaveAttribute('download')
})

test('days: without leading noughts', () => {
  expect(formatDay('2025-08-06')).toBe('6 Aug 2025')
})

function link() {
  return screen.getByRole('link')
}
