import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { newestArticles } from '#app/site/collections/news/article-lists.ts'
import { NEWS_ITEMS_SHOWN, newsItem, homeNews } from '#app/site/sections/home-news/home-news.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { cookieHeader, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { loader as layoutLoader } from './admin-layout.tsx'
import { loader as dashboardLoader } from './dashboard.tsx'
import { createTestSite } from '#test/create-test-site.ts'

const site = await createTestSite()
const { flashRedirect } = site.flash
const { health, inbox, content: siteContent } = site

let cookie: string

beforeAll(async () => {
  cookie = await signIn()
})

test.each([
  ['the dashboard', dashboardLoader],
  ['the shell', layoutLoader],
])('%s without a session: to the sign-in', async (_, loader) => {
  await expect(loader(routeArgs(ownRequest('/admin')))).rejects.toMatchObject({ status: 302 })
})

test('the dashboard: the news that the home page shows with their images, nothing to mend', async () => {
  await siteContent.update(homeNews, {
    author: 'asha',
    reason: 'Test',
    change: ({ newsItems, ...content }) => ({
      ...content,
      newsItems: [...newsItems, newsItem.parse({ text: 'Older than what is shown' })],
    }),
  })
  const { highlights, faults } = await dashboardLoader(args())
  const { entries = [], images = {} } = highlights ?? {}
  const news = siteContent.read(homeNews).value.newsItems.slice(0, NEWS_ITEMS_SHOWN)
  const articles = newestArticles(site, NEWS_ITEMS_SHOWN)
  expect(articles).not.toEqual([])
  expect(entries).toEqual([
    ...news.map(({ image, text }) => ({ image, text })),
    ...articles.map(({ image, title }) => ({ image, text: title })),
  ])
  expect(Object.keys(images).sort()).toEqual(entries.map(({ image }) => image).sort())
  expect(faults).toEqual({ single: [], together: [] })
})

test('a problem of the running site: on the dashboard and counted by the shell', async () => {
  health.report({ id: 'data-read-only', message: 'The data folder is read-only.' })
  expect((await dashboardLoader(args())).problems).toMatchObject([{ message: 'The data folder is read-only.' }])
  expect((await layoutLoader(args())).data.problemCount).toBe(1)
  health.clear('data-read-only')
  expect((await layoutLoader(args())).data.problemCount).toBe(0)
})

test('the dashboard after more than ten edits of two sections: the ten newest, newest first', async () => {
  for (let years = 1; years <= 10; years += 1) {
    await siteContent.update(stats, {
      author: 'anna',
      reason: `Years ${years}`,
      change: (current) => ({ ...current, yearsExperience: years }),
    })
  }
  await siteContent.update(homeNews, {
    author: 'admin',
    reason: 'News edited',
    change: (current) => ({ ...current, title: 'Other news' }),
  })
  const { edits } = await dashboardLoader(args())
  expect(edits.map(({ reason }) => reason)).toEqual([
    'News edited',
    ...[10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Years ${n}`),
  ])
  expect(edits[0]).toMatchObject({ section: { id: 'news-section', label: 'News & Events' }, author: 'admin' })
})

test('a list that is longer than it may be: named, and counted by the shell', async () => {
  const entries = Array.from({ length: 501 }, (_, at) => ({ _id: `i${at}`, title: `Picture ${at}`, imageUrl: 'a.png' }))
  const file = path.join(site.env.contentDir, 'gallery.yaml')
  const shipped = readFileSync(file)
  writeFileSync(file, stringify({ title: 'Gallery', description: '', items: entries }))
  await expect
    .poll(async () => (await dashboardLoader(args())).longLists)
    .toEqual([
      {
        section: { id: 'gallery', label: 'Gallery' },
        href: '/admin/gallery',
        message: 'Items has 501 entries; the limit is 500. Remove 1 entry',
      },
    ])
  expect((await layoutLoader(args())).data.faultCount).toBe(1)
  writeFileSync(file, shipped)
  await expect.poll(async () => (await layoutLoader(args())).data.faultCount).toBe(0)
})

test('a message nobody has read: counted by the dashboard and the shell', async () => {
  const unread = async () => [
    (await dashboardLoader(args())).unreadMessages,
    (await layoutLoader(args())).data.groups[0]?.links.find(({ label }) => label === 'Inbox')?.count,
  ]
  expect(await unread()).toEqual([0, 0])
  const name = { firstName: 'Asha', lastName: 'Rao' }
  await inbox.storeMessage({ ...name, email: 'asha@example.com', mobile: '00000 00000', comments: 'A sample, please.' })
  expect(await unread()).toEqual([1, 1])
})

test('the shell: hands a message on once', async () => {
  const flash = { kind: 'success', message: 'Saved', undo: { address: '/admin/stats', entry: 'e1' } } as const
  const flashCookie = cookieHeader(flashRedirect('/admin', flash).headers.get('set-cookie'))
  const { data, init } = await layoutLoader(args(`${cookie}; ${flashCookie}`))
  expect(data).toMatchObject({ name: 'admin', faultCount: 0, flash })
  expect(new Headers(init?.headers).get('set-cookie')).toMatch(/^flash=;.*Max-Age=0/)
})

function args(cookies = cookie) {
  return routeArgs(ownRequest('/admin', { headers: { cookie: cookies } }))
}

test('edits by an editor: told by the fields that changed, also beside the form', async () => {
  await siteContent.update(stats, {
    author: 'anna',
    reason: 'Stats edited',
    change: (current) => ({ ...current, yearsExperience: 91, clientsWorldwide: 92 }),
  })
  const { edits } = await dashboardLoader(args())
  expect(edits[0]).toMatchObject({ reason: 'Stats edited', what: 'Years of experience and Clients worldwide' })
  await siteContent.restore(stats, edits[0]?.id ?? '', { author: 'anna' })
  expect((await dashboardLoader(args())).edits[0]?.what).toBe('Earlier version restored')
})
