import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { FibreCablesSection } from './fibre-cables-section.tsx'
import { fibreCables } from './fibre-cables.ts'

const content = fibreCables.schema.parse({
  title: 'Fibre cables',
  buttonText: 'MORE PRODUCTS',
  buttonLink: '/products',
  products: [
    { _id: 'armoured', slug: 'armoured-cable', title: 'Armoured cable', image: 'armoured.jpg' },
    { _id: 'duct', title: 'Duct cable' },
  ],
})

test('content that could not be read: nothing is shown', () => {
  const { container } = renderInRouter(<FibreCablesSection content={undefined} />)
  expect(container.innerHTML).toBe('')
})

test('no products: no section, instead of a heading above nothing', () => {
  const { container } = renderInRouter(<FibreCablesSection content={{ ...content, products: [] }} />)
  expect(container.innerHTML).toBe('')
})

test('a button without a text or a link: is not shown', () => {
  renderInRouter(<FibreCablesSection content={{ ...content, buttonLink: '' }} />)
  expect(screen.queryByRole('link', { name: 'MORE PRODUCTS' })).toBeNull()
})

test('an image that cannot be loaded: no image, and no drawing in its place; the drawing where none is named', () => {
  renderInRouter(<FibreCablesSection content={content} />)
  const [named, unnamed] = screen.getAllByRole('listitem')
  const image = named?.querySelector('img')
  if (!image) throw new Error('There is no image')
  fireEvent.error(image)
  expect(named?.querySelector('img, svg')).toBeNull()
  expect(unnamed?.querySelector('svg')).not.toBeNull()
})

test('tiles: link to the product by slug, else by _id, and are revealed one after the other', () => {
  renderInRouter(<FibreCablesSection content={content} />)
  const tiles = screen.getAllByRole('listitem')
  const addresses = tiles.map((tile) => within(tile).getByRole('link').getAttribute('href'))
  expect(addresses).toEqual(['/products/armoured-cable', '/products/duct'])
  expect(tiles.map((tile) => tile.classList.contains('reveal'))).toEqual([true, true])
})
