import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Listeners } from '#app/cms/platform/listeners.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Writership } from '#app/cms/storage/writership.ts'
import { openRunningSite, type OpenSite } from './running-site.server.ts'

/** A process whose right to write the test gives and takes. */
async function setUp({ term }: { term?: number } = {}) {
  const listeners = new Listeners()
  const right: { term: number | undefined; isLate: boolean } = { term, isLate: false }
  const writership = {
    request: () => undefined,
    term: () => right.term,
    isHeld: () => right.term !== undefined && !right.isLate,
    subscribe: listeners.subscribe,
    release: vi.fn(() => {
      setTerm(undefined)
      return Promise.resolve()
    }),
  } satisfies Writership
  const done: string[] = []
  function openAs(role: string): Promise<OpenSite> {
    done.push(`open ${role}`)
    const site: OpenSite = {
      renderPage: undefined,
      startBackgroundWork: () => void done.push(`start ${role}`),
      close: () => {
        done.push(`close ${role}`)
        return Promise.resolve()
      },
    }
    return Promise.resolve(site)
  }
  const source = {
    writership,
    isShared: true,
    start: () => Promise.resolve(),
    openReader: vi.fn(() => openAs('reader')),
    openWriter: vi.fn((ofTerm: number, _onDoubt: () => Promise<unknown>) => openAs(`writer ${ofTerm}`)),
    close: vi.fn(() => Promise.resolve()),
  }
  function setTerm(next: number | undefined) {
    right.term = next
    listeners.announce()
  }
  const running = await openRunningSite(source)
  onTestFinished(() => running.close())
  running.start()
  return { running, source, writership, right, done, setTerm }
}

describe('the site of a process that gets the right to write, and loses it', () => {
  test('is opened anew each time, and the old one is closed once the new one serves', async () => {
    const { running, done, setTerm } = await setUp()
    const renderPage = vi.fn()
    running.current().renderPage = renderPage
    const replaced = vi.fn()
    running.onReplaced(replaced)
    setTerm(3)
    await vi.waitUntil(() => running.isWriter() && done.includes('close reader'))
    expect(running.current().renderPage).toBe(renderPage)
    setTerm(undefined)
    expect(running.isWriter()).toBe(false)
    await vi.waitUntil(() => done.includes('close writer 3'))
    expect(done).toEqual([
      'open reader',
      'start reader',
      'open writer 3',
      'start writer 3',
      'close reader',
      'open reader',
      'start reader',
      'close writer 3',
    ])
    expect(replaced).toHaveBeenCalledTimes(2)
  })

  test('does not write until its own site is open', async () => {
    const { running, source, done, setTerm } = await setUp()
    const { openWriter } = source
    const open = openWriter.getMockImplementation()
    let isReady = false
    openWriter.mockImplementation(async (term, onDoubt) => {
      await vi.waitUntil(() => isReady)
      return open?.(term, onDoubt) ?? Promise.reject(new Error('none'))
    })
    setTerm(1)
    await vi.waitUntil(() => openWriter.mock.calls.length > 0)
    expect(running.isWriter()).toBe(false)
    isReady = true
    await vi.waitUntil(() => running.isWriter())
    await vi.waitUntil(() => done.includes('close reader'))
  })

  test('is opened anew for a new term, even if the process never noticed that it had lost the right', async () => {
    const { running, done, setTerm } = await setUp({ term: 1 })
    setTerm(2)
    expect(running.isWriter()).toBe(false)
    await vi.waitUntil(() => running.isWriter())
    expect(done).toContain('open writer 2')
    await vi.waitUntil(() => done.includes('close writer 1'))
  })

  test('stays open while the right is only renewed too late, but does not write', async () => {
    const { running, right, done, setTerm } = await setUp({ term: 1 })
    right.isLate = true
    setTerm(1)
    expect(running.isWriter()).toBe(false)
    right.isLate = false
    expect(running.isWriter()).toBe(true)
    expect(done).toEqual(['open writer 1', 'start writer 1'])
  })

  test('is not the writer if the right is lost while it is opened', async () => {
    const { running, source, done, setTerm } = await setUp()
    source.openWriter.mockImplementationOnce(() => {
      setTerm(undefined)
      return Promise.reject(new StorageError('reader'))
    })
    setTerm(1)
    await vi.waitUntil(() => source.openWriter.mock.calls.length > 0)
    await Promise.resolve()
    expect(running.isWriter()).toBe(false)
    expect(done).toEqual(['open reader', 'start reader'])
  })
})

describe('a change whose outcome is not known', () => {
  test('the site is opened anew in its role before the change is answered, and writes again', async () => {
    const { running, source, done } = await setUp({ term: 1 })
    const before = running.current()
    const [, onDoubt] = source.openWriter.mock.lastCall ?? []
    const answered = onDoubt?.()
    expect(running.isWriter()).toBe(false)
    await answered
    expect(running.current()).not.toBe(before)
    expect(running.isWriter()).toBe(true)
    await vi.waitUntil(() => done.length === 5)
    // Two sites that write never work in the background at the same time.
    expect(done).toEqual(['open writer 1', 'start writer 1', 'open writer 1', 'close writer 1', 'start writer 1'])
  })

  test('the store fails while the site is opened anew: it is tried again, and the old one serves until then', async () => {
    const { running, source } = await setUp({ term: 1 })
    const before = running.current()
    source.openWriter.mockRejectedValueOnce(new StorageError('store-unreachable'))
    const answered = source.openWriter.mock.lastCall?.[1]()
    await vi.waitUntil(() => source.openWriter.mock.calls.length === 2)
    expect(running.current()).toBe(before)
    await answered
    expect(running.current()).not.toBe(before)
  })

  test('it is a change of the start: the site is opened once more before it is shown', async () => {
    const { running, source, done, setTerm } = await setUp()
    const { openWriter } = source
    const open = openWriter.getMockImplementation()
    openWriter.mockImplementationOnce(async (term, onDoubt) => {
      await onDoubt()
      return open?.(term, onDoubt) ?? Promise.reject(new Error('none'))
    })
    setTerm(1)
    await vi.waitUntil(() => running.isWriter() && done.includes('close reader'))
    expect(done).toEqual([
      'open reader',
      'start reader',
      'open writer 1',
      'close writer 1',
      'open writer 1',
      'start writer 1',
      'close reader',
    ])
  })
})

test('a store that fails while the site is opened to write: it is tried again', async () => {
  const { running, source, setTerm } = await setUp()
  source.openWriter.mockRejectedValueOnce(new StorageError('store-unreachable'))
  setTerm(1)
  await vi.waitUntil(() => running.isWriter())
  expect(source.openWriter).toHaveBeenCalledTimes(2)
})

test('a process that gives up the right: its site only reads before another process may write, and for good', async () => {
  const { running, writership, done, setTerm } = await setUp({ term: 1 })
  writership.release.mockImplementationOnce(() => {
    done.push('release')
    setTerm(undefined)
    return Promise.resolve()
  })
  const released = running.release()
  expect(running.isWriter()).toBe(false)
  await released
  expect(done.slice(2)).toEqual(['open reader', 'start reader', 'close writer 1', 'release'])
})

test('a site that cannot be opened: the rights of the process are given up', async () => {
  const close = vi.fn(() => Promise.resolve())
  const opened = openRunningSite({
    writership: {
      request: () => undefined,
      term: () => 1,
      isHeld: () => true,
      subscribe: () => () => undefined,
      release: () => Promise.resolve(),
    },
    isShared: false,
    start: () => Promise.resolve(),
    openReader: () => Promise.reject(new Error('not asked for')),
    openWriter: () => Promise.reject(new Error('too many open files')),
    close,
  })
  await expect(opened).rejects.toThrow('too many open files')
  expect(close).toHaveBeenCalledOnce()
})
