import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ReportsDisclosure } from './reports-section.tsx'

const reports = [
  { _id: 'new', year: '2024-25', title: 'Annual Report', fileUrl: '/uploads/reports/r.pdf', date: '2025-09-12' },
  { _id: 'old', year: '2023-24', title: 'Annual Report', fileUrl: 'https://example.com/r.pdf', date: '' },
]

/** Addresses of the downloads that were started. */
const saved: string[] = []

beforeEach(() => {
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) saved.push(this.getAttribute('href') ?? '')
  })
})

test('no reports: says so', () => {
  renderInRouter(<ReportsDisclosure reports={[]} />)
  expect(screen.getByText('Nothing has been published here yet.')).toBeInTheDocument()
  expect(screen.queryByRole('list')).toBeNull()
})

test('a report: year as its heading, title, size and date; opens a new tab and is saved as well', () => {
  renderInRouter(
    <DocumentsProvider documents={{ '/uploads/reports/r.pdf': { bytes: 12_768, date: '1999-01-01' } }}>
      <ReportsDisclosure reports={reports} />
    </DocumentsProvider>,
  )
  const card = within(cards()[0] ?? document.body)
  expect(card.getByRole('heading', { hidden: true }).textContent).toBe('2024-25')
  expect(card.getByText(/PDF, 13 kB/).textContent).toBe('PDF, 13 kB12 Sep 2025')
  const link = card.getByRole('link', { name: /^Download Report/, hidden: true })
  expect(link).toHaveAttribute('target', '_blank')
  const followed = fireEvent.click(link)
  expect(followed, 'the link itself is followed').toBe(true)
  expect(saved).toEqual(['/uploads/reports/r.pdf'])
})

test('a report of another site: External, and not saved, for that would leave the page', () => {
  renderInRouter(<ReportsDisclosure reports={reports} />)
  const card = within(cards()[1] ?? document.body)
  expect(card.getByText('PDF, External')).toBeInTheDocument()
  fireEvent.click(card.getByRole('link', { hidden: true }))
  expect(saved).toEqual([])
})

function cards() {
  return screen.getAllByRole('listitem', { hidden: true })
}
