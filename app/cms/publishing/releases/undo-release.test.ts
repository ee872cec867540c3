import { sectionsOf } from '#test/sections-of.ts'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  readPendingPublications,
  rollBackPublications,
} from '#app/cms/content/publication-log/publication-log.server.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { Drafts } from '#app/cms/publishing/drafts/draft.ts'
import { openDrafts } from '#app/cms/publishing/drafts/open-drafts.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { hooks, removeHooks, systemError } from '#test/fault-fs.ts'
import { notice, silentLog, temporaryContent } from '#test/temporary-content.ts'
import { openReleases, type Releases } from './release-store.server.ts'
import type { Release } from './release-format.ts'

const FILE = 'photo.webp'
const STAGED = `data/staged/${FILE}`
const PUBLIC = `uploads/${FILE}`

let folders: ReturnType<typeof temporaryContent>
let storage: Storage
let content: ContentStore
let drafts: Drafts
let releases: Releases
let health: Health
let isRefusing: boolean

beforeEach(async () => {
  folders = temporaryContent()
  isRefusing = false
  await begin()
})
afterEach(async () => {
  removeHooks()
  await stop()
  await folders.dispose()
})

async function begin() {
  for (const folder of ['data/staged', 'uploads']) mkdirSync(pathOf(folder), { recursive: true })
  writeFileSync(pathOf(STAGED), 'photo')
  await start()
}

/** Opens the services in the order of the site's start. */
async function start() {
  const { contentDir, dataDir } = folders
  health = new Health(silentLog)
  storage = openDiskStorage({ contentDir, uploadsDir: pathOf('uploads'), dataDir, log: silentLog, health })
  if (isRefusing) refuseParts()
  await rollBackPublications(storage, health)
  const publications = await readPendingPublications(storage, health)
  const pendingFiles = publications.flatMap(({ dataFiles }) => dataFiles)
  const common = { storage, sections: sectionsOf(notice), log: silentLog, health }
  content = openContentStore({ ...common, sections: [notice], publications })
  await content.recoverPublications()
  drafts = await openDrafts({ ...common, content, audit: { record: () => undefined }, pendingFiles })
  releases = await openReleases({
    ...common,
    content,
    drafts,
    files: {
      stagedOf: (files) => [...new Set(files)].filter((file) => existsSync(pathOf(`data/staged/${file}`))),
      check: () => Promise.resolve(),
      show: () => undefined,
      publish: (files) => move([...files], 'data/staged', 'uploads'),
      hide: () => () => undefined,
      unpublish: (files) => move([...files], 'uploads', 'data/staged'),
    },
    moveOf: (file) => ({ from: `data/staged/${file}`, to: `uploads/${file}` }),
    missingFiles: () => [],
    interrupted: publications,
    audit: { record: () => undefined },
  })
}

/** Lets the disk refuse all but the commits of publications. */
function refuseParts() {
  const commit = storage.commit.bind(storage)
  storage.commit = (puts, options) =>
    puts[0].name.startsWith('data/publishing/') ? commit(puts, options) : Promise.reject(new StorageError('io'))
}

async function move(files: readonly string[], from: string, to: string) {
  for (const file of files) {
    if (await storage.stat(`${from}/${file}`)) await storage.move(`${from}/${file}`, `${to}/${file}`)
  }
}

async function stop() {
  await releases.close()
  await drafts.close()
  await content.close()
  await storage.close()
}

/** A killed process does not close its files: during this close, every change of the disk still fails. */
async function restartAfterKill() {
  await storage.close()
  await Promise.all([releases.close(), drafts.close(), content.close()])
  removeHooks()
  await start()
}

/** Lets every change of the disk fail, from the change with this number on. Returns their number so far. */
function failFrom(at: number) {
  let changes = 0
  hooks.change = () => {
    changes += 1
    if (changes >= at) throw new Error('killed')
  }
  hooks.renameSync = hooks.change
  return () => changes
}

/** Without temporary files: the host removes them after a start. */
const publicationRecords = () =>
  existsSync(pathOf('data/publishing'))
    ? readdirSync(pathOf('data/publishing')).filter((name) => !name.endsWith('.tmp'))
    : []

const pathOf = (name: string) => path.join(folders.root, name)
const value = () => content.read(notice).value
const CHANGED = { title: 'Results', items: [{ _id: 'p', text: `/uploads/${FILE}` }] }

/** A published release that changes the title and the list, and publishes a file. */
async function published(): Promise<Release> {
  const { id } = await releases.create({ name: 'Results' }, 'asha')
  const { version } = content.read(notice)
  const draft = { release: id, version }
  await drafts.save(notice, { ...draft, content: { ...value(), title: 'First words' }, author: 'ravi' })
  await drafts.save(notice, { ...draft, content: { ...value(), ...CHANGED }, author: 'meera' })
  await releases.publish(id, 'asha')
  expect({ ...value(), drafts: drafts.list() }).toMatchObject({ ...CHANGED, drafts: [] })
  return release(id)
}

function release(id: string): Release {
  const found = releases.find(id)
  if (!found) throw new Error(`There is no release ${id}`)
  return found
}

const save = (change: object) =>
  content.update(notice, { author: 'ben', reason: 'Saved', change: (current) => ({ ...current, ...change }) })

test('undone: open again with its changes as a draft of the same authors, and with its file; published anew', async () => {
  const { id } = await published()
  await save({ visits: 9 })

  await releases.undo(id, 'ben')

  expect(value()).toMatchObject({ title: 'Works holiday', visits: 9 })
  expect(drafts.find(notice, id)).toMatchObject({ author: 'meera', authors: ['ravi', 'meera'], content: CHANGED })
  expect(releases.stagedFiles(release(id))).toEqual([FILE])
  await save({ visits: 10 })
  await releases.publish(id, 'asha')
  expect(value()).toMatchObject({ ...CHANGED, visits: 10 })
  expect([existsSync(pathOf(PUBLIC)), drafts.list()]).toEqual([true, []])

  await releases.undo(id, 'ben')
  expect(releases.find(id)?.earlier).toHaveLength(2)
  expect(value()).toMatchObject({ title: 'Works holiday', visits: 10 })
})

test('the record of a publication that comes late, after its undo: it has no effect, and is removed', async () => {
  const records: { name: string; bytes: Buffer }[] = []
  const commit = storage.commit.bind(storage)
  storage.commit = async (puts, options) => {
    const [{ name, bytes }] = puts
    if (name.startsWith('data/publishing/')) records.push({ name, bytes: Buffer.from(bytes as Uint8Array) })
    return commit(puts, options)
  }
  const { id } = await published()
  await releases.undo(id, 'ben')
  await save({ visits: 12 })
  await stop()
  expect(records).toHaveLength(2)
  // Such as a request that the network has delivered late, to a store that had removed the record already.
  for (const { name, bytes } of records.slice(0, 1)) writeFileSync(pathOf(name), bytes)

  await start()

  expect(value()).toMatchObject({ title: 'Works holiday', visits: 12 })
  expect(releases.find(id)?.state).toBe('open')
  expect(drafts.list()).toMatchObject([{ release: id, content: CHANGED }])
  expect([existsSync(pathOf(STAGED)), existsSync(pathOf(PUBLIC))]).toEqual([true, false])
  expect(readdirSync(pathOf('data/publishing'))).toEqual([])
})

test('a publication that is killed at any change of the disk: scheduled with its draft and its file, or published', async () => {
  const outcomes = new Set<string>()
  for (let at = 1; ; at += 1) {
    const { id } = await releases.create({ name: 'Results' }, 'asha')
    await drafts.save(notice, {
      release: id,
      version: content.read(notice).version,
      content: { ...value(), ...CHANGED },
      author: 'meera',
    })
    const changes = failFrom(at)
    await releases.publish(id, 'asha').catch(() => undefined)
    const stoppedAt = changes()
    await restartAfterKill()

    const isPublished = releases.find(id)?.state === 'published'
    outcomes.add(String(releases.find(id)?.state))
    expect(value().title, `change ${at}`).toBe(isPublished ? 'Results' : 'Works holiday')
    expect(drafts.list(), `change ${at}`).toHaveLength(isPublished ? 0 : 1)
    expect([existsSync(pathOf(STAGED)), existsSync(pathOf(PUBLIC))], `change ${at}`).toEqual([
      !isPublished,
      isPublished,
    ])
    expect(publicationRecords(), `change ${at}`).toEqual([])
    expect(health.problems()).toEqual([])
    await releases[isPublished ? 'undo' : 'publish'](id, 'asha')

    await stop()
    rmSync(folders.root, { recursive: true })
    folders = temporaryContent()
    await begin()
    if (stoppedAt < at) break
  }
  expect(outcomes).toEqual(new Set(['open', 'published']))
}, 120_000)

test('a disk that fails at any sync: before the commit nothing is published, after it everything', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const outcomes = new Set<boolean>()
  for (let at = 1; ; at += 1) {
    const { id } = await published()
    let syncs = 0
    hooks.fsync = () => {
      syncs += 1
      if (syncs >= at) throw systemError('EIO', 'fsync')
    }
    const isUndone = await releases.undo(id, 'ben').then(
      () => true,
      () => false,
    )
    outcomes.add(isUndone)
    expect(releases.find(id)?.state, `sync ${at}`).toBe(isUndone ? 'open' : 'published')
    expect(value().title, `sync ${at}`).toBe(isUndone ? 'Works holiday' : 'Results')
    removeHooks()
    await vi.advanceTimersByTimeAsync(5_000)
    await save({ visits: 13 })
    expect(value(), `sync ${at}`).toMatchObject({ title: isUndone ? 'Works holiday' : 'Results', visits: 13 })
    await stop()
    await start()
    expect(releases.find(id)?.state, `sync ${at}`).toBe(isUndone ? 'open' : 'published')
    expect(value(), `sync ${at}`).toMatchObject({ title: isUndone ? 'Works holiday' : 'Results', visits: 13 })
    expect(publicationRecords()).toEqual([])

    await stop()
    rmSync(folders.root, { recursive: true })
    folders = temporaryContent()
    await begin()
    if (syncs < at) break
  }
  expect(outcomes).toEqual(new Set([false, true]))
}, 120_000)

test('undone while another part of the publication waits for the disk: refused with the reason, and possible later', async () => {
  const { id } = await releases.create({ name: 'Results' }, 'asha')
  const { version } = content.read(notice)
  await drafts.save(notice, { release: id, version, content: { ...value(), ...CHANGED }, author: 'meera' })
  refuseParts()
  await releases.publish(id, 'asha')
  expect(value().title).toBe('Results')
  await expect(releases.undo(id, 'ben')).rejects.toBeInstanceOf(StorageError)
  expect([release(id).state, value().title]).toEqual(['published', 'Results'])
  await stop()
  await start()
  await releases.undo(id, 'ben')
  expect(value().title).toBe('Works holiday')
})

test('undone while the section has another draft: both are kept, each in its place', async () => {
  const { id } = await published()
  const { version } = content.read(notice)
  await drafts.save(notice, { content: { ...value(), visits: 11 }, author: 'kiran', version })

  await releases.undo(id, 'ben')

  expect(drafts.effective(notice)).toMatchObject({ value: { title: 'Works holiday', visits: 11 }, conflicts: [] })
  expect(drafts.effective(notice, id)).toMatchObject({ value: CHANGED, conflicts: [] })
})

test('its drafts are there after a restart, and are not taken for published ones', async () => {
  const { id } = await published()
  await releases.undo(id, 'ben')
  await stop()
  await start()
  expect(releases.find(id)).toMatchObject({ state: 'open', earlier: [{ undone: { by: 'ben' } }] })
  expect(drafts.list()).toMatchObject([{ release: id, content: CHANGED }])
})

test('an undo that is killed at any change of the disk: published, or open with its draft and its file', async () => {
  const outcomes = new Set<string>()
  for (let at = 1; ; at += 1) {
    const { id } = await published()
    const changes = failFrom(at)
    await releases.undo(id, 'ben').catch(() => undefined)
    const stoppedAt = changes()
    await restartAfterKill()

    const isUndone = releases.find(id)?.state === 'open'
    outcomes.add(String(releases.find(id)?.state))
    expect(value().title, `change ${at}`).toBe(isUndone ? 'Works holiday' : 'Results')
    expect(drafts.list(), `change ${at}`).toMatchObject(isUndone ? [{ release: id, content: CHANGED }] : [])
    expect([existsSync(pathOf(STAGED)), existsSync(pathOf(PUBLIC))], `change ${at}`).toEqual([isUndone, !isUndone])
    expect(publicationRecords()).toEqual([])
    expect(health.problems()).toEqual([])
    await releases[isUndone ? 'publish' : 'undo'](id, 'asha')

    await stop()
    rmSync(folders.root, { recursive: true })
    folders = temporaryContent()
    await begin()
    if (stoppedAt < at) break
  }
  expect(outcomes).toEqual(new Set(['published', 'open']))
}, 120_000)

test('the disk refuses its parts after the moment: the draft can be edited at once, also after a restart', async () => {
  const { id } = await published()
  isRefusing = true
  refuseParts()
  await releases.undo(id, 'ben')
  expect(drafts.find(notice, id)).toMatchObject({ content: CHANGED })
  expect(health.problems().map((problem) => problem.id)).toContain('publication-unfinished')

  await stop()
  await start()
  expect(existsSync(pathOf(`data/drafts/notice/${id}`))).toBe(false)
  expect(drafts.list()).toMatchObject([{ release: id, author: 'meera', content: CHANGED }])
})
