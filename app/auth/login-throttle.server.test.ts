import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLoginThrottle, type LoginAttempt } from './login-throttle.server.ts'

type Throttle = ReturnType<typeof createLoginThrottle>
let throttle: Throttle

beforeEach(() => {
  vi.useFakeTimers()
  throttle = createLoginThrottle()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('one address', () => {
  test('five failures are free, then it waits 1, 2, 4 … 60 seconds', async () => {
    const guess = { username: 'admin', address: '192.0.2.1' }
    for (let count = 1; count <= 5; count += 1) expect(await fail(guess)).toBe(0)
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await throttle.admit(guess)).toBe(seconds)
      vi.advanceTimersByTime(seconds * 1000 - 1)
      expect(await throttle.admit(guess)).toBe(1)
      vi.advanceTimersByTime(1)
      expect(await fail(guess)).toBe(0)
    }
  })

  test('a hundred attempts at once get no further than one by one', async () => {
    const guess = { username: 'admin', address: '192.0.2.1' }
    const waits = await Promise.all(Array.from({ length: 100 }, () => throttle.admit(guess)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
    vi.advanceTimersByTime(1000)
    const later = await Promise.all(Array.from({ length: 100 }, () => throttle.admit(guess)))
    expect(later.filter((wait) => wait === 0)).toHaveLength(1)
  })

  test('another name does not help', async () => {
    for (let count = 1; count <= 5; count += 1) await fail({ username: `user${count}`, address: '192.0.2.1' })
    expect(await throttle.admit({ username: 'admin', address: '192.0.2.1' })).toBe(1)
  })

  test('signing in clears it', async () => {
    const attempt = { username: 'admin', address: '192.0.2.1' }
    for (let count = 1; count <= 5; count += 1) await fail(attempt)
    vi.advanceTimersByTime(1000)
    expect(await throttle.admit(attempt)).toBe(0)
    await throttle.succeeded(attempt)
    for (let count = 1; count <= 5; count += 1) expect(await fail(attempt)).toBe(0)
    expect(await throttle.admit(attempt)).toBe(1)
  })

  test.each([
    ['2001:db8:0:1::1', '2001:0DB8::1:ffff:1:2:3', true],
    ['2001:db8:0:1::1', '2001:0DB8::1:ffff:1:2', false],
    ['2001:db8:0:1::1', '2001:0DB8:0:1:ffff:1:2:3', true],
    ['2001:db8::1', '2001:db8:0:0:9::', true],
    ['::1', '::2', true],
    ['fe80::1%eth0', 'fe80::2', true],
    ['2001:db8:0:1::1', '2001:db8:0:2::1', false],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['192.0.2.1', '192.0.2.2', false],
  ])('%s and %s: one visitor %s', async (one, other, isSame) => {
    for (let count = 1; count <= 5; count += 1) await fail({ username: 'admin', address: one })
    expect(await throttle.admit({ username: 'admin', address: other })).toBe(isSame ? 1 : 0)
  })
})

describe('many addresses against one name', () => {
  beforeEach(async () => {
    for (let count = 0; count < 30; count += 1) await fail({ username: 'admin', address: `198.51.100.${count}` })
  })

  test('a further failure costs an address 60 seconds', async () => {
    const guess = { username: 'admin', address: '203.0.113.1' }
    expect(await fail(guess)).toBe(0)
    expect(await throttle.admit(guess)).toBe(60)
  })

  test('the administrator with the right password gets in from anywhere', async () => {
    const attempt = { username: 'admin', address: '203.0.113.2' }
    expect(await throttle.admit(attempt)).toBe(0)
    await throttle.succeeded(attempt)
    expect(await throttle.admit(attempt)).toBe(0)
  })

  test('an address that has signed in before keeps its five failures', async () => {
    const attempt = { username: 'admin', address: '203.0.113.3' }
    await throttle.succeeded(attempt)
    for (let count = 1; count <= 5; count += 1) expect(await fail(attempt)).toBe(0)
    expect(await throttle.admit(attempt)).toBe(1)
  })

  test('other names, and this one a quarter of an hour later, are not slowed', async () => {
    const other = { username: 'editor', address: '203.0.113.4' }
    expect(await fail(other)).toBe(0)
    expect(await throttle.admit(other)).toBe(0)
    vi.advanceTimersByTime(15 * 60_000)
    const later = { username: 'admin', address: '203.0.113.5' }
    expect(await fail(later)).toBe(0)
    expect(await throttle.admit(later)).toBe(0)
  })
})

test('no address known: however many fail, the next may try after 3 seconds', async () => {
  const guess = { username: 'admin', address: undefined }
  for (let count = 0; count < 200; count += 1) {
    await fail(guess)
    vi.advanceTimersByTime(3000)
  }
  await fail(guess)
  expect(await throttle.admit(guess)).toBe(3)
})

test('a flood from ever new addresses and names: what is remembered stays bounded', async () => {
  for (let count = 0; count < 11_000; count += 1) {
    await fail({ username: `user${count}`, address: `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}` })
  }
  // One timer is held for each record: addresses and names.
  expect(vi.getTimerCount()).toBe(10_000 + 1_000)
})

async function fail(attempt: LoginAttempt) {
  const wait = await throttle.admit(attempt)
  if (wait === 0) await throttle.failed(attempt)
  return wait
}
