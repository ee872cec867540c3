import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BoundedLimiter } from '#app/cms/platform/bounded-limiter.server.ts'
import { createMessageLimit } from './message-limit.server.ts'
import { visitorKey } from '#app/cms/platform/visitor-key.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('the sixth message of an address: waits for the rest of the ten minutes, then passes', async () => {
  const limit = createMessageLimit()
  for (let count = 1; count <= 5; count += 1) expect(await limit.consume('192.0.2.1')).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(await limit.consume('192.0.2.1')).toBe(540)
  expect(await limit.consume('192.0.2.2')).toBe(0)
  vi.advanceTimersByTime(540_000)
  expect(await limit.consume('192.0.2.1')).toBe(0)
})

test('a message that was not kept: does not count', async () => {
  const limit = createMessageLimit()
  for (let count = 1; count <= 20; count += 1) {
    expect(await limit.consume('192.0.2.1')).toBe(0)
    await limit.refund('192.0.2.1')
  }
})

test('visitors without an address: share a count of fifty', async () => {
  const limit = createMessageLimit()
  for (let count = 1; count <= 50; count += 1) expect(await limit.consume(undefined)).toBe(0)
  expect(await limit.consume(undefined)).toBe(600)
  expect(await limit.consume('192.0.2.1')).toBe(0)
})

test('a flood from many networks: each has its bound, and of all together one message passes every 20 seconds', async () => {
  const limit = createMessageLimit()
  const admitted = async (address: string) => (await limit.consume(address)) === 0
  const taken: string[] = []
  for (let number = 0; number < 400; number += 1) {
    const address = `192.0.${Math.floor(number / 200)}.${number % 200}`
    if (await admitted(address)) taken.push(address)
  }
  expect(taken).toHaveLength(201)
  expect(await limit.consume('198.51.100.1')).toBe(20)
  vi.advanceTimersByTime(20_000)
  expect(await limit.consume('198.51.100.1')).toBe(0)
  expect(await limit.consume('198.51.100.2')).toBe(20)
})

test('one IPv6 site with many networks: 20 messages of a /56, 40 of a /48', async () => {
  const limit = createMessageLimit()
  const send = async (network: string) => {
    let count = 0
    for (let number = 0; number < 64; number += 1) {
      if ((await limit.consume(`2001:db8:1:${network}${number.toString(16).padStart(2, '0')}::1`)) === 0) count += 1
    }
    return count
  }
  expect([await send('a'), await send('b'), await send('c')]).toEqual([20, 20, 0])
  expect(await limit.consume('2001:db8:2::1')).toBe(0)
})

test('a refused message: counts for no wider network either', async () => {
  const limit = createMessageLimit()
  for (let count = 0; count < 50; count += 1) await limit.consume('2001:db8:1:1::1')
  expect(await limit.consume('2001:db8:1:2::1')).toBe(0)
})

describe('visitorKey', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s: %s', (address, key) => {
    expect(visitorKey(address)).toBe(key)
  })
})

test('a flood from many networks of one site: refused by the widest network, without a count of the narrower ones', async () => {
  const consumed = vi.spyOn(BoundedLimiter.prototype, 'consume')
  const limit = createMessageLimit()
  for (let number = 0; number < 1_000; number += 1) await limit.consume(`2001:db8:1:${number.toString(16)}::1`)
  const keys = new Set(consumed.mock.calls.map(([key]) => key))
  expect(keys.size).toBeLessThan(50)
})
