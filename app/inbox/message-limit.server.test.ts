import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMessageLimit } from './message-limit.server.ts'
import { visitorKey } from '#app/http/visitor-key.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('the sixth message of an address: waits for the rest of the ten minutes, then passes', async () => {
  const limit = createMessageLimit()
  for (let count = 1; count <= 5; count += 1) expect(await limit.admit('192.0.2.1')).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(await limit.admit('192.0.2.1')).toBe(540)
  expect(await limit.admit('192.0.2.2')).toBe(0)
  vi.advanceTimersByTime(540_000)
  expect(await limit.admit('192.0.2.1')).toBe(0)
})

test('a message that was not kept: does not count', async () => {
  const limit = createMessageLimit()
  for (let count = 1; count <= 20; count += 1) {
    expect(await limit.admit('192.0.2.1')).toBe(0)
    await limit.takeBack('192.0.2.1')
  }
})

test('visitors without an address: share a count of fifty', async () => {
  const limit = createMessageLimit()
  for (let count = 1; count <= 50; count += 1) expect(await limit.admit(undefined)).toBe(0)
  expect(await limit.admit(undefined)).toBe(600)
  expect(await limit.admit('192.0.2.1')).toBe(0)
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
