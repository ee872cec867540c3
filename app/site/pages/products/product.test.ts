import { beforeAll, describe, expect, test } from 'vitest'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { productPath } from '#app/site/addresses/product-address.ts'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { loader as home } from '#app/site/pages/home/home.tsx'
import { loader, meta } from './product.tsx'
import { loader as productsOverview } from './products-overview.tsx'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { loader as layout } from '#app/site/layout/site-layout.tsx'
import { ownRequest, routeArgs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { productAddresses } = site.service(productCatalog)
const { content: siteContent } = site
const ownPages = pagesOf(site, productPages)
  .listed()
  .map(({ href = '', value }) => ({ page: href, related: value.related }))

test.each(['/products/no-such-product', '/products/', '/products/XLPE-compound', '/products/__proto__'])(
  '%s: 404 for an address that no product has, and nothing to index',
  (address) => {
    const { status, page } = visit(address)
    expect(status).toBe(404)
    expect(page).toEqual({ kind: 'unknown' })
    expect(metaOf(page)).toEqual({ title: 'Page not found', robots: 'noindex' })
  },
)

test('structured data: the trail alone, because search engines refuse a Product without a price or a review', () => {
  const { page } = visit(ownPages[0]?.page ?? '')
  const matches = [{ id: 'site/layout/site-layout', data: layout(routeArgs(ownRequest('/'))) }]
  const tags = (meta as (args: unknown) => Record<string, unknown>[])({
    data: page,
    params: {},
    location: LOCATION,
    matches,
  })
  const types = tags.flatMap((tag) => ('script:ld+json' in tag ? [tag['script:ld+json']] : []))
  expect(types).toMatchObject([{ '@type': 'BreadcrumbList' }])
})

describe('every link to a product leads to its page', () => {
  const { powerCables, pipeCoating, products: fibreCables } = home().content
  const cards = [powerCables, pipeCoating, fibreCables].flatMap((section) => section?.products ?? [])
  const cardLinks = cards.map(productPath)

  test('the cards of the home page are those of the products page', () => {
    const { content } = productsOverview()
    const sections = [content.powerCables, content.pipeCoating, content.products]
    expect(sections.flatMap((section) => section?.products ?? [])).toEqual(cards)
    expect(cards).toHaveLength(12)
  })

  test.each([...new Set([...cardLinks, ...ownPages.map(({ page }) => page)])])('%s', (address) => {
    const { status, page } = visit(address)
    expect(status).toBe(200)
    expect(page.kind).toBe(ownPages.some((own) => own.page === address) ? 'own' : 'general')
    const relatedLinks = 'related' in page ? page.related.products.map(productPath) : []
    expect(relatedLinks.length).toBeGreaterThan(0)
    expect(relatedLinks).not.toContain(address)
    for (const link of relatedLinks) expect(visit(link).status, link).toBe(200)
  })

  test('related products of the shipped pages: none is missing', () => {
    for (const own of ownPages) {
      const { page } = visit(own.page)
      const named = own.related
      expect('related' in page && page.related.products.map(productPath)).toEqual(
        named.map((slug) => `/products/${slug}`),
      )
    }
  })

  test('the table of layers: names a product in every row, and all of them are there', () => {
    const rows = productsOverview().builds.flatMap(({ layers }) => layers)
    expect(rows.filter((row) => row.products.length === 0)).toEqual([])
    for (const { path } of rows.flatMap((row) => row.products)) expect(visit(path).status, path).toBe(200)
  })
})

test('a page of its own: its content with the description as HTML, and the sizes of its images', () => {
  const { page } = visit('/products/xlpe-compound')
  if (page.kind !== 'own') throw new Error('It is not the page of its own')
  expect(page.product.title).not.toBe('')
  expect(page.description).toMatch(/^<p>./)
  expect(page.related).toMatchObject({ label: 'Cable compounds', allPath: '/products#power-cables' })
  expect(page.images[page.product.image]?.width).toBeGreaterThan(1000)
  expect(metaOf(page)).toEqual({ title: page.product.title, robots: undefined })
})

test('a product page is removed and restored: no other file changes, and it is at its place again', async () => {
  const order = productPages.orderSection
  if (!order) throw new Error('Staff cannot arrange the pages')
  const section = productPages.entry('pe-compound')
  const addresses = productAddresses()
  const { version } = siteContent.read(order)
  const by = { author: 'test', reason: 'Test' }
  const { historyEntry = '' } = await siteContent.remove(section, by)
  expect(site.sections.entriesOf(productPages).map(({ id }) => id)).not.toContain(section.id)
  await siteContent.restore(section, historyEntry, by)
  expect(productAddresses()).toEqual(addresses)
  expect(siteContent.read(order).version).toBe(version)
})

describe('a card and the product page that is chosen for it', () => {
  const by = { author: 'test', reason: 'Test' }
  const addressOfCard = () => {
    const cards = productsOverview().content.products?.products ?? []
    return cards.map(productPath)[0]
  }
  const choose = (page: string | undefined) =>
    siteContent.update(fibreCables, {
      ...by,
      change: (content) => ({
        ...content,
        products: content.products.map((card, at) => {
          const { page: _page, ...others } = card
          return at === 0 ? { ...others, slug: 'own-slug', ...(page !== undefined && { page }) } : card
        }),
      }),
    })
  const setPage = (fields: { address?: string; visibility?: 'listed' | 'hidden' }) =>
    siteContent.update(productPages.entry('pe-compound'), { ...by, change: (content) => ({ ...content, ...fields }) })

  test('it leads there, and its own address leads on', async () => {
    await choose('pe-compound')
    expect(addressOfCard()).toBe('/products/pe-compound')
    expect(home().content.products?.products.map(productPath)[0]).toBe('/products/pe-compound')
    expect(redirectFrom('/products/own-slug')).toEqual([302, '/products/pe-compound'])
    expect(home().content.products?.products[0]).not.toHaveProperty('page')
  })

  test('the page gets another address: the card leads there, and the former address as well', async () => {
    await setPage({ address: 'polyethylene' })
    expect(addressOfCard()).toBe('/products/polyethylene')
    expect(visit('/products/polyethylene').page).toMatchObject({ kind: 'own' })
    expect(redirectFrom('/products/pe-compound')).toEqual([302, '/products/polyethylene'])
    await setPage({ address: '' })
  })

  test.each(['hidden', 'removed', 'not chosen'])('the page is %s: the card has its general page', async (state) => {
    if (state === 'hidden') await setPage({ visibility: 'hidden' })
    await choose({ hidden: 'pe-compound', removed: 'no-such-page' }[state])
    expect(addressOfCard()).toBe('/products/own-slug')
    expect(visit('/products/own-slug')).toMatchObject({ status: 200, page: { kind: 'general' } })
    if (state === 'hidden') await setPage({ visibility: 'listed' })
  })
})

describe('a product that staff have added', () => {
  beforeAll(async () => {
    await siteContent.update(fibreCables, {
      author: 'test',
      reason: 'Product added',
      change: (content) => ({
        ...content,
        products: [
          ...content.products,
          { _id: 'Tape_1', slug: '', title: 'Water-blocking tape', description: '', image: '', imageAlt: '' },
          { _id: 'Tape_2', slug: 'tape', title: 'Tape', description: '', image: '', imageAlt: '' },
        ],
      }),
    })
  })

  test('without a slug, a description and an image: has the general page at its _id', () => {
    const { status, page } = visit('/products/Tape_1')
    expect(status).toBe(200)
    expect(page).toMatchObject({
      kind: 'general',
      product: { title: 'Water-blocking tape' },
      summary: 'Water-blocking tape. Optical fibre cables, made to order; data sheets on request by e-mail.',
      related: { title: 'In the same range' },
    })
  })

  test('with a slug: its _id leads on to the address with the slug', () => {
    expect(redirectFrom('/products/Tape_2')).toEqual([302, '/products/tape'])
  })

  test('is among the addresses of all products, each of which is there once', () => {
    const addresses = productAddresses()
    expect(addresses).toContain('/products/Tape_1')
    expect(addresses).toEqual([...new Set(addresses)])
    for (const address of addresses) expect(visit(address).status, address).toBe(200)
  })
})

function visit(address: string) {
  const request = new Request(`http://localhost:3000${address}`)
  const response = loader({ request, params: { slug: address.slice('/products/'.length) }, context: {} })
  return { status: response.init?.status ?? 200, page: response.data }
}

/** Status and target of the redirect from an address. */
function redirectFrom(address: string) {
  try {
    return visit(address)
  } catch (thrown) {
    if (thrown instanceof Response) return [thrown.status, thrown.headers.get('location')]
    throw thrown
  }
}

/** Title and robots tag, without the layout's data, which adds the company's name to the title. */
function metaOf(page: ReturnType<typeof visit>['page']) {
  const tags = meta({ data: page, params: {}, location: LOCATION, matches: [] }) ?? []
  const title = tags.flatMap((tag) => ('title' in tag ? [tag.title] : []))[0]
  const robots = tags.flatMap((tag) => ('name' in tag && tag.name === 'robots' ? [tag.content] : []))[0]
  return { title, robots }
}

const LOCATION = { pathname: '/products/x', search: '', hash: '', state: null, key: 'default' }
