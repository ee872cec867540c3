import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reports } from '#app/site/sections/reports/reports.ts'
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
import { financials } from './financials.ts'
import { governance } from './governance.ts'

const NOTHING = 'Nothing has been published here yet.'
const noFinancials = financials.schema.parse({ annualReturns: [], groupCompanies: [], results: [] })

test('content that could not be read: its fold is left out, Financial Highlights keeps its headings', () => {
  renderInRouter(
    <>
      <FinancialHighlightsDisclosure reports={undefined} financials={undefined} />
      <FinancialResultsDisclosure financials={undefined} />
      <OfferDocumentsDisclosure investors={undefined} />
      <ManagementDisclosure management={undefined} />
      <GovernanceDisclosure governance={undefined} />
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
      <FinancialResultsDisclosure financials={noFinancials} />
      <GovernanceDisclosure governance={{ policies: [] }} />
    </>,
  )
  expect(screen.getAllByText(NOTHING)).toHaveLength(2)
  expect(screen.getAllByText('None yet')).toHaveLength(2)
})

test('material creditors and contracts: listed where staff have added them', () => {
  const content = financials.schema.parse({
    ...noFinancials,
    materialCreditors: [{ _id: 'a', title: 'List of material creditors', fileUrl: '/uploads/documents/creditors.pdf' }],
    materialContracts: [{ _id: 'b', title: 'Registrar agreement', fileUrl: '/uploads/documents/registrar.pdf' }],
  })
  renderInRouter(
    <>
      <FinancialHighlightsDisclosure reports={undefined} financials={content} />
      <MaterialContractsDisclosure financials={content} />
    </>,
  )
  expect(rows().map((row) => row.querySelector('.doc__title')?.textContent)).toEqual([
    'List of material creditors',
    'Registrar agreement',
  ])
  expect(screen.getAllByText('1 document')).toHaveLength(2)
})

test('more reports than three: the newest here, and a link to the list of all', () => {
  renderInRouter(<FinancialHighlightsDisclosure reports={reportsOf(4)} financials={noFinancials} />)
  expect(rows().map((row) => row.querySelector('.doc__title')?.textContent)).toEqual([
    'Annual Report 2024',
    'Annual Report 2023',
    'Annual Report 2022',
  ])
  expect(screen.getByRole('link', { name: 'All annual reports', hidden: true })).toHaveAttribute('href', '#reports')
})

test('three reports: no link to more', () => {
  renderInRouter(<FinancialHighlightsDisclosure reports={reportsOf(3)} financials={noFinancials} />)
  expect(rows()).toHaveLength(3)
  expect(screen.queryByText('All annual reports')).toBeNull()
})

test('policies: numbered, each with type, size and date, and downloaded', () => {
  const content = governance.schema.parse({
    policies: [
      { _id: 'a', title: 'Code of Conduct', fileUrl: '/policies/a.pdf' },
      { _id: 'b', title: 'Archival Policy', fileUrl: '/policies/b.pdf' },
    ],
  })
  renderInRouter(
    <DocumentsProvider documents={{ '/policies/a.pdf': { bytes: 10_053, date: '2025-07-01' } }}>
      <GovernanceDisclosure governance={content} />
    </DocumentsProvider>,
  )
  const links = rows().map((row) => within(row).getByRole('link', { hidden: true }))
  expect(links.map((link) => link.textContent.replace(/\s+/g, ' '))).toEqual([
    '1 Code of Conduct PDF, 10 kB, 1 Jul 2025 Download',
    '2 Archival Policy PDF Download',
  ])
  for (const link of links) expect(link).toHaveAttribute('download')
})

function reportsOf(count: number) {
  const years = Array.from({ length: count }, (_, index) => `${2024 - index}`)
  return reports.schema.parse({
    reports: years.map((year) => ({
      _id: year,
      year,
      title: 'Annual Report',
      fileUrl: `/uploads/reports/${year}.pdf`,
    })),
  })
}

function rows() {
  return screen.getAllByRole('listitem', { hidden: true })
}

function headings(level: number) {
  return screen.getAllByRole('heading', { level, hidden: true }).map((heading) => heading.textContent)
}
