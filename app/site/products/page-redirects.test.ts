import { beforeEach, expect, test, vi } from 'vitest'
import { powerCables } from '#app/sections/power-cables/power-cables.ts'
import { withMoves } from '#app/sections/product-page/page-redirects.server.ts'
import type { Product } from '#app/sections/products/products.ts'
import { products } from '#app/sections/products/products.ts'
import { site } from '#app/sections/site/site.ts'
import { loader as notFound } from '#app/site/layout/not-found.tsx'
import { loader as productPage } from './product.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const testSite = await createTestSite()
const { content: siteContent } = testSite

const drop: Product = {
  _id: 'sample',
  slug: 'new-drop',
  title: 'Drop cable',
  description: '',
  image: '',
  imageAlt: '',
}
const by = { author: 'admin', reason: 'Test' }

beforeEach(async () => {
  await change((current) => [...current.filter(({ _id }) => _id !== drop._id), drop])
  await siteContent.update(site, { ...by, change: (content) => ({ ...content, redirects: [] }) })
})

test('a product with a new address: the old one leads there at once, and after a restart', async () => {
  await rename('flat-drop')
  expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products/flat-drop' })
  await saved([['/products/new-drop', '/products/flat-drop']])
})

test('renamed twice: every old address leads to the last one', async () => {
  await rename('flat-drop')
  await rename('flat-drops')
  await saved([
    ['/products/flat-drop', '/products/flat-drops'],
    ['/products/new-drop', '/products/flat-drops'],
  ])
  expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products/flat-drops' })
})

test('renamed and back: the address serves its page again, no redirect leads away from it', async () => {
  await rename('flat-drop')
  await rename('new-drop')
  await saved([['/products/flat-drop', '/products/new-drop']])
  expect(visit('/products/new-drop')).toEqual({ status: 200, location: null })
})

test('a removed product: its address leads to all products', async () => {
  await change((current) => current.filter(({ _id }) => _id !== drop._id))
  expect(visit('/products/new-drop')).toEqual({ status: 308, location: '/products' })
  await saved([['/products/new-drop', '/products']])
})

test('a card of a product with a page of its own: the page stays, no redirect is made', async () => {
  const { value } = siteContent.read(powerCables)
  await siteContent.update(powerCables, {
    ...by,
    change: (content) => ({
      ...content,
      products: content.products.map((card) => (card.slug === 'xlpe-compound' ? { ...card, slug: 'xlpe' } : card)),
    }),
  })
  expect(visit('/products/xlpe-compound')).toEqual({ status: 200, location: null })
  await siteContent.update(powerCables, { ...by, change: () => value })
  await saved([['/products/xlpe', '/products/xlpe-compound']])
})

test('a redirect that staff have added: leads from any address without a page, never from one with a page', async () => {
  const redirects = [
    { _id: 'a', from: '/old-page', to: '/about' },
    { _id: 'b', from: '/products/xlpe-compound', to: '/products' },
  ]
  await siteContent.update(site, { ...by, change: (content) => ({ ...content, redirects }) })
  expect(responseOf(() => notFound(argsFor('/old-page')))).toEqual({ status: 308, location: '/about' })
  expect(visit('/products/xlpe-compound').status).toBe(200)
  expect(responseOf(() => notFound(argsFor('/other'))).status).toBe(404)
})

test.each([
  [
    'to another old address',
    [
      { from: '/a', to: '/b' },
      { from: '/b', to: '/a' },
    ],
  ],
  ['to itself', [{ from: '/a', to: '/a' }]],
  ['to another site', [{ from: '/a', to: '//example.com' }]],
  ['from the home page', [{ from: '/', to: '/products' }]],
])('a redirect that leads %s: is refused', async (_, entries) => {
  const redirects = entries.map((entry, index) => ({ _id: `r${index}`, ...entry }))
  const saving = siteContent.update(site, { ...by, change: (content) => ({ ...content, redirects }) })
  await expect(saving).rejects.toMatchObject({ name: 'InvalidContent' })
})

test('more redirects than the limit: the oldest are dropped', () => {
  const current = Array.from({ length: 500 }, (_, index) => ({
    _id: `r${index}`,
    from: `/old-${index}`,
    to: '/products',
  }))
  const next = withMoves(current, new Map([['/products/x', '/products/y']]), new Set())
  expect(next).toHaveLength(500)
  expect(next[0]).toMatchObject({ from: '/products/x', to: '/products/y' })
  expect(next.at(-1)?.from).toBe('/old-498')
})

function change(edit: (current: Product[]) => Product[]) {
  return siteContent.update(products, {
    ...by,
    change: (content) => ({ ...content, products: edit(content.products) }),
  })
}

function rename(slug: string) {
  return change((current) => current.map((product) => (product._id === drop._id ? { ...product, slug } : product)))
}

async function saved(expected: [from: string, to: string][]) {
  await vi.waitFor(() => {
    expect(siteContent.read(site).value.redirects.map(({ from, to }) => [from, to])).toEqual(expected)
  })
}

function visit(address: string) {
  return responseOf(() => productPage({ ...argsFor(address), params: { slug: address.slice('/products/'.length) } }))
}

function argsFor(address: string) {
  return { request: new Request(`http://localhost:3000${address}`), params: {}, context: {} }
}

function responseOf(load: () => { init: ResponseInit | null }) {
  try {
    return { status: load().init?.status ?? 200, location: null }
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return { status: thrown.status, location: thrown.headers.get('location') }
  }
}
