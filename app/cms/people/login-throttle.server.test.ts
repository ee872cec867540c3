import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LoginThrottle, type LoginAttempt } from './login-throttle.server.ts'

let throttle: LoginThrottle

beforeEach(() => {
  vi.useFakeTimers()
  throttle = new LoginThrottle()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('one address', () => {
  test('five failures are free, then it waits 1, 2, 4 … 60 seconds', async () => {
    const guess = { username: 'admin', address: '192.0.2.1' }
    for (let count = 1; count <= 5; count += 1) expect(await fail(guess)).toBe(0)
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await waitOf(guess)).toBe(seconds)
      vi.advanceTimersByTime(seconds * 1000 - 1)
      expect(await waitOf(guess)).toBe(1)
      vi.advanceTimersByTime(1)
      expect(await fail(guess)).toBe(0)
    }
  })

  test('a hundred attempts at once get no further than one by one', async () => {
    const guess = { username: 'admin', address: '192.0.2.1' }
    const waits = await Promise.all(Array.from({ length: 100 }, () => waitOf(guess)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
    vi.advanceTimersByTime(1000)
    const later = await Promise.all(Array.from({ length: 100 }, () => waitOf(guess)))
    expect(later.filter((wait) => wait === 0)).toHaveLength(1)
  })

  test('another name does not help', async () => {
    for (let count = 1; count <= 5; count += 1) await fail({ username: `user${count}`, address: '192.0.2.1' })
    expect(await waitOf({ username: 'admin', address: '192.0.2.1' })).toBe(1)
  })

  test('signing in clears it', async () => {
    const attempt = { username: 'admin', address: '192.0.2.1' }
    for (let count = 1; count <= 5; count += 1) await fail(attempt)
    vi.advanceTimersByTime(1000)
    expect(await waitOf(attempt)).toBe(0)
    await succeed(attempt)
    for (let count = 1; count <= 5; count += 1) expect(await fail(attempt)).toBe(0)
    expect(await waitOf(attempt)).toBe(1)
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
    expect(await waitOf({ username: 'admin', address: other })).toBe(isSame ? 1 : 0)
  })
})

describe('one IPv6 network', () => {
  test('20 attempts of a /56 or a /48 are free, however many addresses they come from', async () => {
    const inNetwork = (subnet: number) => ({ username: 'admin', address: `2001:db8:1:${subnet.toString(16)}::1` })
    for (let count = 1; count <= 20; count += 1) expect(await fail(inNetwork(count))).toBe(0)
    expect(await waitOf(inNetwork(21))).toBe(1)
    expect(await waitOf(inNetwork(0x100))).toBe(1)
    expect(await waitOf({ username: 'admin', address: '2001:db8:2::1' })).toBe(0)
  })

  test('refused at a narrower network: does not count for the wider one', async () => {
    const guess = { username: 'admin', address: '2001:db8:1:1::1' }
    for (let count = 1; count <= 5; count += 1) await fail(guess)
    for (let count = 1; count <= 50; count += 1) expect(await waitOf(guess)).toBe(1)
    expect(await waitOf({ username: 'admin', address: '2001:db8:1:2::1' })).toBe(0)
  })

  test('an address that has signed in before: is judged alone', async () => {
    throttle.prove('2001:db8:1:ffff::1')
    for (let count = 1; count <= 21; count += 1) await fail({ username: 'admin', address: `2001:db8:1:${count}::1` })
    expect(await waitOf({ username: 'admin', address: '2001:db8:1:ffff::2' })).toBe(0)
  })
})

describe('a known device', () => {
  test('has five attempts of its own, then waits; signing in clears it', async () => {
    for (let count = 1; count <= 5; count += 1) expect(await throttle.consumeDevice('one')).toBe(0)
    expect(await throttle.consumeDevice('one')).toBe(1)
    expect(await throttle.consumeDevice('other')).toBe(0)
    vi.advanceTimersByTime(1000)
    expect(await throttle.consumeDevice('one')).toBe(0)
    expect(await throttle.consumeDevice('one')).toBe(2)
    await throttle.deviceSucceeded('one')
    expect(await throttle.consumeDevice('one')).toBe(0)
  })
})

test('an attempt that found no place to be checked: does not count', async () => {
  const attempt = { username: 'admin', address: '2001:db8::1' }
  for (let count = 1; count <= 50; count += 1) {
    expect(await waitOf(attempt)).toBe(0)
    await throttle.refund(attempt)
  }
})

describe('many addresses against one name', () => {
  beforeEach(async () => {
    for (let count = 0; count < 30; count += 1) await fail({ username: 'admin', address: `198.51.100.${count}` })
  })

  test('a further failure costs an address 60 seconds', async () => {
    const guess = { username: 'admin', address: '203.0.113.1' }
    expect(await fail(guess)).toBe(0)
    expect(await waitOf(guess)).toBe(60)
  })

  test('the administrator with the right password gets in from anywhere', async () => {
    const attempt = { username: 'admin', address: '203.0.113.2' }
    expect(await waitOf(attempt)).toBe(0)
    await succeed(attempt)
    expect(await waitOf(attempt)).toBe(0)
  })

  test('an address that has signed in before keeps its five failures', async () => {
    const attempt = { username: 'admin', address: '203.0.113.3' }
    await succeed(attempt)
    for (let count = 1; count <= 5; count += 1) expect(await fail(attempt)).toBe(0)
    expect(await waitOf(attempt)).toBe(1)
  })

  test('other names, and this one a quarter of an hour later, are not slowed', async () => {
    const other = { username: 'editor', address: '203.0.113.4' }
    expect(await fail(other)).toBe(0)
    expect(await waitOf(other)).toBe(0)
    vi.advanceTimersByTime(15 * 60_000)
    const later = { username: 'admin', address: '203.0.113.5' }
    expect(await fail(later)).toBe(0)
    expect(await waitOf(later)).toBe(0)
  })
})

test('no address known: however many fail, the next may try after 3 seconds', async () => {
  const guess = { username: 'admin', address: undefined }
  for (let count = 0; count < 200; count += 1) {
    await fail(guess)
    vi.advanceTimersByTime(3000)
  }
  await fail(guess)
  expect(await waitOf(guess)).toBe(3)
})

test('a flood from ever new addresses and names: what is remembered stays bounded', async () => {
  for (let count = 0; count < 11_000; count += 1) {
    await fail({ username: `user${count}`, address: `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}` })
  }
  // There is one timer for each record of an address or a name.
  expect(vi.getTimerCount()).toBe(10_000 + 1_000)
})

async function waitOf(attempt: LoginAttempt) {
  return (await throttle.consume(attempt)).wait
}

async function succeed(attempt: LoginAttempt) {
  await throttle.succeeded(attempt)
  if (attempt.address !== undefined) throttle.prove(attempt.address)
}

async function fail(attempt: LoginAttempt) {
  const { wait } = await throttle.consume(attempt)
  if (wait === 0) await throttle.failed(attempt.username)
  return wait
}
