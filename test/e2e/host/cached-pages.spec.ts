import { createHash } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import { withHandEdit } from '../hand-edit.ts'
import { sitemapPaths } from '../sitemap-paths.ts'

/** Headers of a visitor that must not change the response for others. */
const STRANGE_HEADERS = {
  'X-Forwarded-Host': 'localhost',
  'X-Forwarded-Proto': 'https',
  'X-Original-Url': '/admin',
  'X-Remix-Revalidate': 'yes',
  'Accept-Language': 'hi',
  'User-Agent': 'SENT-BY-A-VISITOR',
  Cookie: 'session=SENT-BY-A-VISITOR; __session=SENT-BY-A-VISITOR',
  Authorization: 'Bearer SENT-BY-A-VISITOR',
  Referer: 'http://localhost/SENT-BY-A-VISITOR',
  'Sec-Purpose': 'prefetch',
}

test('every public page and its data: the same for every visitor, without a cookie, revalidated each time', async ({
  site,
}) => {
  for (const page of await sitemapPaths(site.origin)) {
    for (const address of [page, page === '/' ? '/_root.data' : `${page}.data`]) {
      const strange = await fetch(`${site.origin}${address}?utm=SENT-BY-A-VISITOR`, { headers: STRANGE_HEADERS })
      const plain = await fetch(site.origin + address)
      expect(plain.status, address).toBe(200)
      expect(await strange.text(), address).toBe(await plain.text())
      for (const response of [strange, plain]) {
        expect(response.headers.get('Set-Cookie'), address).toBeNull()
        expect(response.headers.get('Cache-Control'), address).toBe('public, max-age=0, must-revalidate')
        expect(response.headers.get('ETag'), address).toBe(plain.headers.get('ETag'))
      }
      const again = await fetch(site.origin + address, {
        headers: { 'If-None-Match': plain.headers.get('ETag') ?? '' },
      })
      expect(again.status, address).toBe(304)
    }
  }
})

test('the page after a message was sent: no cache stores it, and other visitors do not see the notice', async ({
  site,
}) => {
  const target = `${site.origin}/contactus?sent=1`
  const flash = Buffer.from(JSON.stringify({ kind: 'success', message: 'Sent' })).toString('base64url')
  const response = await fetch(target, { headers: { Cookie: `flash=${flash}` } })
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('Set-Cookie')).toMatch(/^flash=; .*Max-Age=0/)
  expect(await response.text()).toContain('Message sent successfully!')
  expect(await (await fetch(target)).text()).not.toContain('Message sent successfully!')
})

test('a hand edit of content: on the page at once, under another tag', async ({ site }) => {
  const edit = (text: string) => text.replace(/yearsExperience: \d+/, 'yearsExperience: 277')
  await withHandEdit(site, { file: 'home/stats.yaml', address: '/', edit }, async () => {
    expect(await (await fetch(site.origin)).text()).toContain('277')
  })
})

test('administrator area: never kept, with and without a session', async ({ site, page, signIn }) => {
  const anonymous = await fetch(`${site.origin}/admin/login`)
  expect([anonymous.headers.get('Cache-Control'), anonymous.headers.get('ETag')]).toEqual(['no-store', null])
  await signIn()
  const response = await page.goto('/admin')
  expect([response?.headers()['cache-control'], response?.headers()['etag']]).toEqual(['no-store', undefined])
  const shown = await page.goto('/')
  const forAll = await fetch(site.origin)
  expect(shown?.headers()['etag']).toBe(forAll.headers.get('ETag'))
})

test('every public page: its policy names the inline scripts and styles that it holds, and no more', async ({
  site,
}) => {
  for (const page of [...(await sitemapPaths(site.origin)), '/admin/login', '/no-such-page']) {
    const response = await fetch(site.origin + page)
    const html = await response.text()
    const inline = [
      ...html.matchAll(/<(?:script|style)(?![^>]* src=|[^>]* type="application\/ld\+json")[^>]*>([^]*?)<\//g),
    ]
    const hashes = inline.map(([, text = '']) => createHash('sha256').update(text).digest('base64'))
    const allowed = response.headers.get('Content-Security-Policy')?.match(/(?<='sha256-)[^']+/g)
    expect(new Set(allowed), page).toEqual(new Set(hashes))
    expect(html, page).not.toContain(' nonce=')
  }
})
