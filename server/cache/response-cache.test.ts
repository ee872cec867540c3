import { expect, onTestFinished, test, vi } from 'vitest'
import type { CachedResponse } from './cached-response.ts'
import { ResponseCache } from './response-cache.ts'

function cacheOf(limits: { entries?: number; bytes?: number; largeBytes?: number } = {}) {
  return new ResponseCache({ origin: 'http://localhost:3000', entries: 100, bytes: 10_000_000, ...limits })
}

/** What a client without codings gets. */
async function textOf(cached: CachedResponse | undefined) {
  const request = { method: 'GET', url: '/', headers: {}, rawHeaders: [] }
  return (await cached?.variantFor(request, 'http://localhost:3000'))?.body?.toString()
}

function response(text: string) {
  return () => Promise.resolve({ headers: [['Content-Type', 'text/html'] as const], body: Buffer.from(text) })
}

test('making a response fails: everybody who waits is told, and the next one tries again', async () => {
  const cache = cacheOf()
  const fail = () => Promise.reject(new Error('cause'))
  const waiting = [cache.fill('/', fail), cache.fill('/', response('never asked'))]
  for (const each of waiting) await expect(each).rejects.toThrow('cause')
  expect(await textOf(await cache.fill('/', response('page')))).toBe('page')
})

test('more responses than it may hold: those that were not used since go first', async () => {
  const cache = cacheOf({ entries: 3 })
  for (const address of ['/a', '/b', '/c']) await cache.fill(address, response(address))
  cache.find('/a')
  await cache.fill('/d', response('/d'))
  await cache.fill('/e', response('/e'))
  const cached = ['/a', '/b', '/c', '/d', '/e'].filter((address) => cache.find(address))
  expect(cached).toEqual(['/a', '/d', '/e'])
})

test('more bytes than it may hold: never more are kept, and one that is larger by itself is not kept', async () => {
  const cache = cacheOf({ bytes: 50_000 })
  for (let n = 0; n < 50; n += 1) {
    await cache.fill(`/${n}`, response(`${n}`.padEnd(5_000, 'x')))
    const sizes = [...cache.responses()].map(({ size }) => size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(50_000)
  }
  expect(cache.find('/49')).toHaveProperty('bodyLength')
  expect(await cache.fill('/large', response('x'.repeat(60_000)))).toHaveProperty('bodyLength')
  expect(cache.find('/large')).toBeUndefined()
})

test('used over and over while all is full: no response is ever left out of the count', async () => {
  const cache = cacheOf({ entries: 2 })
  for (let n = 0; n < 20; n += 1) {
    await cache.fill(`/${n % 3}`, response(`${n}`))
    for (const address of ['/0', '/1', '/2']) cache.find(address)
    expect([...cache.responses()].length).toBeLessThanOrEqual(2)
  }
})

test('a response that comes out the same after a drop: keeps its compressed forms', async () => {
  const cache = cacheOf()
  const page = response('page '.repeat(500))
  const first = await cache.fill('/', page)
  await first?.improve(11)
  cache.drop()
  expect(cache.find('/')).toBeUndefined()
  expect([...cache.responses()]).toEqual([])
  expect(await cache.fill('/', page)).toBe(first)
  cache.drop()
  expect(await cache.fill('/', response('other '.repeat(500)))).not.toBe(first)
})

test('dropped while a response is made: not kept', async () => {
  const cache = cacheOf()
  const make = vi.fn(response('old'))
  const making = cache.fill('/', make)
  cache.drop()
  expect(await textOf(await making)).toBe('old')
  expect(cache.find('/')).toBeUndefined()
})

test('large responses: have room of their own, and are removed when they were not used for ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  onTestFinished(() => {
    clock.mockRestore()
    vi.useRealTimers()
  })
  const large = 'x'.repeat(1_100_000)
  const cache = cacheOf({ bytes: 100_000, largeBytes: 3_500_000 })
  await cache.fill('/small', response('small'))
  for (const address of ['/a', '/b', '/c']) await cache.fill(address, response(`${large}${address}`))
  const inMemory = () => ['/small', '/a', '/b', '/c'].filter((address) => cache.find(address))
  expect(inMemory()).toEqual(['/small', '/b', '/c'])
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  cache.find('/c')
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect([...cache.responses()].map(({ bodyLength }) => bodyLength)).toEqual([5, large.length + 2])
  expect(inMemory()).toEqual(['/small', '/c'])
})

test('a response that shrinks, or grows, over the limit of large ones: in memory once', async () => {
  const cache = cacheOf({ bytes: 100_000, largeBytes: 2_500_000 })
  for (const length of [10, 1_100_000, 10]) {
    cache.drop()
    await cache.fill('/a', response('x'.repeat(length)))
    expect([...cache.responses()].map(({ bodyLength }) => bodyLength)).toEqual([length])
  }
})

test('a response that `load` calls unchanged: stays, and is valid again', async () => {
  const cache = cacheOf()
  const first = await cache.fill('/', response('page'))
  cache.drop()
  expect(await cache.fill('/', (earlier) => Promise.resolve(earlier))).toBe(first)
  expect(cache.find('/')).toBe(first)
})
