import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { titledSection } from '#test/titled-section.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { versionOf, type WatchListener, type WatchOptions } from '#app/cms/storage/storage.ts'
import { encodeRecord, publicationRecordName, type FileMove, type PublicationRecord } from './publication-record.ts'

const SECTIONS = [titledSection('news'), titledSection('banner')]
const RECORD = publicationRecordName('release-1')
const RELEASE = 'data/releases/1.json'
const MOVE = { from: 'data/staged/report.pdf', to: 'uploads/report.pdf' }
const NEW = 'title: new\n'

let bucket: ReturnType<typeof openMemoryStorage>
let watches: { name: string; listener: WatchListener; isAwaited: boolean }[]
let store: ContentStore
/** What visitors could see after each change, and the files that are shown or hidden then. */
let seen: string[]
let files: string
/** The files that are hidden. */
let held: string[]

beforeEach(async () => {
  bucket = openMemoryStorage()
  watches = []
  seen = []
  files = 'old files'
  held = []
  for (const { file } of SECTIONS) await bucket.storage.commit([{ name: `content/${file}`, bytes: 'title: old\n' }])
  const storage = {
    ...bucket.storage,
    watch(name: string, listener: WatchListener, { isAwaited = false }: WatchOptions = {}) {
      const watch = { name, listener, isAwaited }
      watches.push(watch)
      return () => {
        watches = watches.filter((one) => one !== watch)
      }
    },
  }
  store = openContentStore({
    storage,
    sections: SECTIONS,
    log: silentLog,
    health: silentHealth,
  })
  await store.followPublications(storage, {
    hold(moves) {
      held = moves.map(({ to }) => to)
      return () => void (held = [])
    },
    prepare(moves) {
      files = `${moves.length} files are known`
      return Promise.resolve(true)
    },
    show(moves: readonly FileMove[]) {
      files = moves.map(({ to }) => `${to} is shown`).join()
      return () => Promise.resolve(void (files = 'moved files'))
    },
  })
  store.subscribe(() => seen.push(`${titles()}, ${files}`))
})
afterEach(() => store.close())

const titles = () => SECTIONS.map((one) => store.read(one).value.title).join(' ')
const put = (name: string, bytes: string | Uint8Array) => bucket.storage.commit([{ name, bytes }])

/** Reports changed files, as a storage does that has fetched them. */
async function report(...names: string[]) {
  for (const changed of names) {
    const concerned = watches.filter(({ name }) => changed === name || changed.startsWith(`${name}/`))
    await Promise.all(concerned.map(({ listener }) => listener(changed, { isWhole: true })))
  }
}

function recordOf(committedBy: PublicationRecord['committedBy']) {
  const sections = SECTIONS.map(({ id }) => ({ section: id, text: NEW, ifVersion: null, entries: [] }))
  return encodeRecord({ id: 'release-1', committedBy, reason: 'Release', sections, moves: [MOVE], dataFiles: [] })
}
const COMMITTED = { name: RELEASE, version: versionOf('published') }

test('shown as a whole in one turn, whatever comes of its files, until the record is gone', async () => {
  await put(RELEASE, 'published')
  await put(RECORD, recordOf(COMMITTED))
  await report(RECORD)
  expect(seen).toEqual(Array(2).fill('new new, uploads/report.pdf is shown'))
  // One of the files has come; the other one is still the old one.
  await put('content/home/news.yaml', NEW)
  await report('content/home/news.yaml', 'content')
  expect(titles()).toBe('new new')
  await put('content/home/banner.yaml', NEW)
  await bucket.storage.remove(RECORD)
  await report('content/home/banner.yaml', RECORD)
  expect([titles(), files]).toEqual(['new new', 'moved files'])
  await put('content/home/news.yaml', 'title: later\n')
  await report('content/home/news.yaml')
  expect(titles()).toBe('later new')
})

test.each([
  ['the record first', [RECORD, RELEASE]],
  ['what commits it first', [RELEASE, RECORD]],
])('%s: shown when both are here', async (_, order) => {
  for (const [at, name] of order.entries()) {
    expect(titles()).toBe('old old')
    await put(name, name === RECORD ? recordOf(COMMITTED) : 'published')
    await report(name)
    expect(titles()).toBe(at === 0 ? 'old old' : 'new new')
  }
})

test('a record before its commit: its files are known already, and its commit is awaited until it is there', async () => {
  const awaited = () => watches.flatMap(({ name, isAwaited }) => (isAwaited ? name : []))
  await put(RECORD, recordOf(COMMITTED))
  await report(RECORD)
  expect([titles(), files, awaited()]).toEqual(['old old', '1 files are known', [RELEASE]])
  files = 'not asked for again'
  await put(RELEASE, 'published')
  await report(RELEASE)
  expect([titles(), files, awaited()]).toEqual(['new new', `${MOVE.to} is shown`, []])

  // One that is never committed.
  await put(publicationRecordName('other'), recordOf({ name: 'data/releases/2.json', version: versionOf('published') }))
  await report('data/publishing')
  expect(awaited()).toEqual(['data/releases/2.json'])
  await bucket.storage.remove(publicationRecordName('other'))
  await report('data/publishing')
  expect(awaited()).toEqual([])
})

test('the files of a record are hidden until it is shown, or gone', async () => {
  await put(RECORD, recordOf(COMMITTED))
  await report(RECORD)
  expect(held).toEqual([MOVE.to])
  await put(RELEASE, 'published')
  await report(RELEASE)
  expect([files, held]).toEqual([`${MOVE.to} is shown`, []])

  const other = publicationRecordName('other')
  await put(other, recordOf({ name: 'data/releases/2.json', version: versionOf('published') }))
  await report('data/publishing')
  expect(held).toEqual([MOVE.to])
  await bucket.storage.remove(other)
  await report('data/publishing')
  expect(held).toEqual([])
})

test('a record that comes late, after an undo: it is not shown, and one that is shown ends with the undo', async () => {
  await put(RELEASE, 'undone')
  await put(RECORD, recordOf(COMMITTED))
  await report(RECORD)
  expect([titles(), seen]).toEqual(['old old', []])
  await put(RELEASE, 'published')
  await report(RELEASE)
  expect(titles()).toBe('new new')
  await put(RELEASE, 'undone again')
  await report('data/publishing')
  expect(titles()).toBe('old old')
})

test('a content file that comes before the report of the record: the whole is shown', async () => {
  await put(RECORD, recordOf(undefined))
  await put('content/home/news.yaml', NEW)
  await report('content/home/news.yaml')
  expect(new Set(seen)).toEqual(new Set(['new new, uploads/report.pdf is shown']))
})

test('a record that cannot be read, and a text that this release of the program cannot read: the rest is shown', async () => {
  await put(publicationRecordName('damaged'), '{"format":1')
  const report1 = vi.spyOn(silentHealth, 'report')
  const sections = [
    { section: 'news', text: NEW, ifVersion: null, entries: [] },
    { section: 'banner', text: 'title: 5\nof: a newer release\n', ifVersion: null, entries: [] },
    { section: 'unknown', text: NEW, ifVersion: null, entries: [] },
  ]
  const record = { id: 'release-1', reason: 'Release', sections, moves: [], dataFiles: [] }
  await put(RECORD, encodeRecord(record))
  await report(RECORD)
  expect(titles()).toBe('new old')
  expect(report1).toHaveBeenCalledWith(expect.objectContaining({ id: 'publication-damaged' }), expect.anything())
})
