import { expect, test, vi } from 'vitest'
import { ResponseCache } from './response-cache.ts'

function cacheOf(limits: { entries?: number; bytes?: number } = {}) {
  return new ResponseCache({ origin: 'http://localhost:3000', entries: 100, bytes: 10_000_000, ...limits })
}

function answer(text: string) {
  return () => Promise.resolve({ headers: [['Content-Type', 'text/html'] as const], body: Buffer.from(text) })
}

test('making an answer fails: everybody who waits is told, and the next one tries again', async () => {
  const cache = cacheOf()
  const fail = () => Promise.reject(new Error('cause'))
  const waiting = [cache.fill('/', fail), cache.fill('/', answer('never asked'))]
  for (const each of waiting) await expect(each).rejects.toThrow('cause')
  expect((await cache.fill('/', answer('page')))?.body.toString()).toBe('page')
})

test('more answers than it may hold: those that were not used since go first', async () => {
  const cache = cacheOf({ entries: 3 })
  for (const address of ['/a', '/b', '/c']) await cache.fill(address, answer(address))
  cache.find('/a')
  await cache.fill('/d', answer('/d'))
  await cache.fill('/e', answer('/e'))
  const kept = ['/a', '/b', '/c', '/d', '/e'].filter((address) => cache.find(address))
  expect(kept).toEqual(['/a', '/d', '/e'])
})

test('more bytes than it may hold: never more are kept, and one that is larger by itself is not kept', async () => {
  const cache = cacheOf({ bytes: 50_000 })
  for (let n = 0; n < 50; n += 1) {
    await cache.fill(`/${n}`, answer(`${n}`.padEnd(5_000, 'x')))
    const sizes = [...cache.answers()].map(({ size }) => size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(50_000)
  }
  expect(cache.find('/49')).toBeDefined()
  expect(await cache.fill('/large', answer('x'.repeat(60_000)))).toBeDefined()
  expect(cache.find('/large')).toBeUndefined()
})

test('used over and over while all is full: no answer is ever left out of the count', async () => {
  const cache = cacheOf({ entries: 2 })
  for (let n = 0; n < 20; n += 1) {
    await cache.fill(`/${n % 3}`, answer(`${n}`))
    for (const address of ['/0', '/1', '/2']) cache.find(address)
    expect([...cache.answers()].length).toBeLessThanOrEqual(2)
  }
})

test('an answer that comes out the same after a drop: keeps its compressed forms', async () => {
  const cache = cacheOf()
  const page = answer('page '.repeat(500))
  const first = await cache.fill('/', page)
  await first?.improve(11)
  cache.drop()
  expect(cache.find('/')).toBeUndefined()
  expect([...cache.answers()]).toEqual([])
  expect(await cache.fill('/', page)).toBe(first)
  cache.drop()
  expect(await cache.fill('/', answer('other '.repeat(500)))).not.toBe(first)
})

test('dropped while an answer is made: not kept', async () => {
  const cache = cacheOf()
  const make = vi.fn(answer('old'))
  const making = cache.fill('/', make)
  cache.drop()
  expect((await making)?.body.toString()).toBe('old')
  expect(cache.find('/')).toBeUndefined()
})
