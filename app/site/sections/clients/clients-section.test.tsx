import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { ClientsSection } from './clients-section.tsx'

test.each([
  ['content that could not be read', undefined],
  ['no clients', { title: 'Our clients', clients: [] }],
])('%s: nothing is shown', (_, content) => {
  const { container } = renderInRouter(<ClientsSection content={content} />)
  expect(container.innerHTML).toBe('')
})

test('fifty clients, some without a name: every logo is shown', () => {
  const clients = Array.from({ length: 50 }, (_, index) => ({
    image: `client-${index}.svg`,
    alt: index % 2 ? 'Name' : '',
  }))
  renderInRouter(<ClientsSection content={{ title: 'Our clients', clients }} />)
  expect(screen.getByRole('heading', { name: 'Our clients' })).toBeVisible()
  expect(document.querySelectorAll('li img')).toHaveLength(50)
})
