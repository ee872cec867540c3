import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { sitemapPaths } from '../sitemap-paths.ts'

const KILOBYTE = 1000

test('every public page: at most 95 kB of scripts, 20 kB of styles and 60 kB of fonts, compressed', async ({
  site,
  request,
}) => {
  for (const page of await sitemapPaths(site.origin)) {
    const html = await (await request.get(page)).text()
    expect(await weightOf(request, html, /\/assets\/[\w.-]+\.js(?=")/g), `scripts of ${page}`).toBeLessThan(
      95 * KILOBYTE,
    )
    expect(await weightOf(request, html, /\/assets\/[\w.-]+\.css/g), `styles of ${page}`).toBeLessThan(20 * KILOBYTE)
    expect(await weightOf(request, html, /\/assets\/[\w.-]+\.woff2/g), `fonts of ${page}`).toBeLessThan(60 * KILOBYTE)
  }
})

// A schema or an editor in the wrong chunk adds 10 to 25 kB to every screen.
for (const { address, screen, kilobytes } of [
  { address: '/admin', screen: 'the dashboard', kilobytes: 100 },
  { address: '/admin/stats', screen: 'an editor', kilobytes: 120 },
]) {
  test(`${screen}: at most 15 scripts and ${kilobytes} kB of them, compressed`, async ({ page, signIn }) => {
    await signIn()
    await page.goto(address)
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => /\/assets\/[\w.-]+\.js$/.test(name))
        .map(({ encodedBodySize }) => encodedBodySize),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.length).toBeLessThanOrEqual(15)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(kilobytes * KILOBYTE)
  })
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
