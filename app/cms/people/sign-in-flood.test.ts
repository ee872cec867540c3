import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { administrator, cookieHeader, signIn } from '#test/administrator.ts'
import { LoginThrottled } from './verify-login.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { deviceCookie } = site.auth.devices
const { resetPassword, verifyLogin } = site.auth
const { changeAccounts, currentAccounts } = site.auth.accounts

const wrong = { username: 'admin', password: 'wrong', cookieHeader: null }
/** For an account that no other attempt here has slowed down. */
const guess = { ...wrong, username: 'guess' }
const office = '192.0.2.1'
let device: string

// The clock is frozen: on a busy machine the flood takes seconds, which would count as waiting time.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  await signIn()
  const account = currentAccounts()?.[0]
  if (!account) throw new Error('There is no account')
  device = cookieHeader(await deviceCookie(account))
})

afterEach(() => {
  vi.useRealTimers()
})

describe('with the right password, from a known device', () => {
  test('50 of 50 get in while somebody at the same address tries wrong ones', async () => {
    let admitted = 0
    for (let count = 0; count < 50; count += 1) {
      const tries = Array.from({ length: 4 }, () => outcomeOf({ ...wrong, address: office }))
      if ((await rightFrom(office, device)) === 'in') admitted += 1
      await Promise.all(tries)
    }
    expect(admitted).toBe(50)
    expect(await rightFrom(office, null)).toBe('too soon')
  })

  test('50 of 50 get in while the queue is full of strangers from everywhere', async () => {
    const flood = Array.from({ length: 300 }, (_, count) => outcomeOf({ ...wrong, address: anywhere(count) }))
    const admitted = []
    for (let count = 0; count < 50; count += 1) admitted.push(await rightFrom('2001:db8:ffff::1', device))
    expect(admitted.filter((outcome) => outcome === 'in')).toHaveLength(50)
    // It was a flood: most attempts found the queue full.
    const refused = (await Promise.all(flood)).filter((outcome) => outcome === 'too soon')
    expect(refused.length).toBeGreaterThan(200)
  })

  test('20 at once get in', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => rightFrom(office, device)))
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(20)
  })
})

test('a flood from one IPv6 /48: a newcomer from elsewhere gets in at the first try', async () => {
  const flood = Array.from({ length: 300 }, (_, count) => outcomeOf({ ...wrong, address: `2001:db8:1:${count}::1` }))
  expect(await rightFrom('2001:db8:2::1', null)).toBe('in')
  await Promise.all(flood)
})

describe('a stolen device cookie', () => {
  let stolen: string

  beforeEach(async () => {
    await changeAccounts(([first, ...others]) =>
      first ? [first, others[0] ?? { ...first, id: 'guess', username: 'guess' }] : [],
    )
    const account = currentAccounts()?.[1]
    if (!account) throw new Error('There is no second account')
    stolen = cookieHeader(await deviceCookie(account))
  })

  test('gives five guesses beside those of the address', async () => {
    const thief = { ...guess, address: '198.51.100.7', cookieHeader: stolen }
    const outcomes = []
    for (let count = 0; count < 100; count += 1) outcomes.push(await outcomeOf(thief))
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10)
  })

  test('keeps its owner from nothing', async () => {
    const thief = { ...guess, address: '198.51.100.8', cookieHeader: stolen }
    for (let count = 0; count < 20; count += 1) await outcomeOf(thief)
    const owner = { ...administrator, username: 'guess', address: '203.0.113.9', cookieHeader: stolen }
    expect(await outcomeOf(owner)).toBe('in')
  })

  test('after a new password: is worth nothing', async () => {
    await resetPassword({ username: 'guess', fallbackUsername: 'admin', password: administrator.password })
    const thief = { ...guess, address: '198.51.100.9', cookieHeader: stolen }
    const outcomes = []
    for (let count = 0; count < 20; count += 1) outcomes.push(await outcomeOf(thief))
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5)
  })

  test('gives no guesses at the password of somebody else', async () => {
    const thief = { ...guess, username: 'else', address: '198.51.100.10', cookieHeader: stolen }
    const outcomes = []
    for (let count = 0; count < 20; count += 1) outcomes.push(await outcomeOf(thief))
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5)
  })
})

function rightFrom(address: string, cookie: string | null) {
  return outcomeOf({ ...administrator, address, cookieHeader: cookie })
}

async function outcomeOf(login: Parameters<typeof verifyLogin>[0]) {
  try {
    await verifyLogin(login)
    return 'in'
  } catch (error) {
    return error instanceof LoginThrottled ? 'too soon' : 'wrong'
  }
}

/** An address in a different IPv6 /48 for each count. */
function anywhere(count: number) {
  return `2001:${(count + 1).toString(16)}::1`
}
