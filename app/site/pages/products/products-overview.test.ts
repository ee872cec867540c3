import { expect, test } from 'vitest'
import { powerCables } from '#app/site/sections/power-cables/power-cables.ts'
import { productsOverview } from '#app/site/sections/products-overview/products-overview.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { loader } from './products-overview.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const { content: siteContent } = await createTestSite()
const by = { author: 'test', reason: 'Test' }

test.each([
  ['/products', '/products/grades?family=power-cables'],
  ['/products#power-cables', '/products/grades?family=power-cables'],
  ['/contactus', '/contactus'],
])('button of a section that leads to %s: %j, since no button of this page leads to itself', async (to, shown) => {
  await siteContent.update(powerCables, { ...by, change: (content) => ({ ...content, buttonLink: to }) })
  expect(loader().content.powerCables?.buttonLink).toBe(shown)
})

test('button of the last section: leads on to the list of all cables, not to this page', async () => {
  await siteContent.update(fibreCables, { ...by, change: (content) => ({ ...content, buttonLink: '/products' }) })
  expect(loader().content.products?.buttonLink).toBe('/products/grades?family=optical-fibre-cables')
})

test('families: in the order of the page, with the number of their products', () => {
  const { families, content } = loader()
  expect(families).toEqual([
    { id: 'power-cables', name: 'Cable compounds', productCount: content.powerCables?.products.length },
    { id: 'pipe-coating', name: 'Pipe coating compounds', productCount: content.pipeCoating?.products.length },
    { id: 'optical-fibre-cables', name: 'Optical fibre cables', productCount: content.products?.products.length },
  ])
})

test('layers: are numbered from the inside, and name their products as the cards do', async () => {
  const layers = [
    { name: 'Core', task: 'Insulates', products: ['wire'], standards: 'IEC 60502' },
    { name: 'Sheath', task: 'Protects', products: ['wire', 'unknown'], standards: 'IEC 60502' },
  ]
  const card = { _id: 'wire-1', slug: 'wire', title: 'Wire compound', description: '', image: '', imageAlt: '' }
  await siteContent.update(fibreCables, { ...by, change: (content) => ({ ...content, products: [card] }) })
  await siteContent.update(productsOverview, {
    ...by,
    change: (content) => ({ ...content, builds: [{ _id: 'cable', title: 'Cable', order: 'Inside out', layers }] }),
  })
  const named = [{ title: 'Wire compound', path: '/products/wire' }]
  expect(loader().builds).toEqual([
    expect.objectContaining({
      _id: 'cable',
      layers: [
        { ...layers[0], number: 1, products: named },
        { ...layers[1], number: 2, products: named },
      ],
    }),
  ])
})

test('family without products: is not among the links of the head', async () => {
  await siteContent.update(fibreCables, { ...by, change: (content) => ({ ...content, products: [] }) })
  expect(loader().families.map(({ id }) => id)).toEqual(['power-cables', 'pipe-coating'])
})
