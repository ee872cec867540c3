import { stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fibreCables } from '#app/site/sections/fibre-cables/fibre-cables.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import * as feed from './feed.tsx'
import * as sitemap from './sitemap.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const testSite = await createTestSite()
const { env, content: siteContent } = testSite

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
  const response = feed.loader()
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
  const document = await xmlOf(feed.loader())
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
  const document = await xmlOf(feed.loader())
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
  const before = textsOf(await xmlOf(feed.loader()), 'item > guid')
  const { contacts } = siteContent.read(siteDetails).value
  await siteContent.update(siteDetails, {
    ...by,
    change: (content) => ({ ...content, companyName: HOSTILE, contacts }),
  })
  await siteContent.update(newsArticles.entry('xlpe-closed-room'), {
    ...by,
    change: (content) => ({ ...content, title: HOSTILE, date: '2026-05-05' }),
  })
  const document = await xmlOf(feed.loader())
  expect(textsOf(document, 'channel > title')).toEqual([`${HOSTILE}: News`])
  expect(textsOf(document, 'item > title')).toContain(HOSTILE)
  expect(textsOf(document, 'item > guid')).toEqual(expect.arrayContaining(before))
})
