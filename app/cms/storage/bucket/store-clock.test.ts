import { describe, expect, test } from 'vitest'
import { Random } from '#test/random.ts'
import { StoreClock } from './store-clock.server.ts'

/** A store whose clock is `offset` ms ahead of the monotonic clock, which starts at 0. */
function observe(
  clock: StoreClock,
  { offset, at, roundTrip = 10 }: { offset: number; at: number; roundTrip?: number },
) {
  const shown = at + roundTrip / 2 + offset
  return clock.note(Math.floor(shown / 1_000) * 1_000, at, at + roundTrip)
}

describe('the clock of the store', () => {
  test('is not known before the first response', () => {
    const clock = new StoreClock()
    expect(clock.ahead()).toBeUndefined()
    expect(clock.earliestAt(0)).toBeUndefined()
  })

  test('is known within some milliseconds after some responses, and never too late', () => {
    const random = new Random(1)
    const offset = 1_795_000_000_123
    let now = 0
    const clock = new StoreClock(() => now)
    for (let count = 0; count < 200; count += 1) {
      now += random.between(100, 600)
      const roundTrip = random.between(1, 40)
      expect(observe(clock, { offset, at: now, roundTrip })).toBe(true)
      now += roundTrip
      expect(clock.earliestAt(now)).toBeLessThanOrEqual(now + offset)
      const { least = NaN, most = NaN } = clock.ahead(now + offset) ?? {}
      expect(least).toBeLessThanOrEqual(0)
      expect(most).toBeGreaterThanOrEqual(0)
    }
    expect((clock.earliestAt(now) ?? 0) - (now + offset)).toBeGreaterThan(-150)
  })

  test('shows how far the clock of this machine is off, and that it was corrected', () => {
    let now = 0
    const clock = new StoreClock(() => now)
    for (now = 0; now < 20_000; now += 330) observe(clock, { offset: 1_000_000, at: now - 10 })
    const fast = clock.ahead(now + 1_000_000 + 300_000)
    expect(fast?.least).toBeGreaterThan(299_500)
    expect(fast?.most).toBeLessThan(300_200)
    expect(clock.ahead(now + 1_000_000)?.most).toBeLessThan(200)
  })

  test('of a machine that was suspended is begun anew', () => {
    const clock = new StoreClock(() => 0)
    for (let at = 0; at < 5_000; at += 300) observe(clock, { offset: 1_000_000, at })
    // The monotonic clock has not counted 30 s.
    expect(observe(clock, { offset: 1_030_000, at: 5_300 })).toBe(false)
    expect(observe(clock, { offset: 1_030_000, at: 5_600 })).toBe(true)
    expect(clock.earliestAt(5_600)).toBeGreaterThan(5_600 + 1_028_900)
    expect(clock.earliestAt(5_600)).toBeLessThanOrEqual(5_600 + 1_030_000)
  })

  test('may drift from ours', () => {
    const clock = new StoreClock(() => 0)
    for (let at = 0; at < 3_600_000; at += 700) expect(observe(clock, { offset: 1_000_000 + at * 2e-4, at })).toBe(true)
  })
})
