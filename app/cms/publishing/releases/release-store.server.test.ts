import { sectionsOf } from '#test/sections-of.ts'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { notice, silentLog, temporaryContent } from '#test/temporary-content.ts'
import { titledSection } from '#test/titled-section.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Puts } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { readPendingPublications } from '#app/cms/content/publication-log/publication-log.server.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { Draft } from '#app/cms/publishing/drafts/draft.ts'
import { describeObstacles } from './obstacles.ts'
import { openReleases, type Releases } from './release-store.server.ts'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import { ReleaseRefused, type Release } from './release-format.ts'

const MOMENT = '2026-11-23T10:35:00Z'
const LATER = '2026-11-23T11:35:00Z'
const banners = Array.from({ length: 9 }, (_, at) => titledSection(`banner-${at}`))

let folders: ReturnType<typeof temporaryContent>
let storage: Storage
let content: ContentStore
let releases: Releases
let health: Health
let drafts: Draft[]
let staged: string[]
let shown: string[]
let hidden: string[]
let missing: string[]
let missingIn: (section: { id: string }) => string[]
let unapproved: (typeof notice)[]
let checked: () => Promise<void>
let unpublishing: () => Promise<void>
let events: string[]
/** How long it takes until a change is seen. */
let seenMs: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-11-23T10:00:00Z') })
  folders = temporaryContent()
  for (const { file } of banners) writeFileSync(path.join(folders.contentDir, file), 'title: Old\n')
  drafts = []
  staged = []
  shown = []
  hidden = []
  missing = []
  missingIn = () => missing
  unapproved = []
  checked = () => Promise.resolve()
  unpublishing = () => Promise.resolve()
  events = []
  seenMs = 0
  await start()
})
afterEach(async () => {
  vi.useRealTimers()
  await stop()
  await folders.dispose()
})

async function start() {
  const { contentDir, dataDir, root } = folders
  health = new Health(silentLog)
  const options = { contentDir, uploadsDir: path.join(root, 'uploads'), dataDir, log: silentLog, health }
  storage = Object.defineProperty(openDiskStorage(options), 'isSeenAtOnce', { get: () => seenMs === 0 })
  storage.whenSeen = async () => {
    await delay(seenMs)
  }
  const publications = await readPendingPublications(storage, health)
  const store = {
    storage,
    sections: [notice, ...banners],
    log: silentLog,
    health,
    publications,
  }
  content = openContentStore(store)
  await content.recoverPublications()
  releases = await openReleases({
    storage,
    content,
    sections: sectionsOf(notice, ...banners),
    drafts: {
      list: () => drafts,
      async changeTogether({ moved = [], ended }, records) {
        if (records) await storage.commit([...records.puts] as unknown as Puts)
        records?.onCommit()
        for (const { from, to } of moved)
          drafts = drafts.map((draft) => (draft.release === from ? { ...draft, release: to } : draft))
        if (ended) drafts = drafts.filter((draft) => !ended.releases.includes(draft.release ?? ''))
      },
      prepare: (prepared) => ({
        files: [],
        show: () => drafts.push(...prepared.map((draft) => ({ ...draft, revision: '9', time: MOMENT }))),
      }),
      dropPublished(published) {
        drafts = drafts.filter(
          (draft) =>
            !published.some(({ release, revision }) => release === draft.release && revision === draft.revision),
        )
        return Promise.resolve()
      },
    },
    files: {
      stagedOf: (files) => [...new Set(files)].filter((file) => staged.includes(file)),
      check: () => checked(),
      show: (files) => shown.push(...files),
      publish(files) {
        staged = staged.filter((file) => ![...files].includes(file))
        return Promise.resolve()
      },
      hide(files) {
        hidden = [...files]
        return () => (hidden = [])
      },
      async unpublish(files) {
        await unpublishing()
        staged.push(...files)
      },
    },
    moveOf: (file) => ({ from: `data/staged/${file}`, to: `uploads/${file}` }),
    missingFiles: (section) => missingIn(section),
    notApproved: () => unapproved.map((section) => ({ section, state: 'waiting' as const })),
    interrupted: publications,
    audit: { record: ({ kind }) => events.push(kind) },
    log: silentLog,
    health,
  })
  releases.clock.start()
}

async function stop() {
  await releases.close()
  await content.close()
  await storage.close()
}

function draftOf(change: object, release: string | undefined): Draft {
  const { value, version } = content.read(notice)
  const base = { version, content: value }
  const [author, authors] = ['meera', ['meera']]
  return {
    section: notice,
    release,
    revision: '1',
    base,
    content: { ...value, ...change },
    author,
    authors,
    time: MOMENT,
  }
}

async function prepared(change: object = { title: 'Results' }, time: string | undefined = MOMENT): Promise<Release> {
  const release = await releases.create({ name: 'Results', time }, 'asha')
  drafts.push(draftOf(change, release.id))
  return release
}

const title = () => content.read(notice).value.title
const save = (change: object) =>
  content.update(notice, { author: 'ben', reason: 'Saved', change: (current) => ({ ...current, ...change }) })
const stateOf = ({ id }: Release) => releases.find(id)?.state
const goTo = (time: string) => vi.advanceTimersByTimeAsync(Date.parse(time) - Date.now())
const settle = () => vi.waitFor(() => releases.clock.publishDue())

test('a scheduled release: nothing of it until a millisecond before, all of it at the moment', async () => {
  staged = ['photo.webp']
  const release = await prepared({ title: 'See photo.webp' })
  staged.push('other.webp')
  drafts = [draftOf({ title: 'See photo.webp', items: [{ _id: 'p', text: '/uploads/photo.webp' }] }, release.id)]
  await releases.schedule(release.id, 'asha')

  await goTo('2026-11-23T10:34:59.999Z')
  expect(title()).toBe('Works holiday')
  expect(shown).toEqual([])

  await vi.advanceTimersByTimeAsync(1)
  await settle()
  expect(title()).toBe('See photo.webp')
  expect(stateOf(release)).toBe('published')
  expect(shown).toEqual(['photo.webp'])
  expect(staged).toEqual(['other.webp'])
  expect(drafts).toEqual([])
  expect((await content.history(notice))[0]).toMatchObject({ author: 'asha', reason: 'Release “Results”' })
  expect(events).toEqual(['release.made', 'release.scheduled', 'release.published'])
})

test('a clock that is set back after it publishes nothing twice', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  await goTo(MOMENT)
  await settle()
  await save({ title: 'Later' })

  vi.setSystemTime(Date.parse('2026-11-23T10:00:00Z'))
  await goTo('2026-11-23T10:36:00Z')
  expect(title()).toBe('Later')
  expect(await content.history(notice)).toHaveLength(2)
})

test('a clock that is set ahead is noticed within half a second', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  vi.setSystemTime(Date.parse(MOMENT))
  await vi.advanceTimersByTimeAsync(500)
  await settle()
  expect(stateOf(release)).toBe('published')
})

test('a moment that was missed while the site was down: published at the start, and said', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  await stop()
  vi.setSystemTime(Date.parse('2026-11-23T11:00:00Z'))
  await start()
  expect(title()).toBe('Results')
  expect(releases.find(release.id)?.published).toMatchObject({ isMissed: true, time: '2026-11-23T11:00:00.000Z' })
})

test('a moment that was missed, where others have to see the publication: the site opens before it is published', async () => {
  const release = await prepared()
  const before = title()
  await releases.schedule(release.id, 'asha')
  await stop()
  seenMs = 20
  vi.setSystemTime(Date.parse('2026-11-23T11:00:00Z'))
  await start()
  expect(title()).toBe(before)
  await vi.advanceTimersByTimeAsync(0)
  await settle()
  expect(title()).toBe('Results')
  expect(releases.find(release.id)?.published).toMatchObject({ isMissed: true })
})

test.each([
  ['seen at once', 0],
  ['seen some moments later', 20],
])('ten releases of one moment, %s: all are public before one of them is written completely', async (_, ms) => {
  seenMs = ms
  const all = [await prepared()]
  for (const section of banners) {
    const release = await releases.create({ name: section.label, time: MOMENT }, 'asha')
    const { value, version } = content.read(section)
    const base = { version, content: value }
    drafts.push({ ...draftOf({}, release.id), section, base, content: { title: 'New' } })
    all.push(release)
  }
  for (const { id } of all) await releases.schedule(id, 'asha')
  let goOn: () => void = () => undefined
  const wait = new Promise<void>((resolve) => (goOn = resolve))
  const remove = storage.remove.bind(storage)
  vi.spyOn(storage, 'remove').mockImplementation((names) => wait.then(() => remove(names)))
  await goTo(MOMENT)
  await vi.waitFor(() => {
    expect([title(), ...banners.map((section) => content.find(section)?.value.title)]).toEqual([
      'Results',
      ...banners.map(() => 'New'),
    ])
  })
  goOn()
  await settle()
  expect(all.map(stateOf)).toEqual(all.map(() => 'published'))
})

test('two releases of one moment, one of which needs what the other publishes: both are published', async () => {
  const [banner] = banners
  if (!banner) throw new Error('There is no banner')
  const needed = await releases.create({ name: 'Needed', time: MOMENT }, 'asha')
  const first = await prepared()
  const base = { version: content.read(banner).version, content: content.read(banner).value }
  drafts.push({ ...draftOf({}, needed.id), section: banner, base, content: { title: 'New' } })
  for (const { id } of [first, needed]) await releases.schedule(id, 'asha')
  missingIn = ({ id }) => (id === banner.id && title() !== 'Results' ? ['photo.webp is missing'] : [])
  await goTo(MOMENT)
  await settle()
  expect([stateOf(first), stateOf(needed)]).toEqual(['published', 'published'])
  expect(events).not.toContain('release.failed')
})

test('a conflict at the moment: nothing is published, and the release says why', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  await save({ title: 'Someone else' })
  await goTo(MOMENT)
  await settle()

  expect(title()).toBe('Someone else')
  expect(releases.find(release.id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('Title') as string,
  })
  expect(health.problems()).toEqual([])
  expect(drafts).toHaveLength(1)
})

test('what was published meanwhile in another place is merged', async () => {
  const release = await prepared()
  await save({ visits: 7 })
  await releases.publish(release.id, 'asha')
  expect(content.read(notice).value).toMatchObject({ title: 'Results', visits: 7 })
})

test('a missing file, and content that is not valid: nothing is published', async () => {
  const release = await prepared()
  missing = ['gone.pdf']
  await expect(releases.publish(release.id, 'asha')).rejects.toThrow('gone.pdf')
  missing = []
  drafts = [draftOf({ visits: -1 }, release.id)]
  await expect(releases.publish(release.id, 'asha')).rejects.toThrow()
  expect(title()).toBe('Works holiday')
  expect(stateOf(release)).toBe('open')
})

test('a disk that refuses at the moment: still scheduled, said, and published as soon as the disk accepts it', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  const commit = vi.spyOn(storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
  await goTo(MOMENT)
  await settle()
  await goTo('2026-11-23T10:35:03Z')
  await settle()
  expect(stateOf(release)).toBe('scheduled')
  expect(releases.clock.delayOf(release)).toContain('full')
  expect(releases.clock.overdueSeconds()).toBeCloseTo(3, 0)
  expect(events).toEqual(['release.made', 'release.scheduled'])

  commit.mockRestore()
  await goTo('2026-11-23T10:35:05Z')
  await settle()
  expect(title()).toBe('Results')
  expect(releases.find(release.id)).toMatchObject({ state: 'published', published: { wasDelayed: true } })
  expect(releases.clock.delayOf(release)).toBeUndefined()
  expect(releases.clock.overdueSeconds()).toBe(0)
})

test('a disk that refuses at the moment, and a restart meanwhile: published at the start', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  vi.spyOn(storage, 'commit').mockRejectedValue(new StorageError('io'))
  await goTo(MOMENT)
  await settle()
  await stop()
  await start()
  expect(stateOf(release)).toBe('published')
  expect(title()).toBe('Results')
})

/** Writes the record of a release as another program does. */
function writeByAnother(release: Release, change: Partial<Release>) {
  writeFileSync(recordOf(release), JSON.stringify({ ...releases.find(release.id), ...change }))
}
const recordOf = ({ id }: Release) => path.join(folders.dataDir, `releases/${id}.json`)

test('a record that is not the one that this process knows: it counts, and nothing is published', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  writeByAnother(release, { state: 'open' })
  await goTo(MOMENT)
  await settle()
  expect([stateOf(release), title()]).toEqual(['open', 'Works holiday'])
  expect(readdirSync(path.join(folders.dataDir, 'publishing'))).toEqual([])

  writeByAnother(release, { name: 'Other' })
  await expect(releases.publish(release.id, 'asha')).rejects.toThrow('changed this release at the same moment')
  expect([releases.find(release.id)?.name, title()]).toEqual(['Other', 'Works holiday'])
  writeByAnother(release, { name: 'Third' })
  await expect(releases.change(release.id, { name: 'Mine', time: MOMENT }, 'asha')).rejects.toThrow(
    'at the same moment',
  )
  await releases.publish(release.id, 'asha')
  expect([releases.find(release.id)?.name, title()]).toEqual(['Third', 'Results'])
})

test('a release that cannot be published never replaces the record of one that was published', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  await save({ title: 'Someone else' })
  writeByAnother(release, { state: 'published' })
  await goTo(MOMENT)
  await settle()
  expect(stateOf(release)).toBe('published')
  expect(JSON.parse(readFileSync(recordOf(release), 'utf8'))).toMatchObject({ state: 'published' })
})

test('an error after the commit: the release is published', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  content.subscribe(() => {
    throw new Error('A listener failed')
  })
  await goTo(MOMENT)
  await settle()
  expect(stateOf(release)).toBe('published')
  expect(JSON.parse(readFileSync(recordOf(release), 'utf8'))).toMatchObject({ state: 'published' })
})

test('taken back: nothing happens at its time', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  await releases.unschedule(release.id, 'asha')
  await goTo('2026-11-23T10:40:00Z')
  expect(title()).toBe('Works holiday')
})

test.each([
  ['without a time', undefined, 'Enter the time'],
  ['with a time in the past', '2026-11-23T09:00:00Z', 'in the past'],
])('a release %s is not scheduled', async (_what, time, message) => {
  const release = await prepared({ title: 'Results' }, time)
  if (time === undefined) await releases.change(release.id, { name: 'Results', time }, 'asha')
  await expect(releases.schedule(release.id, 'asha')).rejects.toThrow(message)
})

test('an empty release is not published', async () => {
  const { id } = await releases.create({ name: ' Empty  one ' }, 'asha')
  expect(releases.find(id)?.name).toBe('Empty one')
  await expect(releases.publish(id, 'asha')).rejects.toThrow('empty')
})

test('undone as a whole: what was changed since in other places stays, and its files are no longer public', async () => {
  staged = ['photo.webp']
  const release = await prepared({ items: [{ _id: 'p', text: '/uploads/photo.webp' }] })
  // As its page says from the moment on at which visitors see the change, while that is still written to its places.
  const states: (string | undefined)[] = []
  content.subscribe(() => states.push(stateOf(release)))
  await releases.publish(release.id, 'asha')
  await save({ visits: 9 })

  await releases.undo(release.id, 'ben')

  expect(states).toEqual(['published', 'published', 'open'])

  expect(content.read(notice).value).toMatchObject({ visits: 9, items: [{ text: 'First' }, { text: 'Second' }] })
  expect({ staged, hidden }).toEqual({ staged: ['photo.webp'], hidden: [] })
  expect(releases.find(release.id)).toMatchObject({
    state: 'open',
    earlier: [{ published: { by: 'asha', files: ['photo.webp'] }, undone: { by: 'ben' } }],
  })
  expect(releases.find(release.id)).not.toHaveProperty('published')
  expect((await content.history(notice))[0]).toMatchObject({ author: 'ben', reason: 'Release “Results” undone' })
  await expect(releases.undo(release.id, 'ben')).rejects.toThrow('Only a published release')
})

test.each<[string, (release: Release) => unknown, string]>([
  ['without content', () => (drafts = []), 'This release is empty.'],
  ['after another publication in the same field', () => save({ title: 'Other' }), 'Notice (Title)'],
  ['without an approval', () => (unapproved = [notice]), 'Not approved yet: Notice.'],
  ['without a file', () => (missing = ['There is no file called a.pdf']), 'Notice: There is no file called a.pdf.'],
  [
    'with a damaged file',
    async (release) => {
      staged = ['photo.webp']
      await releases.addFiles(release.id, staged, 'asha')
      checked = () => Promise.reject(new UploadRefused(422, 'photo.webp is damaged.'))
    },
    'photo.webp is damaged.',
  ],
  [
    'with invalid content after the merge',
    (release) => (drafts = [draftOf({ title: 7 }, release.id)]),
    'Notice would have an error: Title: ',
  ],
])('%s: the answer before the moment is the refusal at the moment', async (_, spoil, reason) => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  expect(await releases.forecast.obstacles(release)).toEqual([])
  await spoil(release)
  const before = describeObstacles(await releases.forecast.obstacles(releases.find(release.id) ?? release))
  expect(before).toContain(reason)
  const published = title()
  await goTo(MOMENT)
  await settle()
  expect(title()).toBe(published)
  expect(releases.find(release.id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining(before) as string,
  })
})

test('a file whose address another file has: nothing is published, with the reason', async () => {
  staged = ['a.pdf']
  const release = await prepared()
  await releases.addFiles(release.id, staged, 'asha')
  checked = () => Promise.reject(new UploadRefused(422, 'a.pdf cannot be published.'))
  await expect(releases.publish(release.id, 'asha')).rejects.toThrow(ReleaseRefused)
  expect([stateOf(release), title()]).toEqual(['open', 'Works holiday'])
})

test('undone on a disk that does not take a file back: nobody gets it, that is said, and it stays in the record of the publication', async () => {
  staged = ['photo.webp']
  const release = await prepared({ items: [{ _id: 'p', text: '/uploads/photo.webp' }] })
  await releases.publish(release.id, 'asha')
  unpublishing = () => Promise.reject(new StorageError('io'))

  await releases.undo(release.id, 'ben')

  expect(hidden).toEqual(['photo.webp'])
  expect(health.problems().map(({ id }) => id)).toContain('publication-unfinished')
  const [record = ''] = readdirSync(path.join(folders.dataDir, 'publishing'))
  expect(JSON.parse(readFileSync(path.join(folders.dataDir, 'publishing', record), 'utf8'))).toMatchObject({
    moves: [{ from: 'uploads/photo.webp', to: 'data/staged/photo.webp' }],
  })

  // As after a kill: what the audit log has of it is not known.
  await stop()
  events = []
  await start()
  expect([stateOf(release), events]).toEqual(['open', ['release.undone']])
})

test('a draft that was saved while its release was published becomes a draft outside any release', async () => {
  const release = await prepared()
  content.subscribe(() => {
    drafts = drafts.map((draft) => ({
      ...draft,
      content: { ...(draftOf({ visits: 5 }, release.id).content as object) },
    }))
  })
  await releases.publish(release.id, 'asha')
  expect(drafts).toMatchObject([{ release: undefined, content: { visits: 5 } }])
})

test.each([
  ['there is one outside already: it stays, and the log says so', 'notice', 1],
  ['one of another section is outside: nothing to report', 'banner-0', 0],
])('a draft that was saved while its release was published, %s', async (_, outside, reports) => {
  const error = vi.spyOn(silentLog, 'error')
  const release = await prepared()
  const section = [notice, ...banners].find(({ id }) => id === outside)
  if (!section) throw new Error(outside)
  drafts.push({ ...draftOf({}, undefined), section })
  content.subscribe(() => {
    const later = draftOf({ visits: 5 }, release.id)
    drafts = drafts.map((draft) => (draft.release ? { ...draft, content: later.content } : draft))
  })
  await releases.publish(release.id, 'asha')
  expect(drafts.map((draft) => draft.release)).toEqual([reports === 1 ? release.id : undefined, undefined])
  expect(error.mock.calls.map(([fields]) => fields)).toEqual(
    reports === 1 ? [{ release: release.id, section: 'notice' }] : [],
  )
})

test('not undone where something was changed since in the same place', async () => {
  const release = await prepared()
  await releases.publish(release.id, 'asha')
  await save({ title: 'Later' })
  await expect(releases.undo(release.id, 'ben')).rejects.toMatchObject({
    conflicts: [{ section: 'notice', fields: ['Title'] }],
  })
  expect(title()).toBe('Later')
})

test('says what it changes, and which other releases change the same', async () => {
  const [one, other] = [await prepared(), await prepared({ visits: 3 })]
  expect(releases.forecast.changes(one)).toMatchObject([
    { next: { title: 'Results' }, alsoIn: [{ release: { id: other.id }, fields: undefined }] },
  ])
  await expect(releases.moveDrafts([notice], { from: one.id, to: other.id, by: 'asha' })).rejects.toThrow(
    'a draft in that release already',
  )
})

test('deleted: its drafts are discarded, or become drafts outside any release', async () => {
  const [one, other] = [await prepared(), await prepared({ visits: 3 })]
  await releases.schedule(one.id, 'asha')
  await expect(releases.remove(one.id, 'detach', 'asha')).rejects.toThrow('Cancel the schedule before you delete it')
  await releases.unschedule(one.id, 'asha')
  await releases.remove(one.id, 'detach', 'asha')
  expect(drafts.map(({ release }) => release)).toEqual([undefined, other.id])
  await expect(releases.remove(other.id, 'detach', 'asha')).rejects.toThrow('already have a draft outside any release')
  await releases.remove(other.id, 'discard', 'asha')
  expect(drafts.map(({ release }) => release)).toEqual([undefined])
  expect(releases.list()).toEqual([])
})

test('at most 50 are open', async () => {
  for (let count = 0; count < 50; count += 1) await releases.create({ name: `Release ${count}` }, 'asha')
  await expect(releases.create({ name: 'One more' }, 'asha')).rejects.toThrow('50 releases')
})

test('a damaged record is named, and the others go on', async () => {
  const release = await prepared()
  await releases.schedule(release.id, 'asha')
  await stop()
  mkdirSync(path.join(folders.dataDir, 'releases'), { recursive: true })
  writeFileSync(path.join(folders.dataDir, 'releases/000000000000.json'), '{"format":1')
  await start()
  expect(health.problems()).toMatchObject([{ id: 'release-damaged' }])
  expect(health.problems()[0]?.message).toContain('data/releases/000000000000.json')
  await goTo(MOMENT)
  await settle()
  expect(title()).toBe('Results')
})

test('a publication that was completed by the start counts as published', async () => {
  const release = await prepared()
  const file = path.join(folders.dataDir, `releases/${release.id}.json`)
  const before = readFileSync(file, 'utf8')
  const draft = drafts
  await releases.publish(release.id, 'asha')
  const published = readFileSync(file, 'utf8')
  await stop()
  // As a kill leaves it, after the completed record and before the drafts are removed.
  expect(published).not.toBe(before)
  drafts = draft
  await start()
  expect(stateOf(release)).toBe('published')
  expect(drafts).toEqual([])
  rmSync(file)
})

describe('seen some moments later', () => {
  beforeEach(() => {
    seenMs = 20
  })
  const records = () => {
    const folder = path.join(folders.dataDir, 'publishing')
    return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  }
  /** Waits for the disk. The clock of the test does not go on. */
  async function untilRecords(count: number) {
    const deadline = performance.now() + 10_000
    while (records().length !== count && performance.now() < deadline) await nextTurn()
    expect(records()).toHaveLength(count)
  }
  /** The names of the files of each commit from now on. */
  function watchCommits() {
    const commits: string[][] = []
    const commit = storage.commit.bind(storage)
    vi.spyOn(storage, 'commit').mockImplementation((puts, options) => {
      commits.push(puts.map(({ name }) => name))
      return commit(puts, options)
    })
    return commits
  }
  async function nearItsMoment() {
    const release = await prepared()
    await releases.schedule(release.id, 'asha')
    await goTo('2026-11-23T10:34:49Z')
    expect(records()).toEqual([])
    await goTo('2026-11-23T10:34:51Z')
    await untilRecords(1)
    return release
  }

  test('its record is written before its moment, without effect; then it is published by one small file', async () => {
    const release = await nearItsMoment()
    expect([title(), stateOf(release), await content.history(notice)]).toEqual(['Works holiday', 'scheduled', []])
    expect(await readPendingPublications(storage, health)).toEqual([])
    await goTo('2026-11-23T10:34:59.999Z')
    const commits = watchCommits()
    let whenPublic = -1
    content.subscribe(() => (whenPublic = commits.length))
    expect([title(), records()]).toEqual(['Works holiday', [expect.stringMatching(/^release-/)]])
    await vi.advanceTimersByTimeAsync(1)
    await settle()
    expect([title(), stateOf(release), records()]).toEqual(['Results', 'published', []])
    expect([commits[0], whenPublic]).toEqual([[`data/releases/${release.id}.json`], 1])
    // It is of its moment everywhere, although it was prepared before.
    const published = { time: '2026-11-23T10:35:00.000Z', isMissed: false }
    expect(releases.find(release.id)?.published).toMatchObject(published)
    expect(await content.history(notice)).toMatchObject([{ time: published.time, reason: 'Release “Results”' }])
    expect(events).toEqual(['release.made', 'release.scheduled', 'release.published'])
  })

  test.each([
    [
      'its draft',
      () => (drafts = drafts.map((one) => ({ ...one, content: { ...Object(one.content), title: 'New' } }))),
    ],
    ['the section', () => save({ items: [{ _id: 'x', text: 'Later' }] })],
    [
      'the section, by hand',
      () => {
        const file = path.join(folders.contentDir, notice.file)
        writeFileSync(file, `${readFileSync(file, 'utf8')}# By hand\n`)
      },
    ],
    ['its own files', (id: string) => ((staged = ['own.pdf']), releases.addFiles(id, ['own.pdf'], 'asha'))],
    ['its name', (id: string) => releases.change(id, { name: 'Renamed', time: MOMENT }, 'asha')],
  ])('%s is changed right before its moment: that counts', async (what, change) => {
    const release = await nearItsMoment()
    const expected = { ...content.read(notice).value, title: 'Results' }
    await goTo('2026-11-23T10:34:59.500Z')
    await change(release.id)
    const { items, title: current } = { ...content.read(notice).value }
    const isNew = drafts.some(({ content: drafted }) =>
      isDeepStrictEqual(drafted, { ...Object(drafted), title: 'New' }),
    )
    await goTo(MOMENT)
    await settle()
    expect(stateOf(release)).toBe('published')
    expect(content.read(notice).value).toMatchObject({ ...expected, items, title: isNew ? 'New' : 'Results' })
    expect(current).toBe('Works holiday')
    expect(releases.find(release.id)).toMatchObject({
      published: { files: what === 'its own files' ? ['own.pdf'] : [] },
    })
    expect(records()).toEqual([])
  })

  test.each([
    ['its schedule is cancelled', (id: string) => releases.unschedule(id, 'asha'), 'open'],
    ['its time is changed', (id: string) => releases.change(id, { name: 'Results', time: LATER }, 'asha'), 'scheduled'],
    ['its draft loses the approval', () => (unapproved = [notice]), 'failed'],
    ['a file that it names is missing', () => (missing = ['photo.webp is missing']), 'failed'],
  ])('%s right before its moment: it is not published, and nothing of it stays', async (_, change, state) => {
    const release = await nearItsMoment()
    await goTo('2026-11-23T10:34:59.500Z')
    await change(release.id)
    await goTo(MOMENT)
    await settle()
    await vi.advanceTimersByTimeAsync(500)
    await untilRecords(0)
    expect([title(), stateOf(release)]).toEqual(['Works holiday', state])
    expect(await content.history(notice)).toEqual([])
  })

  test('published by a person: the others have a moment to fetch its record before it counts', async () => {
    const release = await prepared()
    const commits = watchCommits()
    await releases.publish(release.id, 'asha')
    expect(commits.slice(0, 2)).toEqual([
      [expect.stringMatching(/^data\/publishing\//)],
      [`data/releases/${release.id}.json`],
    ])
    expect([title(), records()]).toEqual(['Results', []])
  })

  test('its record was changed by another program right before its moment: that counts, and is published once', async () => {
    const release = await nearItsMoment()
    const file = path.join(folders.dataDir, 'releases', `${release.id}.json`)
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Results"', '"Other"'))
    await goTo(MOMENT)
    await settle()
    // It was read again, and is due.
    await settle()
    expect([title(), releases.find(release.id)?.name, stateOf(release)]).toEqual(['Results', 'Other', 'published'])
    expect(await content.history(notice)).toMatchObject([{ reason: 'Release “Other”' }])
    expect(records()).toEqual([])
  })
})
