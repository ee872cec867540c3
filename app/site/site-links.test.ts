import { expect, test } from 'vitest'
import { SITE_PAGES } from '#app/site/addresses/site-addresses.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const testSite = await createTestSite()
const { linkTargets } = testSite.links
const { productAddresses } = testSite.service(productCatalog)

test('the pages that links can lead to: every public page that is not switched off, each once', () => {
  const addresses = linkTargets().map(({ href }) => href)
  expect(addresses).toEqual([...new Set(addresses)])
  expect([...SITE_PAGES, ...productAddresses()].filter((page) => !addresses.includes(page))).toEqual([
    '/investors/disclosures',
    // It does nothing without the link that a sender gets.
    '/privacy/withdraw',
  ])
})

test('what leads to a product page: the list with its card, and the pages that name it as a related product', () => {
  const section = testSite.sections.resolve('product-hffr-compound')
  if (!section) throw new Error('There is no such page')
  const labels = testSite.links.linksTo(section).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['Power Cable', 'PVC Compounds page']))
  expect(labels).not.toContain('HFFR Compound page')
})
