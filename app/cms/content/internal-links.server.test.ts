import { expect, test } from 'vitest'
import { album } from '#test/example-site/album/album.ts'
import { PAGES } from '#test/example-site/addresses.ts'
import { bakery } from '#test/example-site/bakery/bakery.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { team } from '#test/example-site/team/team.ts'

const testSite = await createExampleSite()
const { brokenLinks, linkTargets } = testSite.links
const { content: siteContent } = testSite
const by = { author: 'admin', reason: 'Test' }

test('the pages that links can lead to: every public page that is not switched off, each once', async () => {
  const addresses = () => linkTargets().map(({ href }) => href)
  expect(addresses()).toEqual([...new Set(addresses())])
  const entries = ['/recipes/soda-bread', '/news/wood-oven', '/allergens']
  const missing = () => [...PAGES, ...entries].filter((page) => !addresses().includes(page))
  expect(missing()).toEqual([])
  const { value } = siteContent.read(album)
  await siteContent.update(album, { ...by, change: () => ({ ...value, pictures: [] }) })
  expect(missing()).toEqual(['/album'])
  await siteContent.update(album, { ...by, change: () => value })
})

test('an entry that has no page of its own: links to the page that shows it do not lead to it', () => {
  const section = testSite.sections.resolve('courses--first-loaf-2099')
  expect(section && testSite.links.linksTo(section)).toEqual([])
})

test('a link to a page that does not exist: found until it is mended, with the page that is meant', async () => {
  expect(brokenLinks()).toEqual([])
  const { value } = siteContent.read(bakery)
  const navigation = [...value.navigation, { text: 'Pictures', link: '/albu?from=menu#oven' }]
  await siteContent.update(bakery, { author: 'admin', reason: 'Test', change: () => ({ ...value, navigation }) })
  expect(brokenLinks()).toEqual([
    {
      section: { id: 'bakery', label: 'Bakery' },
      href: '/admin/bakery',
      link: '/albu?from=menu#oven',
      likely: '/album',
    },
  ])
  await siteContent.update(bakery, { author: 'admin', reason: 'Test', change: () => value })
  expect(brokenLinks()).toEqual([])
})

test('a link to # alone: found, in a field and in a Markdown text; one to a place on the page is not', async () => {
  const by = { author: 'admin', reason: 'Test' }
  const { value } = siteContent.read(team)
  await siteContent.update(team, { ...by, change: () => ({ ...value, body: '[a](#) [b](#apply)' }) })
  const details = siteContent.read(bakery).value
  const navigation = [...details.navigation, { text: 'Later', link: '#' }]
  await siteContent.update(bakery, { ...by, change: () => ({ ...details, navigation }) })
  expect(brokenLinks().map(({ section, link }) => [section.id, link])).toEqual([
    ['team', '#'],
    ['bakery', '#'],
  ])
  await siteContent.update(team, { ...by, change: () => value })
  await siteContent.update(bakery, { ...by, change: () => details })
  expect(brokenLinks()).toEqual([])
})

test('a link in a Markdown text: found as well; a file is no page', async () => {
  const { value } = siteContent.read(team)
  const body = '[a](/albu) [b](/menus/breakfast.pdf) [c](https://example.com) `[d](/nothing)`'
  const by = { author: 'admin', reason: 'Test' }
  await siteContent.update(team, { ...by, change: () => ({ ...value, body }) })
  expect(brokenLinks()).toEqual([
    {
      section: { id: 'team', label: 'Team' },
      href: '/admin/team',
      link: '/albu',
      likely: '/album',
    },
  ])
  await siteContent.update(team, { ...by, change: () => value })
})
