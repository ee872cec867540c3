import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures.ts'
import { withLongContent } from '../long-content.ts'
import { sitemapPaths, withOneGradeOfEachProduct } from '../sitemap-paths.ts'

test('words of 90 letters and large numbers in every field: no page is wider than the window', async ({
  page,
  start,
}) => {
  test.setTimeout(300_000)
  await withLongContent(async (contentDir) => {
    expect(await readFile(path.join(contentDir, 'home/stats.yaml'), 'utf8')).toContain('999999999999')
    const site = await start({ variables: { CONTENT_DIR: contentDir } })
    expect(site.output()).not.toContain('cannot be used')
    const paths = withOneGradeOfEachProduct(await sitemapPaths(site.origin))
    const tooWide: string[] = []
    for (const ofPage of paths) {
      await page.goto(site.origin + ofPage)
      // Opened, so that closed sections are measured as well.
      await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)))
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const reach = await page.evaluate(() => document.documentElement.scrollWidth)
        if (reach > width) tooWide.push(`${ofPage}: ${reach} px in a window of ${width} px`)
      }
    }
    expect(tooWide).toEqual([])
  })
})
