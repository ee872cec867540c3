import { crawl } from '../crawl.ts'
import { expect, test } from '../fixtures.ts'
import { sitemapPaths } from '../sitemap-paths.ts'

test('every link, fragment, image in every size, file, style and feed entry of the site leads somewhere', async ({
  site,
}) => {
  test.setTimeout(180_000)
  const { broken, asked, linkedPaths } = await crawl(site.origin, ['/', '/robots.txt'])
  expect(broken).toEqual([])
  expect(asked).toBeGreaterThan(500)

  const pages = await sitemapPaths(site.origin)
  expect(
    pages.filter((page) => !linkedPaths.has(page)),
    'pages that only the sitemap knows',
  ).toEqual([])
})
