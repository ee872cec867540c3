import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as about from './pages/company/about.tsx'
import * as careers from './pages/company/careers.tsx'
import * as certificate from './pages/company/certificate.tsx'
import * as events from './pages/company/events.tsx'
import * as gallery from './pages/company/gallery.tsx'
import * as services from './pages/company/services.tsx'
import { loader as contact } from './pages/contact/contact.tsx'
import { loader as home } from './pages/home/home.tsx'
import * as drhp from './pages/investors/drhp.tsx'
import * as industryReport from './pages/investors/industry-report.tsx'
import { loader as product } from './pages/products/product.tsx'
import { loader as productsOverview } from './pages/products/products-overview.tsx'
import { productCatalog } from './sections/product-catalog/product-catalog.server.ts'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'

const { service } = await createTestSite({
  prepare: async ({ contentDir }) => {
    for (const missing of [
      'pages',
      'investors',
      'gallery.yaml',
      'contact.yaml',
      'site.yaml',
      'products/xlpe-compound.md',
      'products/pipe-coating.md',
      'products/overview.yaml',
    ]) {
      await rm(path.join(contentDir, missing), { recursive: true })
    }
    await writeFile(path.join(contentDir, 'events.yaml'), 'title: [')
    await writeFile(path.join(contentDir, 'home/stats.yaml'), 'yearsExperience: [')
    await writeFile(path.join(contentDir, 'home/pipe-coating.yaml'), 'products: [')
  },
})
const products = service(productCatalog)

const pages = {
  '/aboutus': about,
  '/certificate': certificate,
  '/services': services,
  '/careers': careers,
  '/events': events,
  '/gallery': gallery,
  '/investors/Drhp': drhp,
  '/investors/industry-report': industryReport,
}

test.each(Object.entries(pages))('%s without content: 503', (path, { loader }) => {
  expect(loader({ request: ownRequest(path) })).toMatchObject({ data: { content: undefined }, init: { status: 503 } })
})

test('contact page without its texts and addresses: shown with the form alone', () => {
  const page = contact({ request: ownRequest('/contactus'), params: {}, context: {} })
  expect(page.data).toMatchObject({ content: undefined, contacts: undefined })
  expect(page.init?.status ?? 200).toBe(200)
})

test('home page: sections that cannot be read are undefined, the others are shown', () => {
  const page = home()
  expect(page.title).toBe('Home')
  const unreadable = Object.entries(page.content).filter(([, section]) => section === undefined)
  expect(unreadable.map(([name]) => name)).toEqual(['stats', 'standards', 'pipeCoating'])
})

test('own page of a product: replaced by the general page made from its card', () => {
  expect(visit('xlpe-compound')).toMatchObject({ kind: 'general', product: { title: 'XLPE Compound' }, steps: [] })
})

test('cards: own pages of products are shown, outside of a family', () => {
  const page = visit('adhesive')
  if (page.kind !== 'own') throw new Error('The product has no page of its own')
  expect(page).toMatchObject({ email: undefined, related: { label: 'Products', allPath: '/products' } })
  expect(page.related.products).toEqual(products.productCards(ownPage('adhesive').page.related))
  expect(page.related.products).not.toEqual([])
})

test('addresses of all products: those that have a page', () => {
  const names = products.productAddresses().map((address) => address.slice('/products/'.length))
  expect(names).toContain('xlpe-compound')
  expect(names.filter((name) => visit(name).kind === 'unknown')).toEqual([])
})

test('products page: shows the families that can be read', () => {
  const page = productsOverview()
  expect(page.content).toMatchObject({ overview: undefined, pipeCoating: undefined })
  expect(page.families.map(({ id }) => id)).toEqual(['power-cables', 'optical-fibre-cables'])
  expect(page.builds).toEqual([])
  expect(page.email).toBeUndefined()
})

function visit(slug: string) {
  return product({ request: ownRequest(`/products/${slug}`), params: { slug }, context: {} }).data
}

function ownPage(address: string) {
  const page = products.findProductPage(address)
  if (!page) throw new Error(`No own page at ${address}`)
  return page
}

test('own page of a product that no list names: its title is in the file, so the error is titled with all products', () => {
  expect(visit('pipe-coating')).toMatchObject({ kind: 'unreadable', name: 'Products' })
})

test.each(['card-without-page', 'no-such-product'])(
  '/products/%s while a list of products cannot be read: 503, since it may be a product',
  (slug) => {
    const response = product({ request: ownRequest(`/products/${slug}`), params: { slug }, context: {} })
    expect(response).toMatchObject({ data: { kind: 'unreadable' }, init: { status: 503 } })
  },
)
