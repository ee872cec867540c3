import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPresence, type OpenTarget, type Watcher } from './editor-presence.server.ts'

const stats = { section: 'stats' }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-08-06T05:12:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
})

test('two people have a section open: each is told of the other, at once together for changes of one moment', () => {
  const presence = openPresence()
  const asha = watch(presence, 'asha')
  const priya = watch(presence, 'priya')
  watch(presence, 'ravi', { section: 'news' })
  vi.advanceTimersByTime(200)
  expect(asha.watcher.update).toHaveBeenCalledOnce()
  expect(asha.state()?.others).toEqual([{ person: 'priya', since: '2026-08-06T05:12:00.000Z' }])
  priya.leave()
  vi.advanceTimersByTime(200)
  expect(asha.watcher.update).toHaveBeenCalledTimes(2)
  expect(asha.state()?.others).toEqual([])
})

test('own other window: said as such, and once for any number of windows of one other person', () => {
  const presence = openPresence()
  const first = watch(presence, 'asha', stats, 'one')
  expect(first.state()?.isOpenElsewhere).toBe(false)
  watch(presence, 'asha', stats, 'two')
  watch(presence, 'priya', stats, 'one')
  watch(presence, 'priya', stats, 'two')
  expect(first.state()).toMatchObject({ isOpenElsewhere: true, others: [{ person: 'priya' }] })
})

test.each([
  [{ section: 'reports', entry: 'a' }, { section: 'reports', entry: 'a' }, true],
  [{ section: 'reports', entry: 'a' }, { section: 'reports', entry: 'b' }, false],
  [{ section: 'reports' }, { section: 'reports', entry: 'b' }, true],
  [{ section: 'stats', release: 'r1' }, { section: 'stats' }, false],
  [{ section: 'stats' }, { section: 'news' }, false],
])('who has %j open hears of who has %j open: %s', (target, other, isTold) => {
  const presence = openPresence()
  const asha = watch(presence, 'asha', target)
  watch(presence, 'priya', other)
  expect(asha.state()?.others).toHaveLength(isTold ? 1 : 0)
})

test('from editor to editor: the windows left behind make room, those that listen do not', () => {
  const presence = openPresence({ limits: { windows: 300, windowsOfPerson: 40, windowsOfSession: 3 } })
  const priya = watch(presence, 'priya')
  const listening = watch(presence, 'asha', stats, 'listens')
  for (const id of ['first', 'second', 'third']) {
    presence.poll(windowOf('asha', { section: 'news' }, id))
    vi.advanceTimersByTime(1_000)
  }
  expect(watch(presence, 'asha', { section: 'news' }, 'fourth').state()).toBeDefined()
  expect(watch(presence, 'asha', { section: 'news' }, 'fifth').state()).toBeDefined()
  expect(watch(presence, 'asha', { section: 'news' }, 'sixth').state()).toBeUndefined()
  expect(listening.watcher.end).not.toHaveBeenCalled()
  expect(priya.state()?.others).toMatchObject([{ person: 'asha' }])
})

test('a window that only looks counts for a while, also after its stream has ended', () => {
  const presence = openPresence()
  const asha = watch(presence, 'asha')
  const priya = watch(presence, 'priya')
  presence.poll(windowOf('priya', stats, 'priya'))
  priya.leave()
  expect(asha.state()?.others).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  expect(asha.state()?.others).toHaveLength(1)
  vi.advanceTimersByTime(30_000)
  expect(asha.state()?.others).toEqual([])
})

test('a page that is loaded is told, and does not count as open', () => {
  const presence = openPresence()
  const priya = watch(presence, 'priya')
  expect(presence.preview('asha', stats).others).toMatchObject([{ person: 'priya' }])
  expect(priya.state()?.others).toEqual([])
})

test('a save and a saved draft are told with who and when; a draft of a release only where that is open', () => {
  const presence = openPresence()
  const before = presence.preview('asha', stats).position
  const asha = watch(presence, 'asha')
  const ofRelease = watch(presence, 'ravi', { ...stats, release: 'r1' })
  vi.advanceTimersByTime(60_000)
  presence.notePublished({ section: 'stats', author: 'priya', historyEntry: 'h1' })
  presence.noteDrafts('stats', [{ release: 'r1', author: 'dev', time: new Date().toISOString() }])
  vi.advanceTimersByTime(200)
  expect(asha.state()?.changes).toMatchObject([
    { kind: 'published', author: 'priya', time: '2026-08-06T05:13:00.000Z', historyEntry: 'h1' },
  ])
  expect(ofRelease.state()?.changes.map(({ kind, author }) => [kind, author])).toEqual([
    ['published', 'priya'],
    ['draft', 'dev'],
  ])
  const after = presence.preview('asha', stats)
  expect(after.position).toBeGreaterThan(before)
  expect(after.changes[0]?.position).toBeLessThanOrEqual(after.position)
})

test('drafts from before the start, and a draft that is only there still, are no news', () => {
  const old = { release: undefined, author: 'priya', time: '2026-08-05T00:00:00.000Z' }
  const presence = openPresence()
  presence.noteDrafts('stats', [old])
  expect(presence.preview('asha', stats).changes).toEqual([])
})

test('a session ends: its streams end at once, and the others are told', () => {
  const presence = openPresence()
  const asha = watch(presence, 'asha')
  const priya = watch(presence, 'priya')
  presence.endSession('session of priya')
  expect(priya.watcher.end).toHaveBeenCalledOnce()
  expect(asha.state()?.others).toEqual([])
  expect(asha.watcher.end).not.toHaveBeenCalled()
})

test('a session is over by its age: its stream ends with the next heartbeat, and is told nothing before', () => {
  const presence = openPresence()
  const asha = watch(presence, 'asha')
  vi.advanceTimersByTime(15_000)
  expect(asha.watcher.beat).toHaveBeenCalledOnce()
  asha.watcher.isSignedIn.mockReturnValue(false)
  asha.watcher.update.mockClear()
  presence.notePublished({ section: 'stats', author: 'priya', historyEntry: 'h1' })
  vi.advanceTimersByTime(200)
  expect(asha.watcher.update).not.toHaveBeenCalled()
  expect(asha.watcher.end).toHaveBeenCalledOnce()
})

test('bounds: windows of a session and in all; a poll gets the state all the same', () => {
  const presence = openPresence({ limits: { windows: 3, windowsOfPerson: 3, windowsOfSession: 2 } })
  watch(presence, 'asha', stats, 'one')
  const second = watch(presence, 'asha', stats, 'two')
  expect(watch(presence, 'asha', stats, 'three').isRefused).toBe(true)
  watch(presence, 'priya')
  expect(watch(presence, 'ravi').isRefused).toBe(true)
  expect(presence.poll(windowOf('ravi')).others).toHaveLength(2)
  second.leave()
  expect(watch(presence, 'ravi').isRefused).toBe(false)
})

test('one person with many sessions leaves room for the others', () => {
  const presence = openPresence()
  const opened = Array.from({ length: 300 }, (_, at) =>
    watch(presence, 'asha', stats, `window ${at}`, `session ${Math.floor(at / 12)}`),
  )
  expect(opened.filter(({ isRefused }) => !isRefused)).toHaveLength(40)
  expect(watch(presence, 'priya').isRefused).toBe(false)
})

test('the same window again: its earlier stream ends', () => {
  const presence = openPresence()
  const first = watch(presence, 'asha')
  const again = watch(presence, 'asha')
  expect(first.watcher.end).toHaveBeenCalledOnce()
  first.leave()
  expect(again.watcher.end).not.toHaveBeenCalled()
  expect(presence.preview('priya', stats).others).toHaveLength(1)
})

test('the site stops: every stream ends, no further one begins, no timer is left', () => {
  const presence = openPresence()
  const asha = watch(presence, 'asha')
  presence.close()
  expect(asha.watcher.end).toHaveBeenCalledOnce()
  expect(watch(presence, 'priya').isRefused).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

function windowOf(person: string, target: OpenTarget = stats, id = 'window', session = `session of ${person}`) {
  return { id, session, person, target }
}

function watch(
  presence: ReturnType<typeof openPresence>,
  person: string,
  target: OpenTarget = stats,
  id = person,
  session?: string,
) {
  const watcher = {
    update: vi.fn<Watcher['update']>(),
    beat: vi.fn<Watcher['beat']>(),
    end: vi.fn<Watcher['end']>(),
    isSignedIn: vi.fn<Watcher['isSignedIn']>(() => true),
  }
  const watched = presence.watch(windowOf(person, target, id, session), watcher)
  return {
    watcher,
    isRefused: watched === undefined,
    state: () => watched?.state(),
    leave: () => watched?.leave(),
  }
}
