import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { defineSection } from '#app/cms/define/define-section.ts'
import * as fields from '#app/cms/define/fields.ts'
import { versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { VersionConflict } from '#app/cms/content/store/errors.ts'
import { publicationRecordName } from '#app/cms/content/publication-log/publication-record.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'

function section(id: string) {
  return defineSection({
    id,
    label: id,
    icon: 'news',
    file: `home/${id}.yaml`,
    page: '/',
    messages: { updated: 'Updated', failed: 'Failed' },
    schema: z.strictObject({ title: fields.line('Title'), text: fields.line('Text') }),
  })
}

const [news, banner] = [section('news'), section('banner')]
const RECORD = publicationRecordName('release-1')
const STAGED = { from: 'data/staged/report.pdf', to: 'uploads/report.pdf' }

let bucket: ReturnType<typeof openMemoryStorage>
/** Resolves when the publisher may write the files of its record. If it never does, the publisher has ended before. */
let writing: Promise<void>
let allowWriting: () => void
let isLeader: boolean
let publisher: ContentStore
let follower: ContentStore
/** What visitors of the follower could see after each change. */
let seen: string[]
let revealed: string[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], now: 1_790_000_000_000 })
  bucket = openMemoryStorage()
  isLeader = true
  seen = []
  revealed = []
  writing = new Promise((resolve) => (allowWriting = resolve))
  for (const { file, id } of [news, banner]) {
    await bucket.storage.commit([{ name: `content/${file}`, bytes: `# ${id}\ntitle: old\ntext: old\n` }])
  }
  await bucket.storage.commit([{ name: STAGED.from, bytes: 'report' }])
  publisher = await openNode({
    ...bucket.storage,
    hasOthers: true,
    // Not the leader: what it has begun stays unfinished after its end.
    isLeader: () => false,
    async commit(puts, options) {
      if (puts.at(-1)?.name.startsWith('content/')) await writing
      return bucket.storage.commit(puts, options)
    },
  })
  follower = await openNode({ ...bucket.storage, hasOthers: true, isLeader: () => isLeader })
  follower.subscribe(() => seen.push(titlesOf(follower)))
})
afterEach(async () => {
  allowWriting()
  vi.useRealTimers()
  await publisher.close()
  await follower.close()
})

async function openNode(storage: Storage) {
  const store = openContentStore({
    storage,
    sections: [news, banner],
    summarise: () => ({ changes: 1, fields: ['Title'], removed: [] }),
    log: silentLog,
    health: silentHealth,
  })
  await store.followOthers(({ id }) => {
    revealed.push(`${id} is public`)
    return {
      end: () => revealed.push(`${id} is written`),
      onCompleted: () => Promise.resolve(void revealed.push(`${id} was completed here`)),
    }
  })
  return store
}

const titlesOf = (store: ContentStore) => [news, banner].map((one) => store.read(one).value.title).join(' ')
const textOf = (name: string) => bucket.files.get(name)?.bytes.toString()

/** Begins a publication of both sections. Resolves when its record is in the bucket. */
async function publish() {
  const changes = [news, banner].map((one) => ({
    section: one,
    change: (content: unknown) => ({ ...Object(content), title: 'new' }) as unknown,
  }))
  const done = publisher.publish(changes, {
    author: 'asha',
    reason: 'Release',
    id: 'release-1',
    files: { moves: () => [STAGED], onCommit: () => undefined, apply: () => Promise.resolve() },
    dataFiles: () => [{ name: 'data/releases/1.json', text: 'published' }],
  })
  await vi.waitFor(() => {
    expect(textOf(RECORD)).toBeDefined()
  })
  return done
}

/** Notifies the follower of changed files, as the change feed of the storage does. */
const tell = (...names: string[]) => follower.takeOver(names)

test('it is public from its record on, all of it at once, and stays so while it is written', async () => {
  const done = publish()
  await vi.waitFor(() => {
    expect(titlesOf(publisher)).toBe('new new')
  })
  await tell(RECORD)
  expect(seen).toEqual(['new new', 'new new'])
  // Only one of the files has arrived: the old text of the other one must not be visible.
  await tell('content/home/news.yaml')
  expect(titlesOf(follower)).toBe('new new')
  expect(revealed).toEqual(['release-1 is public'])
  allowWriting()
  await done
  const names = [...bucket.files.keys()]
  await tell(RECORD, ...names)
  expect(revealed).toEqual(['release-1 is public', 'release-1 is written'])
  expect(new Set(seen)).toEqual(new Set(['new new']))
  expect(await follower.history(news)).toHaveLength(1)
  expect((await follower.history(news))[0]).toMatchObject({ author: 'asha', reason: 'Release' })
})

test('a save on a node that shows it comes after it, and the publisher takes that save for what counts', async () => {
  const done = publish()
  await vi.waitFor(() => {
    expect(titlesOf(publisher)).toBe('new new')
  })
  await tell(RECORD)
  const { version } = follower.find(news) ?? {}
  await follower.update(news, {
    author: 'ben',
    reason: 'Edit',
    ...(version !== undefined && { expectedVersion: version }),
    change: (content) => ({ ...content, title: 'newer' }),
  })
  expect(textOf('content/home/news.yaml')).toContain('title: newer')
  allowWriting()
  await done
  expect(titlesOf(publisher)).toBe('newer new')
  expect(textOf('content/home/news.yaml')).toContain('title: newer')
  await tell(RECORD, ...bucket.files.keys())
  expect(titlesOf(follower)).toBe('newer new')
  expect((await follower.history(news)).map(({ reason }) => reason)).toEqual(['Edit', 'Release'])
})

test('what a third node has saved meanwhile is shown with it', async () => {
  void publish().catch(() => undefined)
  await vi.waitFor(() => {
    expect(textOf(RECORD)).toBeDefined()
  })
  await bucket.storage.commit([{ name: 'content/home/news.yaml', bytes: 'title: old\ntext: saved elsewhere\n' }])
  await tell(RECORD)
  expect(follower.read(news).value).toEqual({ title: 'new', text: 'saved elsewhere' })
  await bucket.storage.commit([{ name: 'content/home/banner.yaml', bytes: 'title: old\ntext: later\n' }])
  await tell('content/home/banner.yaml')
  expect(follower.read(banner).value).toEqual({ title: 'new', text: 'later' })
})

test('a save of a third node that did not know of it: it goes on top of that, also in the history', async () => {
  const third = await openNode({ ...bucket.storage, hasOthers: true, isLeader: () => false })
  const done = publish()
  await vi.waitFor(() => {
    expect(titlesOf(publisher)).toBe('new new')
  })
  await third.update(news, { author: 'ben', reason: 'Edit', change: (content) => ({ ...content, text: 'newer' }) })
  allowWriting()
  await done
  expect(publisher.read(news).value).toEqual({ title: 'new', text: 'newer' })
  await third.takeOver([...bucket.files.keys()])
  expect(third.read(news).value).toEqual({ title: 'new', text: 'newer' })
  expect((await third.history(news)).map(({ reason }) => reason)).toEqual(['Release', 'Edit'])
  await third.update(news, { author: 'ben', reason: 'Later', change: (content) => ({ ...content, text: 'last' }) })
  expect((await third.history(news)).map(({ reason }) => reason)).toEqual(['Later', 'Release', 'Edit'])
  await third.close()
})

test('saves of several nodes after it, none of which has been told of the others: the history has their order', async () => {
  allowWriting()
  await publish()
  const nodes = [publisher, follower, publisher, follower]
  for (const [number, node] of nodes.entries()) {
    const reason = `Edit ${number}`
    await node.update(news, { author: 'ben', reason, change: (content) => ({ ...content, text: reason }) })
  }
  await tell(...bucket.files.keys())
  expect((await follower.history(news)).map(({ reason }) => reason)).toEqual([
    ...['Edit 3', 'Edit 2', 'Edit 1', 'Edit 0'],
    'Release',
  ])
})

test('what another node has just replaced is in the history, while that node is still renaming its record', async () => {
  const third = await openNode({
    ...bucket.storage,
    hasOthers: true,
    isLeader: () => false,
    commit: (puts, options) => bucket.storage.commit(puts, { ...options, moves: [] }),
  })
  const { version = '' } = follower.find(news) ?? {}
  expect(await follower.history(news)).toEqual([])
  await third.update(news, { author: 'ben', reason: 'Edit', change: (content) => ({ ...content, text: 'newer' }) })
  const edit = { author: 'asha', reason: 'Edit', expectedVersion: version }
  const late = follower.update(news, { ...edit, change: (content) => ({ ...content, title: 'newer' }) })
  await expect(late).rejects.toBeInstanceOf(VersionConflict)
  const replaced = (await follower.history(news)).find((entry) => entry.version === version)
  expect((await follower.past(news, replaced?.id ?? '')).value).toEqual({ title: 'old', text: 'old' })
  await third.close()
})

test('what a third node has saved after it is shown, although it is not wholly written yet', async () => {
  void publish().catch(() => undefined)
  await vi.waitFor(() => {
    expect(textOf(RECORD)).toBeDefined()
  })
  await tell(RECORD)
  const third = await openNode({ ...bucket.storage, hasOthers: true, isLeader: () => false })
  await third.update(news, { author: 'ben', reason: 'Edit', change: (content) => ({ ...content, title: 'newer' }) })
  await tell('content/home/news.yaml', ...[...bucket.files.keys()].filter((name) => name.includes('history/news')))
  expect(titlesOf(follower)).toBe('newer new')
  expect((await follower.history(news)).map(({ reason }) => reason)).toEqual(['Edit', 'Release'])
  await third.close()
})

test('the node ends in the middle: the one that leads completes it', async () => {
  void publish().catch(() => undefined)
  await vi.waitFor(() => {
    expect(textOf(RECORD)).toBeDefined()
  })
  isLeader = false
  await tell(RECORD)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(textOf(RECORD)).toBeDefined()
  isLeader = true
  await vi.advanceTimersByTimeAsync(4_000)
  await vi.waitFor(() => {
    expect(revealed).toEqual(['release-1 is public', 'release-1 is written', 'release-1 was completed here'])
  }, 5_000)
  expect(textOf(RECORD)).toBeUndefined()
  expect(textOf('content/home/news.yaml')).toContain('title: new')
  expect(textOf('content/home/banner.yaml')).toContain('title: new')
  expect(textOf(STAGED.to)).toBe('report')
  expect(textOf('data/releases/1.json')).toBe('published')
  expect(titlesOf(follower)).toBe('new new')
  expect(await follower.history(banner)).toHaveLength(1)
})

test('a part that this release cannot read: the rest is shown, and another node completes it', async () => {
  const part = (id: string, text: string) => ({ section: id, text, ifVersion: null, entries: [] })
  const sections = [part('news', 'title: new\ntext: new\n'), part('banner', 'title: 5\nof: a newer release\n')]
  const record = { format: 1, id: 'release-1', reason: 'Release', sections, files: [], puts: [] }
  await bucket.storage.commit([{ name: RECORD, bytes: JSON.stringify(record) }])
  await tell(RECORD)
  expect(titlesOf(follower)).toBe('new old')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(textOf(RECORD)).toBeDefined()
  expect(textOf('content/home/news.yaml')).toContain('title: old')
})

test('a publisher that was only slow writes nothing again that another node has completed', async () => {
  const done = publish()
  await vi.waitFor(() => {
    expect(titlesOf(publisher)).toBe('new new')
  })
  await tell(RECORD)
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(() => {
    expect(textOf(RECORD)).toBeUndefined()
  }, 5_000)
  await follower.update(news, { author: 'ben', reason: 'Edit', change: (content) => ({ ...content, title: 'newer' }) })
  await bucket.storage.commit([{ name: 'data/releases/1.json', bytes: 'undone' }])
  allowWriting()
  await done
  expect(textOf('content/home/news.yaml')).toContain('title: newer')
  expect(textOf('data/releases/1.json')).toBe('undone')
  expect((await publisher.history(news)).map(({ reason }) => reason)).toEqual(['Edit', 'Release'])
})

test('a record that a node has left over: the edit was made, or not, or by another node, or it is being made', async () => {
  const hour = 3600_000
  const left = (at: number, change: object) => {
    const id = `${new Date(at).toISOString().replace(/[-:.]/g, '')}-000001`
    const entry = { id, section: 'news', time: new Date(at).toISOString(), author: 'ben', reason: id }
    const record = { ...entry, version: 'a', text: 'x', nextText: 'y', ...change }
    return bucket.storage.commit([{ name: `data/history/news/${id}.pending`, bytes: JSON.stringify(record) }])
  }
  const now = Date.now()
  await left(now - 1_000, { replacedBy: 'being made' })
  await left(now - 2 * hour, { replacedBy: 'never made' })
  const made = { replacedBy: versionOf(textOf('content/home/news.yaml') ?? '') }
  await left(now - 3 * hour, made)
  // The node has ended before it wrote the text, and the same edit was sent to another node.
  await left(now - 4 * hour, made)
  const names = () => [...bucket.files.keys()].filter((name) => name.startsWith('data/history/news/'))
  await vi.advanceTimersByTimeAsync(hour - 10_000)
  expect(names()).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(20_000)
  await vi.waitFor(() => {
    expect(names().map((name) => name.replace(/^.*\./, ''))).toEqual(['json'])
  })
  expect(await follower.history(news)).toHaveLength(1)
})
