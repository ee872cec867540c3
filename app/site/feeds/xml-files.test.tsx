import { stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { loader as registerLoader } from '#app/site/pages/investors/document-register.tsx'
import { documents } from '#app/site/collections/documents/documents.ts'
import * as documentFeed from './documents-xml.tsx'
import * as feed from './feed.tsx'
import * as sitemap from './sitemap.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const testSite = await createTestSite()
const { env, content: siteContent } = testSite

/** The request of a reader. */
function asked(address = '/feed.xml', headers: HeadersInit = {}) {
  return { request: new Request(new URL(address, env.publicOrigin), { headers }) }
}

const by = { author: 'admin', reason: 'test' }
const HOSTILE = `5 < 6 & "7" > '8' ]]> </title>`

/** The XML document of a response. Fails if it is not well-formed. */
async function xmlOf(response: Response) {
  const document = new DOMParser().parseFromString(await response.text(), 'application/xml')
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined()
  return document
}

function textsOf(document: Document, selector: string) {
  return [...document.querySelectorAll(selector)].map((element) => element.textContent)
}

test('sitemap: absolute addresses, each once; a product that is added joins', async () => {
  const added = { _id: 'ribbon-cable', slug: '', title: 'Ribbon', description: '', image: '', imageAlt: '' }
  await siteContent.update(fibreCables, {
    ...by,
    change: (content) => ({ ...content, products: [...content.products, added] }),
  })
  const response = sitemap.loader()
  expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  const document = await xmlOf(response)
  expect(document.documentElement.namespaceURI).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
  const addresses = textsOf(document, 'url > loc')
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses).toContain(`${env.publicOrigin}/`)
  expect(addresses).toContain(`${env.publicOrigin}/products/pvc-compound`)
  expect(addresses).toContain(`${env.publicOrigin}/products/ribbon-cable`)
  expect(addresses).toContain(`${env.publicOrigin}/news/xlpe-closed-room`)
})

test('sitemap: when a page last changed, also after an entry or a section of it is saved', async () => {
  const lastmodOf = async (page: string) => {
    const document = await xmlOf(sitemap.loader())
    const url = [...document.querySelectorAll('url')].find(
      (one) => one.querySelector('loc')?.textContent === env.publicOrigin + page,
    )
    return url?.querySelector('lastmod')?.textContent ?? ''
  }
  const pages = ['/news/xlpe-closed-room', '/news/customers-day-goa-2026', '/', '/gallery', '/terms-of-use']
  // Nothing has been changed here: the times of the files are those of the installation.
  const before = await Promise.all(pages.map(lastmodOf))
  expect(before.filter((_, at) => pages[at] !== '/')).toEqual(['', '', '', ''])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const now = new Date().toISOString().slice(0, 13)
  await siteContent.update(newsArticles.entry('xlpe-closed-room'), {
    ...by,
    change: (content) => ({ ...content, lead: 'Changed.' }),
  })
  const after = await Promise.all(pages.map(lastmodOf))
  expect(after[0]?.startsWith(now)).toBe(true)
  expect(after[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  // The list of news is a part of the home page.
  expect(after[2]).toBe(after[0])
  expect([after[1], ...after.slice(3)]).toEqual(['', '', ''])
})

test('feed: every entry has a title, an absolute link and a guid of its own', async () => {
  const response = feed.loader(asked())
  expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  const document = await xmlOf(response)
  const entries = textsOf(document, 'item > title')
  expect(entries.length).toBeGreaterThan(5)
  expect(entries).not.toContain('')
  const guids = textsOf(document, 'item > guid')
  expect(new Set(guids).size).toBe(entries.length)
  for (const link of textsOf(document, 'item > link')) expect(link).toMatch(/^http:\/\/localhost:3000\/(?:news\/|.*#)/)
})

test('feed: the newest first, each with its moment and its page; an event by the day of its announcement', async () => {
  const document = await xmlOf(feed.loader(asked()))
  const items = [...document.querySelectorAll('item')].map((item) =>
    ['guid', 'pubDate', 'link'].map((name) => item.querySelector(name)?.textContent),
  )
  const moments = items.map(([, time]) => Date.parse(time ?? ''))
  expect(moments.every((moment) => moment > 0)).toBe(true)
  expect(moments).toEqual(moments.toSorted((one, other) => other - one))
  expect(items).toContainEqual([
    'article:3lpe-raw-material-certified',
    'Mon, 12 Oct 2026 10:00:00 +0530',
    `${env.publicOrigin}/news/3lpe-raw-material-certified`,
  ])
  expect(items[0]).toEqual([
    'event:open-day-2027',
    'Tue, 10 Nov 2026 09:00:00 +0530',
    `${env.publicOrigin}/events#events`,
  ])
  expect(document.querySelector('item > description')?.textContent).toMatch(
    /^16 February 2027, Goa, our plant\. Guided/,
  )
  // It was never announced.
  expect(items.map(([guid]) => guid)).not.toContain('event:seminar-on-compounding-2026')
})

test('feed: an image goes with its size and type', async () => {
  const document = await xmlOf(feed.loader(asked()))
  const image = siteContent.read(newsArticles.entry('3lpe-raw-material-certified')).value.image
  const article = [...document.querySelectorAll('item')].find(
    (item) => item.querySelector('guid')?.textContent === 'article:3lpe-raw-material-certified',
  )
  const enclosure = article?.querySelector('enclosure')
  expect(enclosure?.getAttribute('url')).toBe(`${env.publicOrigin}/uploads/${image}`)
  expect(enclosure?.getAttribute('type')).toBe('image/jpeg')
  const { size } = await stat(path.join(env.uploadsDir, image))
  expect(enclosure?.getAttribute('length')).toBe(String(size))
})

test('feed: markup in content stays text, and the guids of other entries stay', async () => {
  const before = textsOf(await xmlOf(feed.loader(asked())), 'item > guid')
  const { contacts } = siteContent.read(siteDetails).value
  await siteContent.update(siteDetails, {
    ...by,
    change: (content) => ({ ...content, companyName: HOSTILE, contacts }),
  })
  await siteContent.update(newsArticles.entry('xlpe-closed-room'), {
    ...by,
    change: (content) => ({ ...content, title: HOSTILE, date: '2026-05-05' }),
  })
  const document = await xmlOf(feed.loader(asked()))
  expect(textsOf(document, 'channel > title')).toEqual([`${HOSTILE}: News`])
  expect(textsOf(document, 'item > title')).toContain(HOSTILE)
  expect(textsOf(document, 'item > guid')).toEqual(expect.arrayContaining(before))
})

const REGISTER_FEED = '/investors/documents.xml'
const RELEASE = 'results-release-q2-2026-27'

async function documentFeedOf(query: string) {
  const document = await xmlOf(documentFeed.loader(asked(REGISTER_FEED + query)))
  const items = [...document.querySelectorAll('item')]
  return { document, items: items.map((item) => [...item.children].map(({ textContent }) => textContent)) }
}

test('feed of the register: the documents of a filter with their fixed addresses, the newest first', async () => {
  const { document, items } = await documentFeedOf('?kind=results-release&fy=2026-27')
  expect(textsOf(document, 'channel > title')[0]).toMatch(
    /: Documents, year 2026-27 and type “Press release on results”$/,
  )
  const page = `${env.publicOrigin}/investors/documents?fy=2026-27&kind=results-release`
  expect(textsOf(document, 'channel > link')[0]).toBe(page)
  expect(document.querySelector('channel > link + description + language + *')?.getAttribute('href')).toBe(
    page.replace('documents?', 'documents.xml?'),
  )
  expect(items).toEqual([
    [
      'Press release on results, quarter 2, 2026-27',
      `${env.publicOrigin}/documents/${RELEASE}`,
      `document:documents--${RELEASE}`,
      'Wed, 11 Nov 2026 09:00:00 +0530',
      'Press release on results, FY 2026-27, Quarter 2, July to September',
    ],
    expect.arrayContaining(['document:documents--results-release-q1-2026-27']),
  ])
  expect((await documentFeedOf('?kind=zebra')).items).toEqual([])
  const guids = textsOf((await documentFeedOf('')).document, 'item > guid')
  expect(guids.length).toBeGreaterThan(60)
  expect(new Set(guids).size).toBe(guids.length)
  expect(guids).toContain('document:reports:annual-report-2025-26')
})

test('feed of the register: a reader that has it gets 304 until something in it changes', async () => {
  const query = `${REGISTER_FEED}?kind=results`
  const etag = documentFeed.loader(asked(query)).headers.get('ETag') ?? ''
  const again = documentFeed.loader(asked(query, { 'If-None-Match': etag }))
  expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag])
  await siteContent.update(documents.entry(RELEASE), { ...by, change: (value) => ({ ...value, title: HOSTILE }) })
  const changed = documentFeed.loader(asked(query, { 'If-None-Match': etag }))
  expect(changed.status).toBe(200)
  expect(textsOf(await xmlOf(changed), 'item > title')).toContain(HOSTILE)
})

test('feed of the register: a withdrawn document keeps its entry, with the reason', async () => {
  const change = { withdrawnBecause: HOSTILE, withdrawnOn: '2026-11-20' }
  await siteContent.update(documents.entry(RELEASE), { ...by, change: (value) => ({ ...value, ...change }) })
  const { items } = await documentFeedOf('?kind=results-release&fy=2026-27')
  const [title, , guid, , description] = items[0] ?? []
  expect(title).toMatch(/^Withdrawn: /)
  expect(guid).toBe(`document:documents--${RELEASE}`)
  expect(description).toMatch(/ was withdrawn on .* Reason: 5 < 6 & "7"/)
})

test('the register names the feed of what it lists', () => {
  const { feed: followed } = registerLoader(asked('/investors/documents?kind=results&page=2'))
  expect(followed).toEqual({ title: 'Documents, type “Results”', href: `${REGISTER_FEED}?kind=results` })
})
