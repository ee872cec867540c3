import type { RouteConfigEntry } from '@remix-run/route-config'
import { expect, test } from 'vitest'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import routes from '#app/routes.ts'
import definition from '#app/site.config.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { createTestSite } from '#test/create-test-site.ts'

const testSite = await createTestSite()
const publicDocuments = openPublicDocuments(testSite)
const { content: siteContent } = testSite

test.each([
  '/nowhere',
  '/admin',
  '/admin/login',
  '/admin.data',
  '/api/stats/x',
  '/api/nothing',
  '/api/documents',
  '/api/documents?page=1',
  '/api/documents/archival-policy',
  '/Products',
  '/products/',
  '//products',
  '/products/none',
  '/documents/industry-report/watch',
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
  ['/api/stats?fresh', '/api/stats'],
  ['/api/openapi.json', '/api/openapi.json'],
])('%s: cached as %s', (target, address) => {
  expect(publicDocuments.addressOf(target)).toBe(address)
})

test('the listed addresses: the pages of the site with their data and the generated files come before other entries', () => {
  const addresses = publicDocuments.addresses()
  const indexes = ['/', '/products/hffr-compound', '/sitemap.xml', '/_root.data', '/events.data'].map((address) =>
    addresses.indexOf(address),
  )
  const entry = addresses.findIndex((address) => address.startsWith('/news/'))
  expect(indexes.every((index) => index >= 0 && index < entry)).toBe(true)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('every address that is listed: is its own cache key', () => {
  const addresses = publicDocuments.addresses()
  expect(addresses.length).toBeGreaterThan(40)
  for (const address of addresses) expect(publicDocuments.addressOf(address)).toBe(address)
})

test('a product that is added: its page is known at once', async () => {
  const added = { _id: 'ribbon', slug: '', title: 'Ribbon', description: '', image: '', imageAlt: '' }
  expect(publicDocuments.addressOf('/products/ribbon')).toBeUndefined()
  await siteContent.update(fibreCables, {
    author: 'admin',
    reason: 'test',
    change: (content) => ({ ...content, products: [...content.products, added] }),
  })
  expect(publicDocuments.addressOf('/products/ribbon')).toBe('/products/ribbon')
})

test.each([
  ['/nowhere', '/~'],
  ['/nowhere?x=1', '/~'],
  ['/nowhere/deeper', '/~/~'],
  ['/caf%C3%A9', '/~'],
  ['/Products', '/~'],
  ['/wp-login.php', '/~'],
  ['/a/../nowhere', '/~'],
  ['/nowhere.data', '/~.data'],
  ['/nowhere/deeper.data', '/~/~.data'],
  ['/products/none', '/products/~'],
  ['/products/none.data', '/products/~.data'],
  ['/products/none/deeper', '/products/~/~'],
  ['/documents/none/watch', '/documents/~/watch'],
  ['/documents/none/deeper', '/~/~'],
  ['/documents/none/watch/deeper.data', '/~/~.data'],
  // Its own route says that it is switched off.
  ['/investors/disclosures', '/investors/disclosures'],
])('%s: unknown, served as %s', (target, address) => {
  expect(publicDocuments.unknownAddressOf(target)).toBe(address)
})

test.each([
  '/',
  '/_root.data',
  '/products',
  '/product%73',
  '/products/',
  '/products//none',
  '//nowhere',
  '/nowhere/',
  '/x/../products',
  '/products/pvc-compound',
  '/products/pvc-%63ompound',
  '/investors/drhp',
  '/investors/Drhp.data',
  '/admin',
  '/%61dmin/nowhere',
  '/admin.data',
  '/api/nothing',
  '/uploads/none.jpg',
  '/policies/none.pdf',
  '/variants/none/x.avif',
  '/sitemap.xml',
  '/nowhere.data?_routes=root',
  '/.data',
  '/%',
  '/%ff',
  '*',
  '',
  'http://localhost/nowhere',
])('%j: may be something', (target) => {
  expect(publicDocuments.unknownAddressOf(target)).toBeUndefined()
})

test('a product that is added, by its slug and by its _id: unknown no more', async () => {
  const added = { _id: 'tape-1', slug: 'tape', title: 'Tape', description: '', image: '', imageAlt: '' }
  expect(publicDocuments.unknownAddressOf('/products/tape')).toBe('/products/~')
  await siteContent.update(fibreCables, {
    author: 'admin',
    reason: 'test',
    change: (content) => ({ ...content, products: [...content.products, added] }),
  })
  for (const name of ['tape', 'tape-1']) {
    expect(publicDocuments.unknownAddressOf(`/products/${name}`)).toBeUndefined()
  }
})

test('a document that is added, hidden and shown again: unknown before and while it is hidden', async () => {
  const section = documents.entry('price-list')
  const document = {
    title: 'Return of a year',
    kind: 'annual-return',
    financialYear: '2019-20',
    period: 'year',
    date: '2020-12-30',
    language: 'en',
    fileUrl: '/uploads/documents/annual-return-mgt-7-2019-20.pdf',
  }
  const at = ['/documents/price-list', '/documents/price-list.data', '/documents/price-list/watch']
  const unknown = ['/documents/~', '/documents/~.data', '/documents/~/watch']
  const keys = () => at.map((address) => publicDocuments.unknownAddressOf(address))
  const publish = async (visibility: 'listed' | 'hidden') => {
    const value = documents.schema.parse({ ...document, visibility })
    await siteContent.update(section, { author: 'admin', reason: 'test', change: () => value, create: () => value })
  }
  expect(keys()).toEqual(unknown)
  await publish('hidden')
  expect(keys()).toEqual(unknown)
  await publish('listed')
  expect(keys()).toEqual([undefined, undefined, undefined])
})

test('an address that a page had before: leads there, so it is not unknown', async () => {
  const moved = [
    { _id: 'moved-1', from: '/products/old-tape', to: '/products' },
    { _id: 'moved-2', from: '/old-page', to: '/aboutus' },
  ]
  expect(moved.map(({ from }) => publicDocuments.unknownAddressOf(from))).toEqual(['/products/~', '/~'])
  await siteContent.update(siteDetails, {
    author: 'admin',
    reason: 'test',
    change: (content) => ({ ...content, redirects: moved }),
  })
  for (const { from } of moved) {
    expect(publicDocuments.unknownAddressOf(from)).toBeUndefined()
    expect(publicDocuments.unknownAddressOf(`${from}.data`)).toBeUndefined()
  }
})

test('every address of the route table: may exist, except those that match all others, the one for the host, and a page that is switched off', () => {
  const addresses = [...new Set(addressesOf(routes))]
  expect(addresses.length).toBeGreaterThan(40)
  const entryPages = definition.collections.flatMap(({ page }) => (page ? [`${page.below}/x`] : []))
  const fixedPages = ['/documents/x', '/documents/x/watch', '/products/x/x', '/products/x/x.pdf', '/products/x/x.xml']
  expect(addresses.filter((address) => publicDocuments.unknownAddressOf(address) !== undefined).sort()).toEqual(
    [...entryPages, ...fixedPages, '/investors/disclosures'].sort(),
  )
})

/** An address for each route, with `x` for its parameters. */
function addressesOf(entries: RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path.replaceAll(/:\w+|\*/g, 'x')}`
    return [own || '/', ...addressesOf(children, own)]
  })
}
