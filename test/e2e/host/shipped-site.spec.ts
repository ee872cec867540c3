import { modifiersOf, observatoryScore } from '../../observatory-score.ts'
import { expect, test } from '../fixtures.ts'
import { headOf } from '../page-head.ts'
import { sitemapPaths } from '../sitemap-paths.ts'

const PUBLIC_ORIGIN = 'https://www.example.com'
const COMPANY = ' | Polymer Compounds'

test('every public page of the site as it ships: a title and description of its own, its own address, the breadcrumb it shows; at least 125 of Mozilla Observatory', async ({
  start,
}) => {
  // As behind a proxy with TLS.
  const site = await start({ hasAllGrades: true, variables: { PUBLIC_ORIGIN, ALLOWED_HOSTS: 'localhost' } })
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  const paths = await sitemapPaths(site.origin)
  for (const ofPage of paths) {
    const address = PUBLIC_ORIGIN + ofPage
    const {
      status,
      titles: [title = '', ...others],
      ...head
    } = await headOf(site.origin + ofPage)
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
    expect(head.images, ofPage).toEqual([expect.stringMatching(/^https:\/\/www\.example\.com\/.+\.(?:jpg|png|webp)$/)])
    expect(crumbsOf(head.data), ofPage).toEqual(head.crumbs)
    // As if requested under the site's own name.
    const headers = new Headers(head.headers)
    const policy = headers.get('Content-Security-Policy') ?? ''
    headers.set('Content-Security-Policy', policy.replaceAll(site.origin, PUBLIC_ORIGIN))
    const scanned = { headers, html: head.html }
    expect(observatoryScore(scanned), `${ofPage} ${JSON.stringify(modifiersOf(scanned))}`).toBeGreaterThanOrEqual(125)
    titles.add(title)
    descriptions.add(head.descriptions[0] ?? '')
  }
  expect([titles.size, descriptions.size]).toEqual([paths.length, paths.length])
})

/** With the company's name, unless search engines would cut the title. */
function expectNamed(title: string, ofPage: string) {
  const alone = title.replace(COMPANY, '')
  expect(alone, ofPage).toMatch(/^[^|]+$/)
  expect(title, ofPage).toBe(alone.length + COMPANY.length > 70 ? alone : alone + COMPANY)
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
