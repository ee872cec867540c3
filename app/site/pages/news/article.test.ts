import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MetaArgs } from '@remix-run/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { loader as homeLoader } from '#app/site/pages/home/home.tsx'
import { loader as eventsLoader, meta as eventsMeta } from '#app/site/pages/company/events.tsx'
import { loader as feedLoader } from '#app/site/feeds/feed.tsx'
import { loader as layoutLoader } from '#app/site/layout/site-layout.tsx'
import { openPublicDocuments } from '#app/cms/public-documents.server.ts'
import { newsArticles, type NewsArticle } from '#app/site/collections/news/news-articles.ts'
import { events } from '#app/site/collections/events/events.ts'
import { homeNews } from '#app/site/sections/home-news/home-news.ts'
import { ownRequest, routeArgs } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader, meta } from './article.tsx'
import { loader as newsRedirect } from './news-redirect.tsx'

const site = await createTestSite()
const { content } = site
const by = { author: 'admin', reason: 'test' }
const documents = openPublicDocuments(site)

const open = (address: string) => loader(routeArgs(ownRequest(`/news/${address}`), { address }))
const statusOf = (address: string) => open(address).init?.status ?? 200

const fair = newsArticles.entry('fair')

async function save(change: Partial<NewsArticle>, entry = fair) {
  const value = newsArticles.schema.parse({
    title: 'At the fair',
    date: '2026-11-20',
    lead: 'Meet us.',
    body: '# Hall 2\n\nCome and see.',
    ...change,
  })
  await content.update(entry, { ...by, change: () => value, create: () => value })
}

beforeEach(async () => {
  if (content.find(fair)) await content.remove(fair, by)
})

function layoutData() {
  return layoutLoader(routeArgs(ownRequest('/')))
}

/** Addresses of the other articles that the page of an article leads to. */
function hrefsOf(page: ReturnType<typeof open>['data']) {
  return page.state === 'shown' ? page.others.map(({ href }) => href) : []
}

/** The tags of a page's head, with the data of the layout. */
function tagsOf(make: unknown, data: unknown, pathname: string) {
  const args = {
    data,
    location: { pathname },
    matches: [{ id: 'site/layout/site-layout', data: layoutData() }],
    params: {},
  }
  return (make as (args: MetaArgs) => Record<string, unknown>[])(args as unknown as MetaArgs)
}

/** The structured data of a type. */
function dataOf(tags: Record<string, unknown>[], type: string) {
  return tags.flatMap((tag) => {
    const value = tag['script:ld+json'] as { '@type'?: string } | undefined
    return value?.['@type'] === type ? [value] : []
  })
}

test('an article alone: on the home page, on /events, in the feed, and on its own page, at once', async () => {
  await save({ image: 'news-1-672cb4e5.jpg', imageAlt: 'Cable' })
  expect(documents.addressOf('/news/fair')).toBe('/news/fair')
  const { news } = homeLoader().content
  expect([...news.newsItems.map(({ text }) => text), ...news.articles.map(({ title }) => title)]).toContain(
    'At the fair',
  )
  const { years } = eventsLoader().data
  expect(years[0]?.articles[0]).toMatchObject({ title: 'At the fair', href: '/news/fair', date: '2026-11-20' })
  expect(await feedLoader(routeArgs(ownRequest('/feed.xml'))).text()).toContain(
    '<link>http://localhost:3000/news/fair</link>',
  )
  const page = open('fair').data
  expect(page).toMatchObject({
    state: 'shown',
    article: { title: 'At the fair', date: '2026-11-20' },
    published: '2026-11-20T09:00:00+05:30',
    html: '<h2>Hall 2</h2>\n<p>Come and see.</p>\n',
    others: [
      { href: '/news/3lpe-raw-material-certified' },
      { href: '/news/seminar-on-compounding-2026' },
      { href: '/news/xlpe-closed-room' },
    ],
  })
})

test('the head of an article: canonical, its picture when it is shared, and NewsArticle', async () => {
  await save({ image: 'news-1-672cb4e5.jpg', imageAlt: 'Cable' })
  const tags = tagsOf(meta, open('fair').data, '/news/fair')
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'http://localhost:3000/news/fair' })
  expect(tags).toContainEqual({
    property: 'og:image',
    content: expect.stringMatching(
      /^http:\/\/localhost:3000\/variants\/news-1-672cb4e5\.jpg\/title-[0-9a-f]{16}\.jpg$/,
    ),
  })
  expect(tags).toContainEqual({ property: 'og:type', content: 'article' })
  expect(tags).toContainEqual({ property: 'article:published_time', content: '2026-11-20T09:00:00+05:30' })
  expect(dataOf(tags, 'NewsArticle')).toEqual([
    expect.objectContaining({
      headline: 'At the fair',
      datePublished: '2026-11-20T09:00:00+05:30',
      dateModified: expect.stringMatching(/^20\d\d-/),
      image: ['http://localhost:3000/uploads/news-1-672cb4e5.jpg'],
      publisher: expect.objectContaining({ '@type': 'Organization', name: layoutData().content?.companyName }),
    }),
  ])
})

test('without a picture: the structured data name none', async () => {
  await save({})
  expect(dataOf(tagsOf(meta, open('fair').data, '/news/fair'), 'NewsArticle')[0]).not.toHaveProperty('image')
})

test('unlisted: only with its address, and not for search engines; hidden and unknown: 404; removed: 410', async () => {
  await save({ visibility: 'unlisted' })
  const page = open('fair').data
  expect(page).toMatchObject({ state: 'shown', others: [{}, {}, {}] })
  expect(hrefsOf(page)).not.toContain('/news/fair')
  expect(hrefsOf(open('3lpe-raw-material-certified').data)).not.toContain('/news/fair')
  expect(tagsOf(meta, page, '/news/fair')).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(await feedLoader(routeArgs(ownRequest('/feed.xml'))).text()).not.toContain('/news/fair')
  await save({ visibility: 'hidden' })
  expect([statusOf('fair'), statusOf('unknown')]).toEqual([404, 404])
  expect(documents.unknownAddressOf('/news/unknown')).toBe('/news/~')
  await content.remove(fair, by)
  expect(statusOf('fair')).toBe(410)
})

test('an address that changes: the earlier one leads to it', async () => {
  await save({})
  await save({ address: 'at-the-fair' })
  expect(statusOf('at-the-fair')).toBe(200)
  let thrown: unknown
  try {
    open('fair')
  } catch (response) {
    thrown = response
  }
  expect(thrown).toMatchObject({ status: 308 })
  expect((thrown as Response).headers.get('location')).toBe('/news/at-the-fair')
})

test('/news: leads to the page of all news, and keeps the query', () => {
  const { status, headers } = newsRedirect(routeArgs(ownRequest('/news?utm_source=mail')))
  expect([status, headers.get('location')]).toEqual([308, '/events?utm_source=mail'])
  expect(documents.unknownAddressOf('/news')).toBeUndefined()
})

test('the time of a day orders articles of one day', async () => {
  const newest = () =>
    eventsLoader()
      .data.years[0]?.articles.slice(0, 2)
      .map(({ href }) => href)
  await save({ date: '2026-10-12', time: '09:59' })
  expect(newest()).toEqual(['/news/3lpe-raw-material-certified', '/news/fair'])
  await save({ date: '2026-10-12', time: '10:01' })
  expect(newest()).toEqual(['/news/fair', '/news/3lpe-raw-material-certified'])
})

test.each([
  [{ date: '2026-02-30' }, 'Date must be a day such as 2025-08-06'],
  [{ time: '24:00' }, 'Time must be a time such as 09:30'],
  [{ time: '9:00' }, 'Time must be a time such as 09:30'],
])('%j: refused with what is right', (change, message) => {
  const { body, title, lead } = { body: 'x', title: 'x', lead: 'x' }
  const result = newsArticles.schema.safeParse({ title, lead, body, date: '2026-01-01', ...change })
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('an item of the home page with the title of a new article: shown once', async () => {
  const { newsItems } = content.read(homeNews).value
  await save({ title: newsItems[0]?.text ?? '' })
  const { news } = homeLoader().content
  const titles = [...news.newsItems.map(({ text }) => text), ...news.articles.map(({ title }) => title)]
  expect(titles.filter((title) => title === newsItems[0]?.text)).toHaveLength(1)
})

test('midnight in India: an event is past from the day after its last one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-15T18:29:59Z') })
  onTestFinished(() => void vi.useRealTimers())
  const titlesAt = () => {
    const { content: page, upcoming, past } = eventsLoader().data
    const all = [...(page?.events.flatMap(({ next }) => next ?? []) ?? []), ...upcoming]
    return { upcoming: all.map(({ title }) => title), past: past.map(({ key }) => key) }
  }
  expect(titlesAt()).toEqual({
    upcoming: ['Wire and Cable Mumbai 2027 (sample)', 'Open day for cable makers 2027', 'Seminar on compounding 2027'],
    past: ['seminar-on-compounding-2026', 'open-day-2026'],
  })
  vi.setSystemTime('2027-01-15T18:30:00Z')
  expect(titlesAt()).toEqual({
    upcoming: ['Open day for cable makers 2027', 'Seminar on compounding 2027'],
    past: ['wire-and-cable-fair-2027', 'seminar-on-compounding-2026', 'open-day-2026'],
  })
})

test('structured data of events: those that are to come and have a place', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T06:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const visit = events.schema.parse({ title: 'Visit', from: '2026-12-01', body: 'Text' })
  await content.update(events.entry('visit'), { ...by, change: () => visit, create: () => visit })
  const found = dataOf(tagsOf(eventsMeta, eventsLoader().data, '/events'), 'Event')
  expect(found).toMatchObject([
    {
      name: 'Wire and Cable Mumbai 2027 (sample)',
      startDate: '2027-01-12',
      endDate: '2027-01-15',
      description:
        '12 to 15 January 2027, Mumbai, sample exhibition centre, hall 0. Open every day from 10:00 to 18:00. Bring your specification.',
      location: {
        '@type': 'Place',
        name: 'Mumbai, sample exhibition centre, hall 0',
        address: { '@type': 'PostalAddress', addressLocality: 'Mumbai' },
      },
    },
    { name: 'Open day for cable makers 2027', startDate: '2027-02-16', endDate: '2027-02-16' },
    { name: 'Seminar on compounding 2027', startDate: '2027-08-17', endDate: '2027-08-18' },
  ])
  await content.remove(events.entry('visit'), by)
})

test('an event that ends before it begins: refused at its last day', () => {
  const result = events.schema.safeParse({ title: 'Fair', from: '2027-01-12', to: '2027-01-11', body: 'x' })
  expect(result.error?.issues).toMatchObject([
    { path: ['to'], message: 'The last day must not be before the first day' },
  ])
})

test('200 articles: all of them on /events by year, the newest with their leads, 100 in the feed', async () => {
  const folder = path.join(site.env.contentDir, 'news')
  const sample = readFileSync(path.join(folder, 'xlpe-closed-room.md'), 'utf8')
  await mkdir(folder, { recursive: true })
  for (let at = 0; at < 200; at += 1) {
    const date = `${2000 + Math.floor(at / 10)}-03-${String(10 + (at % 10))}`
    await writeFile(path.join(folder, `old-${at}.md`), sample.replace('2026-05-04', date))
  }
  await vi.waitFor(() => {
    expect(eventsLoader().data.years.flatMap(({ articles }) => articles)).toHaveLength(204)
  }, 20_000)
  const { years } = eventsLoader().data
  expect(years.map(({ year }) => year)).toEqual(['2026', ...Array.from({ length: 20 }, (_, at) => `${2019 - at}`)])
  expect(years.flatMap(({ articles }) => articles).filter(({ lead }) => lead !== undefined)).toHaveLength(6)
  expect((await feedLoader(routeArgs(ownRequest('/feed.xml'))).text()).match(/<pubDate>/g)).toHaveLength(100)
})
