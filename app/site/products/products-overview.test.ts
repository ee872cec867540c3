import { expect, test } from 'vitest'
import { powerCables } from '#app/sections/power-cables/power-cables.ts'
import { readProductsOverview } from './products-overview.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { content: siteContent } = site

test('shipped content: the buttons that lead here are left out, but MORE PRODUCTS', () => {
  const { powerCables: cables, pipeCoating, products } = readProductsOverview().content
  expect([cables?.buttonLink, pipeCoating?.buttonLink, products?.buttonLink]).toEqual(['', '', '/products'])
  expect(products?.buttonText).toBe('MORE PRODUCTS')
})

test('a button that leads elsewhere: stays', async () => {
  await siteContent.update(powerCables, {
    author: 'test',
    reason: 'Button changed',
    change: (content) => ({ ...content, buttonLink: '/contactus' }),
  })
  expect(readProductsOverview().content.powerCables?.buttonLink).toBe('/contactus')
})

test('families: in the order of the page, with the number of their products', () => {
  expect(readProductsOverview().families).toEqual([
    { id: 'power-cables', name: 'Power cables', productCount: 5 },
    { id: 'pipe-coating', name: 'Pipe coating', productCount: 3 },
    { id: 'optical-fibre-cables', name: 'Optical fibre cables', productCount: 4 },
  ])
})

test('layers: are numbered from the inside, and name their products as the cards do', () => {
  const [cable] = readProductsOverview().builds
  expect(cable?.layers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
  expect(cable?.layers[3]).toMatchObject({
    name: 'Filling',
    products: [{ title: 'Cable Filling Compound', path: '/products/cable-filling' }],
  })
})
