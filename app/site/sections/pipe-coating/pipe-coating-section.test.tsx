import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { PipeCoatingSection } from './pipe-coating-section.tsx'
import { pipeCoating } from './pipe-coating.ts'

const content = pipeCoating.schema.parse({
  title: 'Coatings for pipe',
  buttonText: 'All pipe coating',
  buttonLink: '/products',
  products: [
    { _id: 'hdpe-coating', slug: 'pipe-coating', title: 'HDPE Coating', image: 'hdpe.jpg', imageAlt: 'A pipe' },
    { _id: 'adhesive', title: 'Adhesives', description: 'Bonds polyethylene.' },
    { _id: '3lpe', title: '3LPE System' },
  ],
})

test('content that could not be read: nothing is shown', () => {
  const { container } = renderInRouter(<PipeCoatingSection content={undefined} />)
  expect(container.innerHTML).toBe('')
})

test('no products: no section, instead of a heading above nothing', () => {
  const { container } = renderInRouter(<PipeCoatingSection content={{ ...content, products: [] }} />)
  expect(container.innerHTML).toBe('')
})

test('three products: the second card alone is highlighted', () => {
  renderInRouter(<PipeCoatingSection content={content} />)
  const highlighted = screen.getAllByRole('listitem').map((card) => card.classList.contains('pipe__card--lit'))
  expect(highlighted).toEqual([false, true, false])
})

test('cards: link to the product by slug, else by _id, and show a drawing where there is no image', () => {
  renderInRouter(<PipeCoatingSection content={content} />)
  const cards = screen.getAllByRole('listitem')
  const addresses = cards.map((card) => within(card).getByRole('link').getAttribute('href'))
  expect(addresses).toEqual(['/products/pipe-coating', '/products/adhesive', '/products/3lpe'])
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual(['A pipe'])
  expect(cards[1]?.querySelector('.product-drawing')).not.toBeNull()
})
