import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { contentOfEntries } from '#test/content-of-entries.ts'
import { entriesWithoutAddress } from '#app/cms/content/entries-without-address.ts'
import { openInternalLinks } from '#app/cms/content/internal-links.server.ts'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import exampleDefinition from '#test/example-site/site.config.ts'
import { findPage, listedPages, pagesOf } from './collection-pages.ts'
import { createSiteReader, type ContentReader } from './content-reader.ts'
import { defineCollection } from './define-collection.ts'
import { defineSection } from './define-section.ts'
import { defineSite } from './define-site.ts'
import * as fields from './fields.ts'
import { redirectList } from './page-redirects.ts'
import { openSiteSections } from './site-sections.ts'

const articles = defineCollection({
  id: 'articles',
  label: 'Articles',
  names: { noun: 'article', title: ({ title }) => title },
  icon: 'news',
  form: { module: 'x.tsx' },
  files: 'articles/*.yaml',
  schema: z.strictObject({
    title: fields.line('Title'),
    link: fields.optionalLink('Link'),
    until: fields.optionalLine('Until'),
  }),
  lifecycle: { lastDay: ({ until }) => until },
  pages: { below: '/news', isReserved: (last) => last === 'all' },
})
const details = defineSection({
  id: 'details',
  label: 'Details',
  icon: 'news',
  editor: 'x.tsx',
  file: 'details.yaml',
  page: '/',
  schema: z.strictObject({ redirects: redirectList() }),
})

/** Addresses without a page, and where they lead. */
const former: [from: string, to: string][] = [
  ['/news/old', '/news/zinc'],
  ['/news/gone', ''],
  ['/news/older', '/news/old'],
  ['/news/oldest', '/news/gone'],
  ['/news/to-hidden', '/news/hidden'],
  ['/news/hidden', '/news/zinc'],
  ['/news/red', '/news/zinc'],
  ['/news/to-red', '/news/red'],
]

const definition = defineSite({
  ...exampleDefinition,
  groups: [{ label: 'All', items: [articles] }],
  details,
  derives: [],
  links: { targets: () => [], ofSection: () => [] },
  addresses: { pages: ['/', '/about'], generatedFiles: [], redirects: [], uncachedQueries: {} },
  redirects: { section: details, field: 'redirects', isOwnAddress: () => false },
})

function openSite(contents: Parameters<typeof contentOfEntries>[1]) {
  const { content: entries, change } = contentOfEntries(articles, contents)
  const redirects = former.map(([from, to], index) => ({ _id: `r${index}`, from, to }))
  const value = details.schema.parse({ redirects })
  const content: ContentReader = {
    ...entries,
    find: (section) => (section.id === details.id ? { value: value as never, version: 'v1' } : entries.find(section)),
  }
  const reader = createSiteReader(content)
  return { site: { ...reader, definition }, change, sections: openSiteSections(definition, () => content) }
}

const all = {
  zinc: { title: 'Zinc' },
  copper: { title: 'Copper', address: 'red' },
  secret: { title: 'Secret', visibility: 'unlisted' },
  hidden: { title: 'Hidden', visibility: 'hidden' },
  broken: 'unreadable' as const,
}

test.each([
  ['none', 'unknown'],
  ['hidden', 'unknown'],
  ['copper', 'unknown'],
  ['broken', 'unreadable'],
  ['gone', 'gone'],
  ['old', 'moved'],
  ['older', 'moved'],
  ['oldest', 'gone'],
  ['to-hidden', 'unknown'],
  ['to-red', 'moved'],
  ['red', 'shown'],
  ['zinc', 'shown'],
  ['secret', 'shown'],
])('/news/%s: %s, and the host never says that there is none if the page may have another answer', (address, state) => {
  const { site } = openSite({ ...all })
  expect(findPage(site, articles, address).state).toBe(state)
  const documents = openPublicDocuments(site)
  const isUnknown = documents.unknownAddressOf(`/news/${address}`) !== undefined
  expect(isUnknown).toBe(state === 'unknown')
  expect(documents.addressOf(`/news/${address}`) !== undefined).toBe(state === 'shown')
})

test.each([
  ['old', '/news/zinc'],
  ['older', '/news/zinc'],
  ['to-red', '/news/red'],
])('a former address, /news/%s: leads in one step to the page', (address, to) => {
  const { site } = openSite({ ...all })
  expect(findPage(site, articles, address)).toEqual({ state: 'moved', to })
})

test('the list, the sitemap and the targets of links: listed entries only, in their order', () => {
  const { site, sections } = openSite({ ...all })
  const entries = pagesOf(site, articles).listed()
  expect(entries.map(({ title, href }) => [title, href])).toEqual([
    ['Copper', '/news/red'],
    ['Zinc', '/news/zinc'],
  ])
  expect(listedPages(site).map(({ href }) => href)).toEqual(['/news/red', '/news/zinc'])
  const { linkTargets } = openInternalLinks(definition, sections, site)
  expect(linkTargets()).toContainEqual({ href: '/news/red', label: 'Copper' })
  expect(linkTargets().map(({ href }) => href)).not.toContain('/news/secret')
})

test('links to pages that are hidden or gone: broken; to an unlisted one or a former address: not', () => {
  const { site, sections } = openSite({
    ...all,
    a: { title: 'A', link: '/news/hidden' },
    b: { title: 'B', link: '/news/gone' },
    c: { title: 'C', link: '/news/secret' },
    d: { title: 'D', link: '/news/old' },
  })
  const { brokenLinks } = openInternalLinks(definition, sections, site)
  expect(brokenLinks().map(({ link }) => link)).toEqual(['/news/hidden', '/news/gone'])
})

test('an entry is made, renamed, hidden and removed: its address follows at once', () => {
  const { site, change } = openSite({})
  const states = () => ['tin', 'pewter'].map((address) => findPage(site, articles, address).state)
  expect(states()).toEqual(['unknown', 'unknown'])
  change('tin', { title: 'Tin' })
  expect(states()).toEqual(['shown', 'unknown'])
  change('tin', { title: 'Tin', address: 'pewter' })
  expect(states()).toEqual(['unknown', 'shown'])
  change('tin', { title: 'Tin', visibility: 'hidden' })
  expect(states()).toEqual(['unknown', 'unknown'])
  change('tin', undefined)
  expect(pagesOf(site, articles).addresses()).toEqual([])
})

test('two entries with one address by hand: the first key has it, the page is not lost, and no list leads to the other', () => {
  const { site } = openSite({ a: { title: 'A', address: 'same' }, b: { title: 'B', address: 'same' } })
  expect(listedPages({ ...site, definition })).toEqual([{ href: '/news/same', title: 'A' }])
  expect(pagesOf(site, articles).withKey('b')).toBeUndefined()
  expect(findPage(site, articles, 'same')).toMatchObject({ state: 'shown', entry: { key: 'a' } })
  expect(pagesOf(site, articles).withoutAddress()).toMatchObject([{ entry: { key: 'b' }, holder: { key: 'a' } }])
  expect(entriesWithoutAddress({ ...site, definition })).toEqual([
    { label: 'B', href: '/admin/articles/b', address: '/news/same', holder: { label: 'A', href: '/admin/articles/a' } },
  ])
})

test('an entry with a reserved address by hand: it has no page, and is in no list', () => {
  const { site } = openSite({ a: { title: 'A', address: 'all' }, all: { title: 'All' }, b: { title: 'B' } })
  expect(findPage(site, articles, 'all')).toEqual({ state: 'unknown' })
  expect(listedPages({ ...site, definition })).toEqual([{ href: '/news/b', title: 'B' }])
  expect(entriesWithoutAddress({ ...site, definition })).toEqual([
    { label: 'A', href: '/admin/articles/a', address: '/news/all', holder: undefined },
    { label: 'All', href: '/admin/articles/all', address: '/news/all', holder: undefined },
  ])
})

describe('an entry with a last day', () => {
  // Midnight in Sri Lanka is at 18:30 in UTC.
  const before = Date.parse('2027-01-31T18:29:59Z')
  const after = Date.parse('2027-01-31T18:30:00Z')

  test('from the next midnight on: its page is gone, and it is in no list', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: before })
    onTestFinished(() => void vi.useRealTimers())
    const { site, sections } = openSite({
      one: { title: 'One', until: '2027-01-31' },
      two: { title: 'Two', link: '/news/one' },
    })
    const documents = openPublicDocuments(site)
    const links = openInternalLinks(definition, sections, site)
    expect(findPage(site, articles, 'one').state).toBe('shown')
    expect(documents.addressOf('/news/one')).toBe('/news/one')
    expect(links.brokenLinks()).toEqual([])

    vi.setSystemTime(after)
    documents.drop()
    expect(findPage(site, articles, 'one')).toMatchObject({ state: 'gone', ended: { title: 'One' } })
    expect(
      pagesOf(site, articles)
        .listed()
        .map(({ key }) => key),
    ).toEqual(['two'])
    expect(listedPages(site)).toEqual([{ href: '/news/two', title: 'Two' }])
    expect([documents.addressOf('/news/one'), documents.unknownAddressOf('/news/one')]).toEqual([undefined, undefined])
    expect(links.brokenLinks()).toMatchObject([{ link: '/news/one' }])
  })

  test('its last day is changed: its page is there again', () => {
    const { site, change } = openSite({ one: { title: 'One', until: '2020-01-31' } })
    expect(findPage(site, articles, 'one').state).toBe('gone')
    change('one', { title: 'One', until: '' })
    expect(findPage(site, articles, 'one').state).toBe('shown')
  })

  test('a hidden one: 404, also when its last day is over', () => {
    const { site } = openSite({ one: { title: 'One', until: '2020-01-31', visibility: 'hidden' } })
    expect(findPage(site, articles, 'one').state).toBe('unknown')
  })
})
