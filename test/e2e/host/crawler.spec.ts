import { crawl } from '../crawl.ts'
import { expect, test } from '../fixtures.ts'
import { sitemapPaths } from '../sitemap-paths.ts'

/** A comparison links to those of its grades in another order: of these, those that one comparison links to are enough. */
const isOfFurtherComparison = (address: string, foundOn: string) =>
  /[?&](?:compare|grades)=/.test(address) && /[?&]compare=(?!hf-60-s)/.test(foundOn)

test('every link, fragment, image in every size, file, style and feed entry of the site leads somewhere', async ({
  start,
}) => {
  test.setTimeout(180_000)
  const site = await start({ hasAllGrades: true })
  const { broken, asked, linkedPaths } = await crawl(site.origin, ['/', '/robots.txt'], isOfFurtherComparison)
  expect(broken).toEqual([])
  expect(asked).toBeGreaterThan(500)

  const pages = await sitemapPaths(site.origin)
  expect(
    pages.filter((page) => !linkedPaths.has(page)),
    'pages that only the sitemap knows',
  ).toEqual([])
})
