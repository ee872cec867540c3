import { readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { keyFigures } from '#app/site/sections/key-figures/key-figures.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { ownAreas } from '#app/cms/define/own-areas.ts'
import {
  GENERATED_FILES,
  HOST_AREAS,
  isOwnAddress,
  isReservedAddress,
  SITE_PAGES,
} from '#app/site/addresses/site-addresses.ts'
import routes from '#app/routes.ts'
import * as feed from './feed.tsx'
import * as figuresFile from './key-figures-csv.tsx'
import * as manifest from './manifest.tsx'
import * as openSearch from './opensearch.tsx'
import * as robots from './robots.tsx'
import * as sitemap from './sitemap.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const testSite = await createTestSite()
const { env, content: siteContent } = testSite

test.each([sitemap, robots, feed, figuresFile, manifest, openSearch])(
  'writing to a generated file: 405 with what is allowed',
  ({ action }) => {
    const { status, headers } = action()
    expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  },
)

test('sitemap: knows every page of the route table that has one fixed address', () => {
  const layout = routes.find(({ file }) => file === 'site/layout/site-layout.tsx')
  const paths = (layout?.children ?? []).map(({ index, path: ofRoute = '' }) => (index ? '/' : `/${ofRoute}`))
  const fixed = paths.filter((ofPage) => !/[:*]/.test(ofPage))
  expect(fixed.length).toBeGreaterThan(10)
  expect(SITE_PAGES.toSorted()).toEqual(fixed.toSorted())
})

test('generated files: those that are cached are the ones of the route table', () => {
  const generated = routes.filter(({ file }) => file.startsWith('site/feeds/'))
  const fixed = generated.map(({ path: ofRoute = '' }) => `/${ofRoute}`).filter((address) => !/[:*]/.test(address))
  expect(GENERATED_FILES.toSorted()).toEqual(fixed.toSorted())
})

test('the search for browsers: its addresses, with the place of the words', async () => {
  const file = openSearch.loader()
  expect(file.headers.get('Content-Type')).toBe('application/opensearchdescription+xml; charset=utf-8')
  const xml = await file.text()
  expect(xml).toContain('<ShortName>Polymer Compound</ShortName>')
  for (const page of ['/search', '/search/suggestions'])
    expect(xml).toContain(`template="${env.publicOrigin}${page}?q={searchTerms}"`)
})

test('key figures as CSV: a column for each year; a loss is a number, a name that a program would calculate is text', async () => {
  const change = () => ({
    ...siteContent.read(keyFigures).value,
    years: ['2023-24', '2024-25'],
    figures: [
      { _id: 'profit', name: 'Profit, "net"', unit: 'Rs crore', definition: '', values: ['-4.5', '12'] },
      { _id: 'trap', name: '=1+1', unit: '%', definition: '', values: ['1', '2'] },
    ],
  })
  await siteContent.update(keyFigures, { author: 'test', reason: 'Test', change })
  const file = figuresFile.loader()
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect((await file.text()).split('\r\n')).toEqual([
    '"Figure","Unit","2023-24","2024-25"',
    '"Profit, ""net""","Rs crore",-4.5,12',
    `"'=1+1","%",1,2`,
    '',
  ])
})

test('own addresses: every file of the host and every route but those of products, unknown addresses and the host', () => {
  expect(HOST_AREAS).toEqual(expect.arrayContaining(readdirSync('public')))
  const top = routes
    .map(({ path: ofRoute = '' }) => ofRoute)
    .filter((ofRoute) => ofRoute !== '' && !ofRoute.startsWith('products/:'))
  expect(top.filter((ofRoute) => !isOwnAddress(`/${ofRoute}`))).toEqual([])
  expect(ownAreas().every((area) => isOwnAddress(`/${area}`) && isOwnAddress(`/${area}/a`))).toBe(true)
  expect(['/assetss', '/admin-2', '/products/a', '/old'].filter(isOwnAddress)).toEqual([])
})

test('reserved addresses: the first part of every route, and every file of the host', () => {
  const layout = routes.find(({ file }) => file === 'site/layout/site-layout.tsx')
  const all = [...routes, ...(layout?.children ?? [])].flatMap(({ path: ofRoute = '' }) => ofRoute.split('/')[0] ?? '')
  const parts = [...all.filter((part) => part !== '' && !/^[:*~]/.test(part)), ...HOST_AREAS, ...ownAreas()]
  expect(parts.length).toBeGreaterThan(25)
  expect(parts.filter((part) => !isReservedAddress(part))).toEqual([])
  expect(['terms-of-use', 'product', 'admins'].filter(isReservedAddress)).toEqual([])
})

test('robots.txt: keeps crawlers out of the administrator area and the API, and names the sitemap', async () => {
  const response = robots.loader()
  expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
  expect((await response.text()).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api',
    '',
    `Sitemap: ${env.publicOrigin}/sitemap.xml`,
    '',
  ])
})

test('manifest: the name from content, and icons that are there in the size they claim', async () => {
  const response = manifest.loader()
  expect(response.headers.get('Content-Type')).toBe('application/manifest+json; charset=utf-8')
  const { name, icons } = z
    .object({ name: z.string(), icons: z.array(z.object({ src: z.string(), sizes: z.string() })).min(3) })
    .parse(await response.json())
  expect(name).toBe(siteContent.read(siteDetails).value.companyName)
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(path.join('public', src)).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
})
