import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { loader as dashboardLoader } from '#app/cms/admin/shell/dashboard.tsx'
import { numbers } from '#test/example-site/home/numbers.ts'
import { screenArgs, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { redirected } from '#test/edit-responses.ts'
import { releaseLoader } from './release-page.server.ts'
import { releasesAction, releasesLoader } from './releases.server.ts'

const DAY = 86_400_000
const MINUTE = 60_000

// The site was off for 30 days, or the clock is wrong.
const site = await createExampleSite({
  async prepare({ dataDir }) {
    const time = new Date(Date.now() - 30 * DAY).toISOString()
    await writeFile(path.join(dataDir, 'clock.json'), JSON.stringify({ time }))
  },
})
const { content, drafts, health, releases } = site

afterEach(() => {
  vi.useRealTimers()
})

const args = (cookie: string, params: Record<string, string> = {}, fields?: Record<string, string>) =>
  screenArgs('/admin/releases', cookie, { params, fields })

async function scheduleResults(yearsOpen: number) {
  const time = new Date(Date.now() + MINUTE).toISOString()
  const { id } = await releases.create({ name: 'Results', time }, 'meera')
  const { value, version } = content.read(numbers)
  await drafts.save(numbers, { release: id, content: { ...value, yearsOpen }, author: 'meera', version })
  await releases.schedule(id, 'meera')
  return id
}

test('a start with a clock that is ahead by weeks: no scheduled release is published until a publisher confirms the date', async () => {
  const id = await scheduleResults(77)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE })
  await releases.clock.publishDue()
  expect(releases.find(id)?.state).toBe('scheduled')
  expect(health.problems()).toMatchObject([{ id: 'clock-jumped' }])
  const [publisher, editor] = [await signInAs('publisher'), await signInAs('editor')]
  expect(await dashboardLoader(args(editor))).toMatchObject({
    problems: [{ id: 'clock-jumped' }],
    releases: [
      { name: 'Results', state: 'blocked', step: { label: 'Confirm the date', href: '/admin/releases#clock' } },
    ],
  })
  expect(await releasesLoader(args(editor))).toMatchObject({
    clockJump: { held: [{ id, name: 'Results' }], mayConfirm: false },
  })
  expect(await releasesLoader(args(publisher))).toMatchObject({
    clockJump: { mayConfirm: true },
    open: [{ id, isHeld: true }],
  })
  expect((await releaseLoader(args(publisher, { releaseId: id }))).problem).toMatchObject({
    text: 'The release is published as soon as the date is confirmed.',
    step: { href: '/admin/releases#clock' },
  })

  await expect(releasesAction(args(editor, {}, { intent: 'confirm-clock' }))).rejects.toMatchObject({ status: 403 })
  expect(releases.find(id)?.state).toBe('scheduled')
  const { flash } = await redirected(releasesAction(args(publisher, {}, { intent: 'confirm-clock' })))
  expect(flash).toMatchObject({
    kind: 'success',
    message: 'The date of the server was confirmed, and 1 release published',
  })
  expect(content.read(numbers).value.yearsOpen).toBe(77)
  expect(await dashboardLoader(args(publisher))).toMatchObject({
    problems: [],
    releases: [{ state: 'late', text: expect.stringContaining('was published late') as string }],
  })
  const found = await site.audit.find({ kind: 'site.clock-confirmed' }).next()
  expect(found).toMatchObject({ value: { user: { id: 'publisher' } } })
})

test('a jump while the site runs, until the clock is right again: nothing is published, and nothing is held', async () => {
  const id = await scheduleResults(78)
  const right = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: right + 1_500 * DAY })
  await releases.clock.publishDue()
  expect(releases.clock.held()).toHaveLength(1)
  vi.setSystemTime(right)
  await releases.clock.publishDue()
  expect(releases.find(id)?.state).toBe('scheduled')
  expect(releases.clock.held()).toEqual([])
  expect(health.problems()).toEqual([])
})
