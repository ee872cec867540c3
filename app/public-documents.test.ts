import { expect, test } from 'vitest'
import { publicDocuments } from './public-documents.server.ts'
import { products } from './sections/products/products.ts'
import { siteContent } from './sections/site-content.server.ts'

test.each([
  '/nowhere',
  '/admin',
  '/admin/login',
  '/admin.data',
  '/api/stats',
  '/Products',
  '/products/',
  '//products',
  '/products/none',
  '/product%73',
  '/.data',
  '/sitemap.xml.data',
  '/products.data?_routes=routes%2Fsite%2Fproducts-overview',
  '/uploads/x.jpg',
  '/contactus?utm=1&sent=1',
  '/contactus?sent',
  '/contactus?%73ent=',
  '/contactus.data?sent=1',
  '*',
  '',
])('%j: no public document', (target) => {
  expect(publicDocuments.addressOf(target)).toBeUndefined()
})

test.each([
  ['/', '/'],
  ['/?utm_source=mail&_x', '/'],
  ['/_root.data', '/_root.data'],
  ['/_root.data?x=1', '/_root.data'],
  ['/products/pvc-compound?sent=1', '/products/pvc-compound'],
  ['/investors/Drhp.data', '/investors/Drhp.data'],
  ['/contactus?unsent', '/contactus'],
  ['/contactus?', '/contactus'],
  ['/feed.xml?fresh', '/feed.xml'],
])('%s: kept as %s', (target, address) => {
  expect(publicDocuments.addressOf(target)).toBe(address)
})

test('every address that is listed: is kept under itself', () => {
  const addresses = publicDocuments.addresses()
  expect(addresses.length).toBeGreaterThan(40)
  for (const address of addresses) expect(publicDocuments.addressOf(address)).toBe(address)
})

test('a product that is added: its page is known at once', async () => {
  const added = { _id: 'ribbon', slug: '', title: 'Ribbon', description: '', image: '', imageAlt: '' }
  expect(publicDocuments.addressOf('/products/ribbon')).toBeUndefined()
  await siteContent.update(products, {
    author: 'admin',
    reason: 'test',
    change: (content) => ({ ...content, products: [...content.products, added] }),
  })
  expect(publicDocuments.addressOf('/products/ribbon')).toBe('/products/ribbon')
})
