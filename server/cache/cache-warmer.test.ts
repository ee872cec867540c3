import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ResponseCache } from './response-cache.ts'
import { startCacheWarmer } from './cache-warmer.ts'

function warmSite({ make }: { make?: (address: string) => Promise<string> } = {}) {
  const made: string[] = []
  const lines: string[] = []
  const cache = new ResponseCache({ origin: 'http://localhost:3000', entries: 100, bytes: 1_000_000 })
  const documents = {
    cache,
    hasRanges: false,
    keyOf: (target: string) => target,
    load: async (address: string) => {
      made.push(address)
      const text = (await make?.(address)) ?? address
      return { headers: [['Content-Type', 'text/html'] as const], body: Buffer.from(text) }
    },
  }
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const warmth = startCacheWarmer({ documents, addresses: () => ['/a', '/b', '/c'], log, debounceMs: 20 })
  onTestFinished(() => {
    warmth.stop()
  })
  return { ...warmth, cache, made, lines }
}

test('a page that cannot be made: logged, and what was made stays', async () => {
  const { start, cache, lines } = warmSite({
    make: (address) => (address === '/b' ? Promise.reject(new Error('cause')) : Promise.resolve(address)),
  })
  await start()
  expect(lines.join()).toContain('pages could not be rendered for the cache')
  expect(cache.find('/a')).toHaveProperty('bodyLength')
})

test('started: every page is there before anybody asks', async () => {
  const { start, cache, made } = warmSite()
  await start()
  expect(cache.find('/c')).toHaveProperty('bodyLength')
  expect(made).toEqual(['/a', '/b', '/c'])
})

test('changes that follow each other: nothing is made until nothing has changed for a while, then each page once', async () => {
  const { drop, cache, made } = warmSite()
  for (let change = 0; change < 10; change += 1) drop()
  expect(made).toEqual([])
  await vi.waitFor(() => {
    expect(cache.find('/c')).toHaveProperty('bodyLength')
  })
  expect(made).toEqual(['/a', '/b', '/c'])
})

test('a change while pages are made: what is left of the round is not made, the next round makes all', async () => {
  const { start, drop, cache, made } = warmSite({
    make: (address) => {
      if (address === '/b' && made.length === 2) drop()
      return Promise.resolve(address)
    },
  })
  await start()
  await vi.waitFor(() => {
    expect(cache.find('/c')).toHaveProperty('bodyLength')
  })
  expect(made).toEqual(['/a', '/b', '/a', '/b', '/c'])
})

test('stopped: a change starts nothing any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { drop, stop, made } = warmSite()
  drop()
  stop()
  drop()
  await vi.runAllTimersAsync()
  expect(made).toEqual([])
})
