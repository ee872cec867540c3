import { expect, test } from 'vitest'
import { SITE_PAGES } from './site-pages.ts'
import { brokenLinks, linkTargets } from './internal-links.server.ts'
import { productAddresses } from './product-page/product-catalog.server.ts'
import { siteContent } from './site-content.server.ts'
import { site } from './site/site.ts'

test('the pages that links can lead to: every public page, each once', () => {
  const addresses = linkTargets().map(({ href }) => href)
  expect(addresses).toEqual([...new Set(addresses)])
  expect([...SITE_PAGES, ...productAddresses()].filter((page) => !addresses.includes(page))).toEqual([])
})

test('a link to a page that does not exist: found until it is mended, with the page that is meant', async () => {
  expect(brokenLinks()).toEqual([])
  const { value } = siteContent.read(site)
  const navigation = [...value.navigation, { text: 'Certificates', link: '/certificat?from=menu#iso' }]
  await siteContent.update(site, { author: 'admin', reason: 'Test', change: () => ({ ...value, navigation }) })
  expect(brokenLinks()).toEqual([
    { section: { id: 'site', label: 'Site details' }, link: '/certificat?from=menu#iso', likely: '/certificate' },
  ])
  await siteContent.update(site, { author: 'admin', reason: 'Test', change: () => value })
  expect(brokenLinks()).toEqual([])
})
