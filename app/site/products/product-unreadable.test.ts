import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readProduct } from './product.server.ts'
import { readProductsOverview } from './products-overview.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const { products } = await createTestSite({
  prepare: async (env) => {
    await rm(path.join(env.contentDir, 'products/xlpe-compound.md'))
    await rm(path.join(env.contentDir, 'products/overview.yaml'))
    await writeFile(path.join(env.contentDir, 'home/pipe-coating.yaml'), 'products: [')
    await rm(path.join(env.contentDir, 'site.yaml'))
  },
})

test('page of its own that never could be read: the general page made from the card takes its place', async () => {
  expect(readProduct('xlpe-compound')).toMatchObject({
    kind: 'general',
    product: { title: 'XLPE Compound' },
    steps: [],
  })
})

test('cards that never could be read: the pages of their own stand, outside of a family', async () => {
  expect(readProduct('3lpe-system')).toBeUndefined()
  expect(readProduct('adhesive')).toMatchObject({
    kind: 'own',
    email: undefined,
    related: {
      label: 'Products',
      allPath: '/products',
      products: [{ title: 'HDPE Coating' }, { title: 'PE Compounds' }],
    },
  })
})

test('addresses of all products: those whose page can be made', async () => {
  expect(products.productAddresses()).toContain('/products/xlpe-compound')
  expect(products.productAddresses()).not.toContain('/products/3lpe-system')
  const keys = products.productAddresses().map((address) => address.slice('/products/'.length))
  expect(keys.filter((key) => !readProduct(key))).toEqual([])
})

test('products page: what can be read is there', async () => {
  const { content, families, builds, email } = readProductsOverview()
  expect(content.overview).toBeUndefined()
  expect(content.pipeCoating).toBeUndefined()
  expect(families.map(({ name }) => name)).toEqual(['Power cables', 'Optical fibre cables'])
  expect(builds).toEqual([])
  expect(email).toBeUndefined()
})
