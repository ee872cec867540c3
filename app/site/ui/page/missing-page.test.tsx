import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { PageUnavailable } from './missing-page.tsx'

test('content that is not there: the page keeps its name and leads on', () => {
  renderInRouter(<PageUnavailable title="Careers" />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Careers')
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(targets).toEqual(['/contactus', '/'])
})
