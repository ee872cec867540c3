import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { StandardsList } from './standards-list.tsx'

test.each([undefined, []])('no standards: nothing is shown', (standards) => {
  const { container } = renderInRouter(<StandardsList standards={standards} />)
  expect(container.innerHTML).toBe('')
})

test('a standard: leads to its row on the page of certifications', () => {
  renderInRouter(<StandardsList standards={[{ _id: 'iso-9001', name: 'ISO 9001', subject: 'Quality management' }]} />)
  const link = screen.getByRole('link', { name: 'ISO 9001 Quality management' })
  expect(link).toHaveAttribute('href', '/certificate#iso-9001')
})
