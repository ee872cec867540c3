import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../fixtures.ts'
import { attributesOf, decodeEntities, parseHtml } from '../parse-html.ts'
import { sitemapPaths } from '../sitemap-paths.ts'

/** The parts of a page that machines read. */
async function headOf(address: string) {
  const response = await fetch(address)
  const page = await parseHtml(await response.text())
  const contentOf = (selector: string) => attributesOf(page, selector, 'content')
  return {
    status: response.status,
    titles: page.querySelectorAll('head title').map(({ textContent }) => decodeEntities(textContent)),
    descriptions: contentOf('meta[name="description"]'),
    canonicals: attributesOf(page, 'link[rel="canonical"]', 'href'),
    robots: contentOf('meta[name="robots"]'),
    urls: contentOf('meta[property="og:url"]'),
    images: contentOf('meta[property="og:image"]'),
    crumbs: page.querySelectorAll('.crumbs li').map(({ textContent }) => decodeEntities(textContent)),
    data: page.querySelectorAll('script[type="application/ld+json"]').map(({ textContent }) => textContent),
  }
}

/** Names of the breadcrumb in structured data. */
function crumbsOf(data: string[]) {
  const list = data.find((json) => json.includes('BreadcrumbList')) ?? '{}'
  const names: string[] = []
  JSON.parse(list, (key, value: unknown) => {
    if (key === 'name' && typeof value === 'string') names.push(value)
    return value
  })
  return names
}

test('every public page: one title and description of its own, its own address, and the breadcrumb it shows', async ({
  start,
}) => {
  // A separate site, because other tests shorten the texts of their pages.
  const site = await start()
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  const paths = await sitemapPaths(site.origin)
  for (const ofPage of paths) {
    const address = site.origin + ofPage
    const {
      status,
      titles: [title = '', ...others],
      ...head
    } = await headOf(address)
    expect({ status, others, canonicals: head.canonicals, urls: head.urls, robots: head.robots }, ofPage).toEqual({
      status: 200,
      others: [],
      canonicals: [address],
      urls: [address],
      robots: [],
    })
    if (ofPage === '/') expect(title).toMatch(/^Polymer Compounds: ./)
    else expectNamed(title, ofPage)
    expect(
      head.descriptions.map(({ length }) => length >= 40 && length <= 320),
      ofPage,
    ).toEqual([true])
    expect(head.images, ofPage).toEqual([expect.stringMatching(/^http:\/\/localhost:\d+\/.+\.(?:jpg|png|webp)$/)])
    // The title of an article, directly below its breadcrumb, is not repeated there.
    const own = ofPage.startsWith('/news/') ? [title.replace(COMPANY, '')] : []
    expect(crumbsOf(head.data), ofPage).toEqual([...head.crumbs, ...own])
    titles.add(title)
    descriptions.add(head.descriptions[0] ?? '')
  }
  expect([titles.size, descriptions.size]).toEqual([paths.length, paths.length])
})

const COMPANY = ' | Polymer Compounds'

/** With the company's name, unless search engines would cut the title. */
function expectNamed(title: string, ofPage: string) {
  const alone = title.replace(COMPANY, '')
  expect(alone, ofPage).toMatch(/^[^|]+$/)
  expect(title, ofPage).toBe(alone.length + COMPANY.length > 70 ? alone : alone + COMPANY)
}

test('product pages: shared with their own picture and title; the home page: the company', async ({ site }) => {
  const product = await headOf(`${site.origin}/products/pvc-compound`)
  expect(product.images).toEqual([
    expect.stringMatching(/^http:.*\/variants\/product-pvc-[^/]+\/title-[0-9a-f]{16}\.jpg$/),
  ])
  const picture = await fetch(product.images[0] ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  // Without an offer or a rating, search engines report a product as invalid.
  expect(product.data.join()).not.toContain('"@type":"Product"')
  expect((await headOf(site.origin)).data.join()).toMatch(/"@type":"Organization".*"logo":"http:.*\/icon-512.png"/)
})

for (const address of ['/no-such-page', '/products/no-such-product']) {
  test(`${address}: 404 that search engines do not keep`, async ({ site }) => {
    const { status, titles, robots, canonicals, data } = await headOf(site.origin + address)
    expect({ status, titles, robots, canonicals, data }).toEqual({
      status: 404,
      titles: ['Page not found | Polymer Compounds'],
      robots: ['noindex'],
      canonicals: [],
      data: [],
    })
  })
}

test('address with a slash at its end: 308 to the one without, query kept, and never to another site', async ({
  site,
}) => {
  for (const [address, target] of [
    ['/products/?from=mail', '/products?from=mail'],
    ['/investors/Drhp/', '/investors/Drhp'],
    ['//evil.example/', '/evil.example'],
  ]) {
    const response = await fetch(`${site.origin}${address}`, { redirect: 'manual' })
    expect([response.status, response.headers.get('Location')]).toEqual([308, target])
  }
})

test('markup in content: structured data stays one readable script', async ({ start }) => {
  const contentDir = test.info().outputPath('content')
  cpSync('content', contentDir, { recursive: true })
  const file = path.join(contentDir, 'site.yaml')
  const hostile = `A & B </script><script>alert(1)</script> "quoted" <!--`
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^companyName: .*$/m, `companyName: '${hostile}'`))
  const site = await start({ variables: { CONTENT_DIR: contentDir } })

  const { data, titles } = await headOf(site.origin)
  expect(titles[0]).toContain(hostile)
  expect(JSON.parse(data[0] ?? '')).toMatchObject({ '@type': 'Organization', name: hostile })
  expect(data.join()).not.toContain('<')
})

test('icons, share image and generated files: served with the type they have', async ({ site }) => {
  const types: Record<string, string> = {
    '/favicon.ico': 'image/x-icon',
    '/favicon.svg': 'image/svg+xml',
    '/apple-touch-icon.png': 'image/png',
    '/icon-192.png': 'image/png',
    '/icon-512.png': 'image/png',
    '/icon-maskable-512.png': 'image/png',
    '/images/share.jpg': 'image/jpeg',
    '/site.webmanifest': 'application/manifest+json; charset=utf-8',
    '/sitemap.xml': 'application/xml; charset=utf-8',
    '/feed.xml': 'application/rss+xml; charset=utf-8',
    '/robots.txt': 'text/plain; charset=utf-8',
  }
  const served = await Promise.all(
    Object.keys(types).map(async (file) => {
      const response = await fetch(site.origin + file, { method: 'HEAD' })
      return [file, response.ok ? response.headers.get('Content-Type') : response.status]
    }),
  )
  expect(Object.fromEntries(served)).toEqual(types)
})
