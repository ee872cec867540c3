import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedDocument, OfferDocument } from '#app/site/sections/document-register/listed-document.ts'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { renderInRouter } from '#test/render-in-router.tsx'
import {
  FinancialHighlightsDisclosure,
  FinancialResultsDisclosure,
  GovernanceDisclosure,
  InvestorGrievanceDisclosure,
  ManagementDisclosure,
  MaterialContractsDisclosure,
  OfferDocumentsDisclosure,
} from './investors-page.tsx'

const NOTHING = 'Nothing has been published here yet.'
const noDocuments = { annualReports: [], annualReturns: [], materialCreditors: [], groupCompanies: [] }

test('content that could not be read: its fold is left out, Financial Highlights keeps its headings', () => {
  renderInRouter(
    <>
      <FinancialHighlightsDisclosure {...noDocuments} />
      <ManagementDisclosure management={undefined} committees={[]} />
      <InvestorGrievanceDisclosure investors={undefined} />
    </>,
  )
  expect(headings(2)).toEqual(['Financial Highlights'])
  expect(headings(3)).toEqual([
    'Annual Reports',
    'Annual Returns (MGT 7)',
    'Material Creditors',
    'Financial Statements of Group Companies',
  ])
})

test('nothing published: each list says so, and the fold that it is empty', () => {
  renderInRouter(
    <>
      <FinancialResultsDisclosure ofYears={[]} ofQuarters={[]} />
      <OfferDocumentsDisclosure documents={[]} />
      <GovernanceDisclosure policies={[]} />
    </>,
  )
  expect(screen.getAllByText(NOTHING)).toHaveLength(3)
  expect(screen.getAllByText('No documents yet')).toHaveLength(2)
  expect(screen.getByText('No policies yet')).toBeInTheDocument()
})

test('results of quarters: below a heading of their own, after those of years', () => {
  const { unmount } = renderInRouter(<FinancialResultsDisclosure ofYears={[document('Year')]} ofQuarters={[]} />)
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
  unmount()
  renderInRouter(<FinancialResultsDisclosure ofYears={[document('Year')]} ofQuarters={[document('Quarter 3')]} />)
  expect(headings(3)).toEqual(['Years', 'Quarters'])
  expect(titles()).toEqual(['Year', 'Quarter 3'])
  expect(screen.getByText('2 documents')).toBeVisible()
})

test('material creditors and contracts: listed where staff have added them', () => {
  renderInRouter(
    <>
      <FinancialHighlightsDisclosure {...noDocuments} materialCreditors={[document('List of material creditors')]} />
      <MaterialContractsDisclosure contracts={[document('Registrar agreement')]} />
    </>,
  )
  expect(titles()).toEqual(['List of material creditors', 'Registrar agreement'])
  expect(screen.getAllByText('1 document')).toHaveLength(2)
})

test('offer documents of several stages: each below its stage, the latest first; a listed company says that the offer is over', () => {
  const documents = [offerDocument('Draft', 'drhp'), offerDocument('RHP', 'rhp'), offerDocument('Addendum', 'drhp')]
  renderInRouter(<OfferDocumentsDisclosure documents={documents} listedOn="2026-03-02" />)
  expect(headings(3)).toEqual(['Red Herring Prospectus', 'Draft Red Herring Prospectus'])
  expect(titles()).toEqual(['RHP', 'Draft', 'Addendum'])
  expect(screen.getByText('2 Mar 2026').closest('p')).toHaveTextContent('The offer is complete')
})

test('an offer document: a link to its page, or to its file if it has none', () => {
  const page = { ...offerDocument('Prospectus', 'drhp'), page: '/investors/Drhp' }
  renderInRouter(<OfferDocumentsDisclosure documents={[page, offerDocument('Addendum', 'drhp')]} />)
  expect(rows().map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
    '/investors/Drhp',
    '/uploads/documents/Addendum.pdf',
  ])
})

test('several reports: the newest here, and a link to the list of all', () => {
  renderInRouter(<FinancialHighlightsDisclosure {...noDocuments} annualReports={reportsOf(4)} />)
  expect(titles()).toEqual(['Annual Report 2024'])
  expect(screen.getByRole('link', { name: 'All annual reports', hidden: true })).toHaveAttribute('href', '#reports')
})

test('one report: no link to more', () => {
  renderInRouter(<FinancialHighlightsDisclosure {...noDocuments} annualReports={reportsOf(1)} />)
  expect(rows()).toHaveLength(1)
  expect(screen.queryByText('All annual reports')).toBeNull()
})

test('policies: numbered, each with type, size and the day of disclosure, and downloaded', () => {
  const policies = [
    { ...document('Code of Conduct'), fileUrl: '/policies/a.pdf' },
    { ...document('Archival Policy'), fileUrl: '/policies/b.pdf' },
  ]
  renderInRouter(
    <DocumentsProvider documents={{ '/policies/a.pdf': { bytes: 10_053, date: '1999-01-01' } }}>
      <GovernanceDisclosure policies={policies} />
    </DocumentsProvider>,
  )
  const links = rows().map((row) => within(row).getByRole('link', { hidden: true }))
  expect(links.map((link) => link.textContent.replace(/\s+/g, ' '))).toEqual([
    '1 Code of Conduct PDF, 10 kB, 1 Jul 2025 Download',
    '2 Archival Policy PDF, 1 Jul 2025 Download',
  ])
  for (const link of links) expect(link).toHaveAttribute('download')
})

function document(title: string): ListedDocument {
  return { slug: title, title, fileUrl: `/uploads/documents/${title}.pdf`, date: '2025-07-01' }
}

function reportsOf(count: number) {
  return Array.from({ length: count }, (_, index) => document(`Annual Report ${2024 - index}`))
}

function titles() {
  return rows().map((row) => row.querySelector('.doc__title')?.textContent)
}

function rows() {
  return screen.getAllByRole('listitem', { hidden: true })
}

function headings(level: number) {
  return screen.getAllByRole('heading', { level, hidden: true }).map((heading) => heading.textContent)
}

function offerDocument(title: string, stage: OfferDocument['stage']): OfferDocument {
  return { ...document(title), stage }
}
