import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ClosedJob, JobView } from './job-view.tsx'
import { OpenPositions } from './open-positions.tsx'

const job = {
  title: 'Fitter & turner',
  place: 'Goa',
  kind: 'apprenticeship',
  reference: 'PC-1',
  posted: '2027-01-02',
  closes: '2027-01-31',
} as const
const apply = { applyTitle: 'How to apply', steps: [] }

test('the list: each position leads to its page and says where, what and until when', () => {
  renderInRouter(<OpenPositions jobs={[{ ...job, href: '/careers/fitter' }]} />)
  const link = screen.getByRole('link', { name: /Fitter/ })
  expect(link).toHaveAttribute('href', '/careers/fitter')
  expect(within(link).getByText('Goa, apprenticeship')).toBeVisible()
  expect(within(link).getByText('31 January 2027')).toHaveAttribute('datetime', '2027-01-31')
})

test('the list: a position without a closing day is open until it is filled', () => {
  renderInRouter(<OpenPositions jobs={[{ ...job, closes: '', href: '/careers/fitter' }]} />)
  expect(screen.getByRole('link', { name: /Open until filled/ })).toBeVisible()
})

test('apply: the address is readable, and the message has the reference in its subject', () => {
  renderInRouter(<JobView job={job} html="<p>You make parts.</p>" email="careers@example.com" apply={apply} />)
  const link = screen.getByRole('link', { name: 'careers@example.com' })
  expect(link).toHaveAttribute('href', 'mailto:careers@example.com?subject=PC-1%3A%20Fitter%20%26%20turner')
  expect(screen.getByText('Apply by').nextSibling).toHaveTextContent('31 January 2027')
})

test('closed: says so, and leads to the careers page', () => {
  renderInRouter(<ClosedJob job={{ title: 'Fitter', reference: 'PC-1', closes: '2027-01-31' }} />)
  expect(screen.getByRole('heading')).toHaveTextContent('This position is filled or closed')
  expect(screen.getByText(/31 January 2027/)).toHaveTextContent('PC-1')
  expect(screen.getByRole('link', { name: 'Careers' })).toHaveAttribute('href', '/careers')
})

test('a position without a reference: its title alone is in the subject, and no place names an empty one', () => {
  const withoutOne = { ...job, reference: '' }
  renderInRouter(<JobView job={withoutOne} html="" email="careers@example.com" apply={apply} />)
  expect(screen.getByRole('link', { name: 'careers@example.com' })).toHaveAttribute(
    'href',
    'mailto:careers@example.com?subject=Fitter%20%26%20turner',
  )
  expect(screen.queryByText(/reference/i)).toBeNull()
  renderInRouter(<ClosedJob job={{ title: 'Fitter', reference: '', closes: '2027-01-31' }} />)
  expect(screen.getByText(/^“Fitter” was open until/)).toBeVisible()
})

test('no closing day, no e-mail address: neither is shown, and applying leads to the contact page', () => {
  renderInRouter(<JobView job={{ ...job, closes: '' }} html="" email={undefined} apply={apply} />)
  expect(screen.queryByText('Apply by')).toBeNull()
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contactus')
})

test('no open position: the list and its heading are left out', () => {
  renderInRouter(<OpenPositions jobs={[]} />)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('the other open positions: below the text, each with a link to its page', () => {
  const others = [{ ...job, title: 'Chemist', href: '/careers/chemist' }]
  renderInRouter(<JobView job={job} html="" email="careers@example.com" apply={apply} others={others} />)
  expect(screen.getByRole('heading', { name: /Other open.positions/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /Chemist/ })).toHaveAttribute('href', '/careers/chemist')
  expect(screen.getAllByRole('link', { name: 'Apply by e-mail' })).toHaveLength(2)
})
