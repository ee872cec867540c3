import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { album } from '#test/example-site/album/album.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { cookieHeader, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { loader as layoutLoader } from './admin-layout.tsx'
import { loader as dashboardLoader } from './dashboard.tsx'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
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

test('the dashboard: the highlights of the site with their images, nothing to mend', async () => {
  const { highlights, faults } = await dashboardLoader(args())
  const { entries = [], images = {} } = highlights ?? {}
  const { pictures } = siteContent.read(album).value
  expect(pictures).not.toEqual([])
  expect(entries).toEqual(pictures.map(({ image, title }) => ({ image, text: title })))
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
    await siteContent.update(numbers, {
      author: 'anna',
      reason: `Years ${years}`,
      change: (current) => ({ ...current, yearsOpen: years }),
    })
  }
  await siteContent.update(album, {
    author: 'admin',
    reason: 'Album edited',
    change: (current) => ({ ...current, title: 'Other pictures' }),
  })
  const { edits } = await dashboardLoader(args())
  expect(edits.map(({ reason }) => reason)).toEqual([
    'Album edited',
    ...[10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Years ${n}`),
  ])
  expect(edits[0]).toMatchObject({ section: { id: 'album', label: 'Album' }, author: 'admin' })
})

test('a list that is longer than it may be: named, and counted by the shell', async () => {
  const entries = Array.from({ length: 501 }, (_, at) => ({ _id: `i${at}`, title: `Picture ${at}`, image: 'a.png' }))
  const file = path.join(site.env.contentDir, 'album.yaml')
  const shipped = readFileSync(file)
  writeFileSync(file, stringify({ title: 'Album', description: '', pictures: entries }))
  await expect
    .poll(async () => (await dashboardLoader(args())).longLists)
    .toEqual([
      {
        section: { id: 'album', label: 'Album' },
        href: '/admin/album',
        message: 'Pictures has 501 entries; the limit is 500. Remove 1 entry',
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
  const flash = { kind: 'success', message: 'Saved', undo: { address: '/admin/numbers', entry: 'e1' } } as const
  const flashCookie = cookieHeader(flashRedirect('/admin', flash).headers.get('set-cookie'))
  const { data, init } = await layoutLoader(args(`${cookie}; ${flashCookie}`))
  expect(data).toMatchObject({ name: 'admin', faultCount: 0, flash })
  expect(new Headers(init?.headers).get('set-cookie')).toMatch(/^flash=;.*Max-Age=0/)
})

function args(cookies = cookie) {
  return routeArgs(ownRequest('/admin', { headers: { cookie: cookies } }))
}

test('edits by an editor: told by the fields that changed, also beside the form', async () => {
  await siteContent.update(numbers, {
    author: 'anna',
    reason: 'Numbers edited',
    change: (current) => ({ ...current, yearsOpen: 91, loavesADay: 92 }),
  })
  const { edits } = await dashboardLoader(args())
  expect(edits[0]).toMatchObject({ reason: 'Numbers edited', what: 'Years open: 10 → 91; Loaves a day: 250 → 92' })
  await siteContent.restore(numbers, edits[0]?.id ?? '', { author: 'anna' })
  expect((await dashboardLoader(args())).edits[0]?.what).toBe('Earlier version restored')
})

test('a message whose promised answer is late: counted by the dashboard', async () => {
  expect((await dashboardLoader(args())).lateMessages).toBe(0)
  const name = { firstName: 'Asha', lastName: 'Rao' }
  const message = { ...name, email: 'asha@example.com', mobile: '00000 00000', comments: 'A sample, please.' }
  await inbox.storeMessage(message, { context: { answerBy: '2026-01-01' } })
  expect((await dashboardLoader(args())).lateMessages).toBe(1)
})
