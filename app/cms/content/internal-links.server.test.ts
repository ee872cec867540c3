import { expect, test } from 'vitest'
import { careers } from '#app/site/sections/careers/careers.ts'
import { SITE_PAGES } from '#app/site/addresses/site-addresses.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { productCatalog } from '#app/site/sections/product-catalog/product-catalog.server.ts'
import { createTestSite } from '#test/create-test-site.ts'

const testSite = await createTestSite()
const { brokenLinks, linkTargets } = testSite.links
const { productAddresses } = testSite.service(productCatalog)
const { content: siteContent } = testSite

test('the pages that links can lead to: every public page that is not switched off, each once', () => {
  const addresses = linkTargets().map(({ href }) => href)
  expect(addresses).toEqual([...new Set(addresses)])
  expect([...SITE_PAGES, ...productAddresses()].filter((page) => !addresses.includes(page))).toEqual([
    '/investors/disclosures',
  ])
})

test('what leads to a product page: the list with its card, and the pages that name it as a related product', () => {
  const section = testSite.sections.resolve('product-hffr-compound')
  if (!section) throw new Error('There is no such page')
  const labels = testSite.links.linksTo(section).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['Power Cable', 'PVC Compounds page']))
  expect(labels).not.toContain('HFFR Compound page')
})

test('an event, which has no page of its own: links to the page of all events do not lead to it', () => {
  const section = testSite.sections.resolve('events--wire-and-cable-fair-2027')
  expect(section && testSite.links.linksTo(section)).toEqual([])
})

test('a link to a page that does not exist: found until it is mended, with the page that is meant', async () => {
  expect(brokenLinks()).toEqual([])
  const { value } = siteContent.read(siteDetails)
  const navigation = [...value.navigation, { text: 'Certificates', link: '/certificat?from=menu#iso' }]
  await siteContent.update(siteDetails, { author: 'admin', reason: 'Test', change: () => ({ ...value, navigation }) })
  expect(brokenLinks()).toEqual([
    {
      section: { id: 'site', label: 'Company details' },
      href: '/admin/site',
      link: '/certificat?from=menu#iso',
      likely: '/certificate',
    },
  ])
  await siteContent.update(siteDetails, { author: 'admin', reason: 'Test', change: () => value })
  expect(brokenLinks()).toEqual([])
})

test('a link to # alone: found, in a field and in a Markdown text; one to a place on the page is not', async () => {
  const by = { author: 'admin', reason: 'Test' }
  const { value } = siteContent.read(careers)
  await siteContent.update(careers, { ...by, change: () => ({ ...value, body: '[a](#) [b](#apply)' }) })
  const details = siteContent.read(siteDetails).value
  const navigation = [...details.navigation, { text: 'Later', link: '#' }]
  await siteContent.update(siteDetails, { ...by, change: () => ({ ...details, navigation }) })
  expect(brokenLinks().map(({ section, link }) => [section.id, link])).toEqual([
    ['careers', '#'],
    ['site', '#'],
  ])
  await siteContent.update(careers, { ...by, change: () => value })
  await siteContent.update(siteDetails, { ...by, change: () => details })
  expect(brokenLinks()).toEqual([])
})

test('a link in a Markdown text: found as well; a file is no page', async () => {
  const { value } = siteContent.read(careers)
  const body = '[a](/certificat) [b](/policies/code.pdf) [c](https://example.com) `[d](/nothing)`'
  const by = { author: 'admin', reason: 'Test' }
  await siteContent.update(careers, { ...by, change: () => ({ ...value, body }) })
  expect(brokenLinks()).toEqual([
    {
      section: { id: 'careers', label: 'Careers' },
      href: '/admin/careers',
      link: '/certificat',
      likely: '/certificate',
    },
  ])
  await siteContent.update(careers, { ...by, change: () => value })
})
