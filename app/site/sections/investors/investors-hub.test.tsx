import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { FigureTable, NewestDocuments, OfferStatus } from './investors-hub.tsx'

test('nothing to say: no headings without content', () => {
  renderInRouter(
    <>
      <FigureTable title="Key figures" note="Audited" years={['2024', '2025']} figures={[]} />
      <OfferStatus offer={undefined} next={undefined} contact={undefined} />
      <NewestDocuments documents={[]} />
    </>,
  )
  expect(screen.queryByRole('heading')).toBeNull()
  expect(document.querySelector('.offer-status')).toBeNull()
})

const revenue = { _id: 'revenue', name: 'Revenue', unit: 'Rs crore', definition: '', values: ['512.4', '604.9'] }

test('figures: a row for each, with a value for each year, its change and its bars, and their basis', () => {
  const margin = { ...revenue, _id: 'margin', name: 'EBITDA margin', unit: '%', definition: 'Before interest and tax' }
  renderInRouter(
    <FigureTable title="Key figures" note="Audited" years={['2023-24', '2024-25']} figures={[revenue, margin]} />,
  )
  const table = within(screen.getByRole('table', { name: 'Key figures' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Figure',
    '2023-24',
    '2024-25',
    'Change on\n2023-24',
    'All years',
  ])
  expect(table.getAllByRole('rowheader')[0]).toHaveTextContent('Revenue, Rs crore')
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.slice(0, 3)).toEqual(['512.4', '604.9', '+18.1 %'])
  expect(table.getByRole('img', { name: 'Revenue in Rs crore. 2023-24: 512.4, 2024-25: 604.9' })).toBeVisible()
  expect(screen.getByText('Audited')).toBeVisible()
  // Only what is defined is explained.
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['EBITDA margin'])
  expect(screen.getByRole('definition')).toHaveTextContent('Before interest and tax')
})

test('a figure whose change would say nothing: a dash, and words for screen readers', () => {
  renderInRouter(
    <FigureTable
      title="Key figures"
      note=""
      years={['2023-24', '2024-25']}
      figures={[{ ...revenue, values: ['-4', '6'] }]}
    />,
  )
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['-4', '6', '–Not stated', ''])
})

test('offer, next date and contact: each under its heading', () => {
  renderInRouter(
    <OfferStatus
      offer={{
        label: 'Draft Red Herring Prospectus filed',
        date: '2025-08-06',
        lead: 'The offer has not opened.',
        document: { to: '/investors/Drhp', text: 'Read the draft prospectus' },
      }}
      next={{ date: '2027-01-28', title: 'Results' }}
      contact={{ email: 'investors@example.com', phone: '+91 00000 00001' }}
    />,
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Status of the offer',
    'Next date',
    'Investor contact',
  ])
  expect(screen.getByText('28 January 2027')).toHaveAttribute('datetime', '2027-01-28')
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/investors/Drhp',
    'mailto:investors@example.com',
    'tel:+910000000001',
  ])
})

test('an offer whose document is not published: its stage without a link', () => {
  renderInRouter(<OfferStatus offer={{ label: 'Shares allotted', date: '' }} next={undefined} contact={undefined} />)
  expect(screen.getByText('Shares allotted')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})
