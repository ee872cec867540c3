import { beforeEach, describe, expect, test, vi } from 'vitest'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openHousekeeping, type HousekeepingOptions } from './housekeeping.server.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.parse('2026-11-20T10:00:00Z')
const STATE = 'data/housekeeping.json'
const GONE = 'data/history/brochures'

const FAULT = { section: 'x', file: 'x.yaml', line: 1, column: 1, message: 'Broken', servesLastGood: true }

const log = { ...silentLog, info: vi.fn(), error: vi.fn() }
let storage: ReturnType<typeof openMemoryStorage>['storage']
let files: ReturnType<typeof openMemoryStorage>['files']
let clock: { now: number; up: number }
/** Unused files, and what protects each of them. */
let unused: Map<string, 'past' | 'recent' | undefined>

beforeEach(() => {
  ;({ storage, files } = openMemoryStorage())
  clock = { now: START, up: 0 }
  unused = new Map()
  log.info.mockClear()
  log.error.mockClear()
})

function open(changes: Partial<HousekeepingOptions> = {}) {
  return openHousekeeping({ ...fakes(), ...changes })
}

function fakes(): HousekeepingOptions {
  return {
    storage,
    log,
    health: { problems: () => [] },
    content: { faults: () => [] },
    media: {
      trash: { prune: () => Promise.resolve([]) },
      staged: { discard: () => Promise.resolve([]), trash: { prune: () => Promise.resolve([]) } },
      library: { removeStaleVariants: () => Promise.resolve([]) },
    },
    drafts: { removeDiscarded: () => Promise.resolve([]) },
    inbox: { eraseOld: () => Promise.resolve([]) },
    unused: {
      listLeftOver: () => [],
      draftUses: () => new Map(),
      list: () =>
        Array.from(unused.keys(), (file) => ({
          file,
          address: `/uploads/${file}`,
          kind: 'pdf' as const,
          bytes: 1,
          modified: new Date(START).toISOString(),
        })),
      refresh: () => Promise.resolve(true),
      refreshWithin: () => Promise.resolve(true),
      protectionOf({ file }) {
        const kind = unused.get(file)
        if (kind !== 'past') return kind && { kind }
        return { kind, use: { section: { id: 'x', label: 'X' }, entry: '1', until: '' } }
      },
      moveToTrash(wanted) {
        const free = [...wanted].filter((file) => unused.get(file) === undefined)
        for (const file of free) unused.delete(file)
        return Promise.resolve({ moved: free.map((file) => ({ id: file, file, bytes: 1, deleted: clock.now })) })
      },
    },
    removeTemporaryFiles: () => Promise.resolve([]),
    clocks: { now: () => clock.now, uptime: () => clock.up },
  }
}

function wait(days: number) {
  clock.now += days * DAY
  clock.up += days * DAY
}

function put(name: string) {
  return storage.commit([{ name, bytes: '{}' }])
}

test.each(['', '{', '{"version":2}', '{"version":1,"unusedDays":0,"unusedSince":{},"removals":[]}'])(
  'settings that say %j: reported, and unused files stay',
  async (bytes) => {
    await storage.commit([{ name: STATE, bytes }])
    const housekeeping = await open()
    expect(housekeeping.status().unusedDays).toBeUndefined()
    expect(log.error).toHaveBeenCalledOnce()
  },
)

test('a setting that the disk does not take: refused, and the old one stays', async () => {
  const housekeeping = await open()
  vi.spyOn(storage, 'commit').mockRejectedValueOnce(new StorageError('disk-full'))
  await expect(housekeeping.setUnusedDays(30)).rejects.toMatchObject({ code: 'disk-full' })
  expect(housekeeping.status().unusedDays).toBeUndefined()
})

test('a disk that cannot be written: nothing is removed', async () => {
  const housekeeping = await open({ removeTemporaryFiles: () => Promise.resolve(['data/.a.tmp']) })
  vi.spyOn(storage, 'refusal').mockReturnValue(new StorageError('read-only'))
  expect(await housekeeping.run()).toEqual([])
  expect(housekeeping.status().lastRun).toBeUndefined()
})

test('a part that fails: the others are tidied, and what was known of it is not forgotten', async () => {
  unused.set('free.pdf', undefined)
  const refresh = vi.fn(() => Promise.resolve(true))
  const housekeeping = await open({
    unused: { ...fakes().unused, refresh },
    removeTemporaryFiles: () => Promise.resolve(['data/.a.tmp']),
  })
  await housekeeping.setUnusedDays(30)
  await housekeeping.run()
  refresh.mockRejectedValueOnce(new Error('EIO'))
  wait(20)
  expect(await housekeeping.run()).toMatchObject([{ kind: 'temporary', name: 'data/.a.tmp' }])
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ what: 'unused files' }), expect.anything())
  wait(11)
  expect(await housekeeping.run()).toMatchObject([{ kind: 'unused', name: 'uploads/free.pdf' }, { kind: 'temporary' }])
})

test('while the clock of the server is not certain: the trash is left alone', async () => {
  const prune = vi.fn(() => Promise.resolve([]))
  const media = { ...fakes().media, trash: { prune } }
  const problems = [{ id: 'clock-jumped' }]
  const housekeeping = await open({ media, health: { problems: () => problems } })
  await housekeeping.run()
  expect(prune).not.toHaveBeenCalled()
  problems.pop()
  await housekeeping.run()
  expect(prune).toHaveBeenCalledOnce()
})

test('what is stored of drafts that were discarded a month ago: removed and noted, after a day of running time', async () => {
  const discarded = { 'data/drafts/news/draft': clock.now - 40 * DAY, 'data/drafts/about/draft': clock.now }
  const housekeeping = await open({
    drafts: {
      removeDiscarded: (isOver) =>
        Promise.resolve(Object.entries(discarded).flatMap(([folder, time]) => (isOver(folder, time) ? folder : []))),
    },
  })
  expect(await housekeeping.run()).toEqual([])
  // The clock is set ahead for some hours.
  clock.now += 1_500 * DAY
  expect(await housekeeping.run()).toEqual([])
  clock.now -= 1_500 * DAY
  expect(await housekeeping.run()).toEqual([])
  wait(1.1)
  expect(await housekeeping.run()).toMatchObject([{ kind: 'draft', name: 'data/drafts/news/draft' }])
})

test('a staged file that no draft names: to its trash after a week, counted anew after a draft has named it', async () => {
  const stagedFile = {
    file: 'results.pdf',
    address: '/uploads/results.pdf',
    kind: 'pdf' as const,
    bytes: 1,
    modified: new Date(START).toISOString(),
  }
  let isLeftOver = true
  const discard = vi.fn((wanted: Iterable<string>) =>
    Promise.resolve(Array.from(wanted, (file) => ({ id: file, file, bytes: 1, deleted: clock.now }))),
  )
  const { media, unused: unusedFiles } = fakes()
  const housekeeping = await open({
    media: { ...media, staged: { ...media.staged, discard } },
    unused: { ...unusedFiles, listLeftOver: () => (isLeftOver ? [stagedFile] : []) },
  })
  await housekeeping.run()
  wait(6)
  isLeftOver = false
  await housekeeping.run()
  isLeftOver = true
  await housekeeping.run()
  wait(6)
  expect(await housekeeping.run()).toEqual([])
  wait(2)
  expect(await housekeeping.run()).toMatchObject([{ kind: 'staged', name: 'data/staged/results.pdf' }])
  expect(discard).toHaveBeenLastCalledWith(['results.pdf'])
})

test('the history of a section that is gone: stays', async () => {
  await put(`${GONE}/1.json`)
  const housekeeping = await open()
  await housekeeping.run()
  wait(1_000)
  expect(await housekeeping.run()).toEqual([])
  expect(files.has(`${GONE}/1.json`)).toBe(true)
})

describe('unused files', () => {
  test('stay for years as long as no period is set', async () => {
    unused.set('free.pdf', undefined)
    const housekeeping = await open()
    await housekeeping.run()
    wait(1000)
    expect(await housekeeping.run()).toEqual([])
  })

  test('move to the trash after the period that is set, also after a restart; protected ones stay', async () => {
    for (const [file, protection] of [
      ['free.pdf', undefined],
      ['past.pdf', 'past'],
      ['recent.pdf', 'recent'],
    ] as const) {
      unused.set(file, protection)
    }
    await (await open()).run()
    await (await open()).setUnusedDays(30)
    wait(30)
    const housekeeping = await open()
    expect(await housekeeping.run()).toEqual([])
    clock.now += 1
    expect(await housekeeping.run()).toMatchObject([{ kind: 'unused', name: 'uploads/free.pdf' }])
    expect([...unused.keys()]).toEqual(['past.pdf', 'recent.pdf'])
  })

  test('used in between: the days begin again', async () => {
    unused.set('a.pdf', undefined)
    const housekeeping = await open()
    await housekeeping.setUnusedDays(30)
    await housekeeping.run()
    unused.set('a.pdf', 'past')
    wait(20)
    await housekeeping.run()
    unused.set('a.pdf', undefined)
    wait(20)
    expect(await housekeeping.run()).toEqual([])
    wait(31)
    expect(await housekeeping.run()).toHaveLength(1)
  })

  test.each([
    ['content', { content: { faults: () => [FAULT] } }],
    ['history', { health: { problems: () => [{ id: 'history-damaged' }] } }],
  ])(
    'while a part of the %s cannot be read, which may name them: stay, and the reason is shown',
    async (paused, broken) => {
      unused.set('a.pdf', undefined)
      await (await open()).setUnusedDays(30)
      await (await open()).run()
      wait(31)
      const housekeeping = await open(broken)
      expect(await housekeeping.run()).toEqual([])
      expect(housekeeping.status().paused).toBe(paused)
      expect(await (await open()).run()).toHaveLength(1)
    },
  )
})
