import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContactMap } from './contact-page.tsx'

const link = 'https://maps.example.com/embed?place=goa'

test('no map address: the place and how to find it, no frame, nothing to open', () => {
  render(<ContactMap place="Plant" details={'First line\nSecond line'} mapEmbedLink="" />)
  expect(screen.getByText('Plant')).toBeInTheDocument()
  expect(document.querySelector('iframe')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

test('a map address: the map is embedded, fetched when it is near, and opens in a tab of its own', () => {
  render(<ContactMap place="Plant" details="" mapEmbedLink={link} />)
  const map = screen.getByTitle('Map: Plant')
  expect(map).toHaveAttribute('src', link)
  expect(map).toHaveAttribute('loading', 'lazy')
  const opener = screen.getByRole('link', { name: 'Open the map in a new tab' })
  expect([opener.getAttribute('href'), opener.getAttribute('target')]).toEqual([link, '_blank'])
  expect(screen.getByText('from maps.example.com')).toBeInTheDocument()
})
