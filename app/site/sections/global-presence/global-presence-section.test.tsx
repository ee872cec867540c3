import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { GlobalPresenceSection } from './global-presence-section.tsx'

const content = { title: 'Shipping to 28 countries', mapImage: 'map.svg', imageAlt: 'World map', ports: ['Hamburg'] }

test('content that could not be read: nothing is shown', () => {
  const { container } = renderInRouter(<GlobalPresenceSection content={undefined} />)
  expect(container.innerHTML).toBe('')
})

test('no map, no ports: the heading alone', () => {
  renderInRouter(<GlobalPresenceSection content={{ ...content, mapImage: '', ports: [] }} />)
  expect(screen.getByRole('heading', { level: 2 })).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.queryByRole('listitem')).toBeNull()
})

test('a map: is shown with its text, and its ports are named', () => {
  renderInRouter(<GlobalPresenceSection content={content} />)
  expect(screen.getByRole('listitem')).toHaveTextContent('Hamburg')
  expect(screen.getByAltText('World map').getAttribute('src')).toBe('/uploads/map.svg')
})
