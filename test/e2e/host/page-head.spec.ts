import { expect, test } from '../fixtures.ts'
import { withHandEdit } from '../hand-edit.ts'
import { headOf } from '../page-head.ts'

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

test('markup in content: structured data stays one readable script', async ({ site }) => {
  const hostile = `A & B </script><script>alert(1)</script> "quoted" <!--`
  const edit = (text: string) => text.replace(/^companyName: .*$/m, `companyName: '${hostile}'`)
  await withHandEdit(site, { file: 'site.yaml', address: '/', edit }, async () => {
    const { data, titles } = await headOf(site.origin)
    expect(titles[0]).toContain(hostile)
    expect(JSON.parse(data[0] ?? '')).toMatchObject({ '@type': 'Organization', name: hostile })
    expect(data.join()).not.toContain('<')
  })
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
