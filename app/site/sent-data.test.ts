import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { UNSAFE_RemixContext as RemixContext } from '@remix-run/react'
import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, matchPath, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { disclosures } from '#app/site/sections/disclosures/disclosures.ts'
import { productsOverview } from '#app/site/sections/products-overview/products-overview.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { SITE_PAGES } from './addresses/site-addresses.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { recordReads, type RecordedReads } from '#test/record-reads.ts'
import { productCatalog } from './sections/product-catalog/product-catalog.server.ts'
import { remixContext } from '#test/render-in-router.tsx'

/**
 * Visitors get the data of each page twice: as the page, and in its source, for the scripts. These tests render every
 * public page with its real data, and look for fields that were sent and that neither the page nor its tags use.
 */

const site = await createTestSite()

const LAYOUT = 'site/layout/site-layout.tsx'

/** Fields that the first page does not use, and why they are sent. The parts of a path are separated by dots. */
const NEEDED_LATER: Record<string, Record<string, string>> = {
  [LAYOUT]: { 'images.*.height': 'a part of the size of every picture' },
}

/** Objects whose keys are data. */
const isMap = (path: string) => /^(?:images|documents)$/.test(path)

interface RouteModule {
  default?: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
  meta?: MetaFunction
  handle?: unknown
}

const modules = import.meta.glob<RouteModule>(['./**/*.tsx', '!./**/*.test.tsx'], { eager: true })
const moduleOf = (file: string) => modules[`.${file.slice('site'.length)}`] ?? {}

const layout = routes.find(({ file }) => file === LAYOUT)
const pages = layout?.children ?? []

/** Every page of the site, one of each collection, and some that no list has. */
const ADDRESSES = [
  ...SITE_PAGES,
  ...site.definition.collections.flatMap((collection) => {
    const { page } = collection
    return page ? [pagesOf(site, collection).listed()[0]?.href ?? [], `${page.below}/unknown`].flat() : []
  }),
  ...site.service(productCatalog).productAddresses(),
  '/contactus?sent=1',
  '/contactus?grades=hf-60-s,xl-33-p&for=sample',
  '/products/pvc-compound/pv-90-s',
  '/products/pvc-compound/unknown',
  '/products/grades?voltage=none',
  '/products/grades?layer=Sheath&discontinued=yes&value1=tensile-strength|iec60811-501|&min1=14',
  '/products/grades?value1=tensile-strength|iec60811-501|&min1=14&max1=x',
  '/products/grades?compare=pv-90-s,pe-94-b,no-such-grade',
  '/search?q=pvc',
  '/search?q=policy&in=documents',
  '/search?q=compuonds+zebra',
  '/search?q=zebra',
  '/gallery?page=2',
  '/news/3lpe-raw-material-certified',
  '/news/seminar-on-compounding-2026',
  '/documents/unknown',
  '/documents/draft-red-herring-prospectus',
  '/documents/two-films/watch',
  '/documents/unknown/watch',
  '/unknown/deeper',
]

// What the shipped content does not have: a picture with variants in the footer, and a redirect.
const { image } = site.content.read(productsOverview).value
await site.content.update(siteDetails, {
  author: 'admin',
  reason: 'Test',
  change: (content) => ({
    ...content,
    footer: { ...content.footer, badges: [...content.footer.badges, { image, alt: 'Photo' }] },
    redirects: [{ _id: 'old', from: '/old-page', to: '/products' }],
  }),
})

// The page of the disclosures is off in the shipped content.
await site.content.update(disclosures, {
  author: 'admin',
  reason: 'Test',
  change: (now) => ({ ...now, state: 'on' as const }),
})

// None of the shipped documents has a film.
const films = ['en-a91b891b', 'hi-42c45f72'].map((name) => `/uploads/videos/drhp-overview-${name}.mp4`)
const ofQuarter = { financialYear: '2026-27', period: 'q1', date: '2026-08-12', address: '', visibility: 'listed' }
for (const [key, kind, ...files] of [
  ['two-films', 'call-recording', ...films, '/uploads/videos/drhp-overview-en-e26063d9.vtt'],
  ['transcript', 'call-transcript', '/policies/risk-management.pdf'],
] as const) {
  const [fileUrl, ...further] = files
  await site.content.update(documents.entry(key), {
    ...{ author: 'admin', reason: 'Test', change: (content) => content },
    create: () =>
      documents.schema.parse({
        ...{ ...ofQuarter, title: key, kind, fileUrl },
        files: further.map((file) => ({ _id: file.slice(-12, -4), title: file, fileUrl: file })),
      }),
  })
}

const recorded = new Map<string, { reads: RecordedReads<unknown>; shown: string }[]>()
for (const address of ADDRESSES) await visit(address)

test.each(pages.map(({ file }) => file))('%s: at least one of its pages was rendered', (file) => {
  expect(recorded.get(file)?.length).toBeGreaterThan(0)
})

test.each([LAYOUT, ...pages.map(({ file }) => file)])('%s: sends visitors only what its pages use', (file) => {
  const needed = NEEDED_LATER[file] ?? {}
  const unused = unusedOf(recorded.get(file) ?? [])
  expect(unused.filter((path) => !Object.hasOwn(needed, path))).toEqual([])
  // An exception that is not needed any more is removed from the list.
  expect(Object.keys(needed).filter((path) => !unused.includes(path))).toEqual([])
})

test.each(pages.map(({ file }) => file))('%s: no link of its pages leads to # alone, or to nothing', (file) => {
  for (const { shown } of recorded.get(file) ?? []) expect(shown).not.toMatch(/href="#?"/)
})

test.each(SITE_PAGES)('%s: is shared with a picture of its own', (page) => {
  const renderings = recorded.get(routeOf(page).file) ?? []
  expect(renderings).not.toEqual([])
  for (const { shown } of renderings) expect(shown).not.toContain('/images/share.jpg')
})

test('a field that no component reads is found, also behind a copy', () => {
  const reads = recordReads({ used: 'a', unused: 'b', inner: { copied: 'c', shown: 'd' } }, () => false)
  const copy = { ...reads.data.inner }
  expect(unusedOf([{ reads, shown: `${reads.data.used} ${copy.shown}` }])).toEqual(['inner.copied', 'unused'])
})

/** The fields that no rendering has read by their name, and whose values were not shown after a copy. */
function unusedOf(renderings: readonly { reads: RecordedReads<unknown>; shown: string }[]): string[] {
  const leaves = new Set(renderings.flatMap(({ reads }) => [...reads.leaves]))
  const used = new Set(
    renderings.flatMap(({ reads: { read, copied }, shown }) => [
      ...read,
      ...[...copied].flatMap(([path, values]) =>
        [...values].some((value) => value !== '' && shown.includes(withPlainSpaces(String(value)))) ? path : [],
      ),
    ]),
  )
  return [...leaves].filter((path) => !used.has(path)).sort()
}

/** Loads and renders a page within the layout, and records what is read of the data of both. */
async function visit(address: string) {
  const url = new URL(address, 'http://localhost:3000')
  const found = routeOf(url.pathname)
  const args = { request: new Request(url), params: found.params, context: {} }
  const layoutReads = recordReads(await load(LAYOUT, args), isMap)
  const pageReads = recordReads(await load(found.file, args), isMap)
  const { default: Layout, handle: layoutHandle } = moduleOf(LAYOUT)
  const { default: Page, handle } = moduleOf(found.file)
  const noLoader = () => null
  const page = { id: withoutExtension(found.file), path: '*', Component: Page ?? null, handle, loader: noLoader }
  const tree = [
    {
      id: withoutExtension(LAYOUT),
      Component: Layout ?? null,
      handle: layoutHandle,
      loader: noLoader,
      children: [page],
    },
  ]
  const loaderData = {
    [withoutExtension(LAYOUT)]: layoutReads.data,
    [withoutExtension(found.file)]: pageReads.data,
  }
  const router = createMemoryRouter(tree, { initialEntries: [address], hydrationData: { loaderData } })
  const element = createElement(RouterProvider, { router })
  const html = renderToString(createElement(RemixContext.Provider, { value: remixContext() }, element))
  const tags = JSON.stringify(tagsOf(found.file, url, layoutReads.data, pageReads.data))
  const shown = withPlainSpaces(`${unescaped(html)}\n${tags}`)
  for (const [file, reads] of [
    [LAYOUT, layoutReads],
    [found.file, pageReads],
  ] as const) {
    recorded.set(file, [...(recorded.get(file) ?? []), { reads, shown }])
  }
}

/** Loaders and components bind words of a text by spaces that do not break. */
function withPlainSpaces(text: string) {
  return text.replaceAll('\u00A0', ' ')
}

function routeOf(pathname: string) {
  for (const { path, index, file } of pages) {
    const match = matchPath({ path: index ? '/' : `/${String(path)}`, caseSensitive: true }, pathname)
    if (match) return { file, params: match.params }
  }
  throw new Error(`No page has the address ${pathname}`)
}

/** The data of a route, without its status and headers. */
async function load(file: string, args: LoaderFunctionArgs): Promise<unknown> {
  const result = (await moduleOf(file).loader?.(args)) ?? null
  const isWithInit = typeof result === 'object' && result !== null && 'type' in result && 'init' in result
  return isWithInit ? (result as { data?: unknown }).data : result
}

function tagsOf(file: string, url: URL, layoutData: unknown, pageData: unknown) {
  const match = (route: string, data: unknown) => ({
    id: withoutExtension(route),
    pathname: url.pathname,
    data,
    params: {},
    handle: moduleOf(route).handle,
    meta: [],
  })
  const location = { pathname: url.pathname, search: url.search, hash: '', state: null, key: 'default' }
  const matches = [match(LAYOUT, layoutData), match(file, pageData)]
  return moduleOf(file).meta?.({ data: pageData, params: {}, location, matches, error: undefined })
}

function withoutExtension(file: string) {
  return file.replace(/\.tsx$/, '')
}

function unescaped(html: string) {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html
    .replaceAll('<!-- -->', '')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => characters[name] ?? '')
}
