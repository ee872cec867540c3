import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import { PowerCablesSection } from './power-cables-section.tsx'
import { powerCables } from './power-cables.ts'

const content = powerCables.schema.parse({
  title: 'Every layer of the cable',
  buttonText: 'All cable compounds',
  buttonLink: '/products',
  image: 'section.jpg',
  imageAlt: 'All of them',
  products: [
    { _id: 'xlpe', slug: 'xlpe-compound', title: 'XLPE Compound', description: 'Insulation.', image: 'xlpe.jpg' },
    { _id: 'hffr', slug: 'hffr-compound', title: 'HFFR Compound', description: 'Sheathing.', image: 'hffr.jpg' },
    { _id: 'new', title: 'New Compound' },
  ],
})

test('content that could not be read: the frame stays and says so', () => {
  renderInRouter(<PowerCablesSection content={undefined} />)
  expect(screen.getByRole('region', { name: 'Power cables' }).id).toBe('power-cables')
  expect(screen.getByRole('alert').textContent).toContain('Failed to load data.')
})

test('no products: no section, instead of a heading above nothing', () => {
  const { container } = renderInRouter(<PowerCablesSection content={{ ...content, products: [] }} />)
  expect(container.innerHTML).toBe('')
})

test('at first: the first product is active', () => {
  renderInRouter(<PowerCablesSection content={content} />)
  expect(activeTitles()).toEqual(['XLPE Compound'])
})

test('links: by slug, else by _id', () => {
  renderInRouter(<PowerCablesSection content={content} />)
  const addresses = rows().map((row) => within(row).getByRole('link').getAttribute('href'))
  expect(addresses).toEqual(['/products/xlpe-compound', '/products/hffr-compound', '/products/new'])
})

test('hover: makes a row active, and it stays so when the pointer has left', async () => {
  renderInRouter(<PowerCablesSection content={content} />)
  await userEvent.hover(linkTo('HFFR Compound'))
  expect(activeTitles()).toEqual(['HFFR Compound'])
  await userEvent.unhover(linkTo('HFFR Compound'))
  expect(activeTitles()).toEqual(['HFFR Compound'])
})

test('keyboard focus: makes a row active, Enter follows its link at once', async () => {
  const { path } = renderInRouter(<PowerCablesSection content={content} />)
  await userEvent.tab()
  await userEvent.tab()
  expect(activeTitles()).toEqual(['HFFR Compound'])
  await userEvent.keyboard('{Enter}')
  expect(path()).toBe('/products/hffr-compound')
})

test('first tap on a row that is not active: shows it, says so, and does not leave the page', async () => {
  const { path } = renderInRouter(<PowerCablesSection content={content} />)
  await tap('HFFR Compound')
  expect(activeTitles()).toEqual(['HFFR Compound'])
  expect(screen.getByRole('status').textContent).toContain('HFFR Compound is shown')
  expect(path()).toBe('/')
})

test('tap on the active row: follows its link', async () => {
  const { path } = renderInRouter(<PowerCablesSection content={content} />)
  await tap('HFFR Compound')
  await tap('HFFR Compound')
  expect(path()).toBe('/products/hffr-compound')
})

test('a tap that became a scroll: a later click on the row follows its link', () => {
  const { path } = renderInRouter(<PowerCablesSection content={content} />)
  fireEvent.pointerDown(linkTo('HFFR Compound'), { pointerType: 'touch' })
  fireEvent.pointerCancel(linkTo('HFFR Compound'), { pointerType: 'touch' })
  fireEvent.click(linkTo('HFFR Compound'))
  expect(path()).toBe('/products/hffr-compound')
})

test('mouse click on a row: follows its link', async () => {
  const { path } = renderInRouter(<PowerCablesSection content={content} />)
  await userEvent.click(linkTo('HFFR Compound'))
  expect(path()).toBe('/products/hffr-compound')
})

test('a product without an image: the image of the section with its text', () => {
  renderInRouter(<PowerCablesSection content={content} />)
  expect(imageFiles()).toEqual(['xlpe.jpg', 'hffr.jpg', 'section.jpg'])
  expect(screen.getByAltText('All of them')).toBe(images()[2])
})

test('an image that does not load: the image of the section, and when that fails too, a drawing', () => {
  renderInRouter(<PowerCablesSection content={content} />)
  failToLoad(0)
  expect(imageFiles()).toEqual(['section.jpg', 'hffr.jpg', 'section.jpg'])
  failToLoad(0)
  expect(imageFiles()).toEqual(['hffr.jpg', 'section.jpg'])
  expect(rows()[0]?.querySelector('svg.product-drawing')).not.toBeNull()
})

test('an image that failed before hydration: gives way all the same', () => {
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0)
  renderInRouter(<PowerCablesSection content={content} />)
  expect(imageFiles()).toEqual([])
})

async function tap(title: string) {
  await userEvent.pointer({ keys: '[TouchA]', target: linkTo(title) })
}

function linkTo(title: string) {
  return screen.getByRole('link', { name: title })
}

function rows() {
  return screen.getAllByRole('listitem')
}

function activeTitles() {
  const active = rows().filter((row) => row.classList.contains('is-active'))
  return active.map((row) => within(row).getByRole('heading').textContent)
}

function images() {
  return [...document.querySelectorAll('img')]
}

function imageFiles() {
  return images().map((image) => image.getAttribute('src')?.replace('/uploads/', ''))
}

function failToLoad(index: number) {
  const image = images()[index]
  if (image) fireEvent.error(image)
}
