import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sectionEditorAction } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { action as changeApi } from '#app/cms/api/releases/release-change.tsx'
import { releaseIntents } from '#app/cms/admin/releases/release-intents.ts'
import { releaseAction } from '#app/cms/admin/releases/release-page.server.ts'
import { stats } from '#app/site/sections/stats/stats.ts'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { fieldsOf } from '#test/section-form.ts'

/*
 * Releases that are scheduled by the form of their page, and published by the clock: what a person at a request could
 * have been asked must not decide at their moment.
 */

const site = await createTestSite()
makeTimePassFaster(2)
const { content, drafts, releases } = site

let administrator: string

beforeAll(async () => {
  administrator = await signIn()
  releases.clock.start()
})

beforeEach(async () => {
  for (const { id, state } of releases.list()) {
    if (state === 'published') continue
    if (state === 'scheduled') await releases.unschedule(id, 'admin')
    await releases.remove(id, 'discard', 'admin')
  }
})

afterAll(() => {
  releases.clock.stop()
})

interface Asked {
  consequences: { id: string; text: string; token: string }[]
}

const post = (page: string, fields: [string, string][] | FormData) =>
  ownRequest(page, {
    method: 'POST',
    body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    headers: { cookie: administrator },
  })

/** Schedules a release by its form. Resolves with what was asked, and confirms that. */
async function scheduleByForm(id: string, time: number): Promise<string[]> {
  const { name } = releases.find(id) ?? {}
  const typed: [string, string][] = [
    ['name', name ?? ''],
    ['time', fieldOf(time)],
  ]
  const send = (fields: [string, string][]) =>
    releaseAction(routeArgs(post(`/admin/releases/${id}`, fields), { releaseId: id })).then(
      () => [],
      async (response: unknown) => {
        if (!(response instanceof Response) || response.status !== 409) throw response
        const { question } = (await response.json()) as { question: Asked }
        return question.consequences
      },
    )
  const asked = await send([...typed, ['intent', releaseIntents.schedule]])
  if (asked.length > 0) {
    const confirmed = [releaseIntents.schedule, ...asked.map(({ token }) => token)].join(' ')
    expect(await send([...typed, ['intent', releaseIntents.schedule], ['confirmed', confirmed]])).toEqual([])
  }
  expect(releases.find(id)).toMatchObject({ state: 'scheduled' })
  return asked.map(({ text }) => text)
}

/** A moment as the time field of the form has it, in India. */
const fieldOf = (time: number) => new Date(time + 5.5 * 3_600_000).toISOString().slice(0, 19)

const inSeconds = (seconds: number) => (Math.floor(Date.now() / 1000) + seconds) * 1000

async function releaseOf(name: string, change: Partial<ReturnType<typeof read>>) {
  const { id } = await releases.create({ name }, 'editor')
  const { value, version } = content.read(stats)
  await drafts.save(stats, { release: id, content: { ...value, ...change }, author: 'editor', version })
  return id
}

const read = () => content.read(stats).value
const statesByName = async () =>
  Object.fromEntries((await site.releaseWatch.current()).map(({ release, state }) => [release.name, state]))
const stateOf = (id: string) => releases.find(id)?.state

test.each([0, 1])(
  'two releases that change one field, %i s apart: the first is public at its second, the other fails with its name',
  async (apart) => {
    const years = read().yearsExperience
    const first = await releaseOf('Results', { yearsExperience: years + 10 })
    const second = await releaseOf('Correction', { yearsExperience: years + 20 })
    const moment = inSeconds(3)
    expect(await scheduleByForm(first, moment)).toEqual([])
    expect(await scheduleByForm(second, moment + apart * 1000)).toEqual([
      expect.stringMatching(
        /^The release “Correction”, .* could not be published at that time\. It changes Years of experience of Stats, as does “Results” on /,
      ),
    ])
    // It is said from now on, not only when the first one is public.
    expect(await statesByName()).toEqual({ Results: 'ready', Correction: 'blocked' })
    expect(site.health.problems().map(({ message }) => message)).toContainEqual(
      expect.stringContaining('as does “Results”'),
    )

    await vi.waitFor(() => {
      expect(stateOf(second)).not.toBe('scheduled')
    }, 10_000)
    expect(releases.find(first)).toMatchObject({ state: 'published' })
    expect(Date.parse(releases.find(first)?.published?.time ?? '') - moment).toBeLessThan(1_000)
    expect(read().yearsExperience).toBe(years + 10)
    expect(releases.find(second)).toMatchObject({ state: 'failed', failure: expect.stringContaining('same fields') })
  },
)

test('a release that would harm another one is published at its second, although a form has armed the clock', async () => {
  const years = read().yearsExperience
  const release = await releaseOf('Results', { yearsExperience: years + 10 })
  const later = await releaseOf('Correction', { yearsExperience: years + 20 })
  await scheduleByForm(later, inSeconds(3_600))
  const moment = inSeconds(2)
  await scheduleByForm(release, moment)
  await vi.waitFor(() => {
    expect(stateOf(release)).toBe('published')
  }, 10_000)
  expect(read().yearsExperience).toBe(years + 10)
  expect(stateOf(later)).toBe('scheduled')
})

test('two releases that change other fields of a section: nothing is asked, both are ready, and both become public', async () => {
  const { yearsExperience, clientsWorldwide } = read()
  const first = await releaseOf('Results', { yearsExperience: yearsExperience + 10 })
  const second = await releaseOf('Plant', { clientsWorldwide: clientsWorldwide + 10 })
  const moment = inSeconds(2)
  expect(await scheduleByForm(first, moment)).toEqual([])
  expect(await scheduleByForm(second, moment)).toEqual([])
  expect(await statesByName()).toEqual({ Results: 'ready', Plant: 'ready' })
  await vi.waitFor(() => {
    expect([stateOf(first), stateOf(second)]).toEqual(['published', 'published'])
  }, 10_000)
  expect(read()).toMatchObject({ yearsExperience: yearsExperience + 10, clientsWorldwide: clientsWorldwide + 10 })
})

test('a program that schedules a release after one that changes the same field: 409 until it confirms, then its obstacles say why', async () => {
  const { yearsExperience } = read()
  const first = await releaseOf('Results', { yearsExperience: yearsExperience + 10 })
  const second = await releaseOf('Correction', { yearsExperience: yearsExperience + 20 })
  await releases.change(first, { name: 'Results', time: '2999-12-01T10:30:00Z' }, 'admin')
  await releases.change(second, { name: 'Correction', time: '2999-12-01T11:00:00Z' }, 'admin')
  await releases.schedule(first, 'admin')
  const schedule = (query = '') =>
    changeApi(
      routeArgs(post(`/api/releases/${second}/schedule${query}`, []), { releaseId: second, change: 'schedule' }),
    )
  const asked = await schedule()
  expect([asked.status, await asked.text()]).toEqual([409, expect.stringContaining('as does “Results” on')])
  expect(stateOf(second)).toBe('open')
  const response = await schedule(`?confirm=${second}`)
  expect(await response.json()).toMatchObject({
    state: 'scheduled',
    obstacles: [{ code: 'conflict', section: 'stats', fields: ['Years of experience'], earlierRelease: first }],
  })
})

test('a release whose moment is moved behind that of another one: asked about, and the other one is ready then', async () => {
  const { yearsExperience } = read()
  const first = await releaseOf('Results', { yearsExperience: yearsExperience + 10 })
  const second = await releaseOf('Correction', { yearsExperience: yearsExperience + 20 })
  await scheduleByForm(first, inSeconds(3_600))
  await scheduleByForm(second, inSeconds(7_200))
  expect(await scheduleByForm(first, inSeconds(10_800))).toEqual([
    expect.stringMatching(/^The release “Results”, .*as does “Correction” on /),
  ])
  expect(await statesByName()).toEqual({ Correction: 'ready', Results: 'blocked' })
})

test('a save by a person asks about a scheduled release, and what the clock publishes meanwhile does not', async () => {
  const { value, version } = content.read(stats)
  await scheduleByForm(await releaseOf('Results', { yearsExperience: value.yearsExperience + 10 }), inSeconds(3_600))
  const body = new FormData()
  const form = { ...fieldsOf({ ...value, yearsExperience: value.yearsExperience + 1 }), version, intent: 'save' }
  for (const [name, text] of Object.entries(form)) body.set(name, text)
  expect(await sectionEditorAction(routeArgs(post('/admin/stats', body)))).toMatchObject({
    data: { question: { consequences: [{ text: expect.stringContaining('“Results”') }] } },
  })
})
