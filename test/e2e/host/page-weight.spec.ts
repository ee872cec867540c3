import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { scriptSizes } from '../script-sizes.ts'
import { sitemapPaths } from '../sitemap-paths.ts'

const KILOBYTE = 1000
const compress = promisify(brotliCompress)

test('every public page: at most 20 kB of styles, all in the page, and 60 kB of fonts; it names no admin screen', async ({
  site,
  request,
}) => {
  // Pages of one layout have the same styles.
  const measured = new Set<string>()
  for (const page of await sitemapPaths(site.origin)) {
    const html = await (await request.get(page)).text()
    expect(html.match(/<link[^>]* rel="stylesheet"[^>]*>/g), `linked styles of ${page}`).toBeNull()
    const styles = inlineStyles(html)
    if (!measured.has(styles)) {
      measured.add(styles)
      expect(styles, `styles of ${page}`).toContain('@font-face')
      expect((await compress(styles)).length, `styles of ${page}`).toBeLessThan(20 * KILOBYTE)
    }
    expect(await weightOf(request, html, /\/assets\/[\w.-]+\.woff2/g), `fonts of ${page}`).toBeLessThan(60 * KILOBYTE)
    // A browser matches each address against all routes in the page.
    expect(html, `routes of ${page}`).not.toMatch(/"(?:admin|api|editor)\//)
  }
})

test('the script of all pages: begins with the hint by which browsers compile it beside the main thread', async ({
  request,
}) => {
  const shared = /\/assets\/shared-[\w-]+\.js/.exec(await (await request.get('/')).text())
  const script = await request.get(shared?.[0] ?? '')
  expect(await script.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

// A schema or an editor in the wrong chunk adds 10 to 25 kB to every screen.
for (const { address, screen, kilobytes } of [
  { address: '/admin', screen: 'the dashboard', kilobytes: 100 },
  { address: '/admin/stats', screen: 'an editor', kilobytes: 120 },
]) {
  test(`${screen}: at most 15 scripts and ${kilobytes} kB of them, compressed`, async ({ page, signIn }) => {
    await signIn()
    await page.goto(address)
    const sizes = await scriptSizes(page)
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.length).toBeLessThanOrEqual(15)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(kilobytes * KILOBYTE)
  })
}

function inlineStyles(html: string) {
  return [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text).join('\n')
}

/** Transferred bytes of the files that a page names. */
async function weightOf(request: APIRequestContext, html: string, pattern: RegExp) {
  const files = [...new Set(html.match(pattern))]
  expect(files.length).toBeGreaterThan(0)
  const sizes = files.map(async (file) => {
    const response = await request.head(file, { headers: { 'Accept-Encoding': 'br' } })
    expect(response.status(), file).toBe(200)
    return Number(response.headers()['content-length'])
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
