import { expect, test } from 'vitest'
import { Pace } from './pace.server.ts'

function makePace() {
  const clock = { now: 0 }
  const pace = new Pace({ quick: 1_000, look: 10, lookSlowly: 100 }, () => clock.now)
  return { pace, clock }
}

test('a process asks often until nothing has happened for a while, and again as soon as something does', () => {
  const { pace, clock } = makePace()
  let told = 0
  pace.subscribe(() => (told += 1))
  expect(pace.look()).toBe(10)
  clock.now = 900
  pace.note()
  clock.now = 1_899
  expect(pace.look()).toBe(10)
  clock.now = 1_900
  expect([pace.look(), told]).toEqual([100, 0])
  pace.note()
  expect([pace.look(), told]).toEqual([10, 1])
})

test('others have looked after two short pauses, but after a long one if they may have been slow', () => {
  const { pace, clock } = makePace()
  expect(pace.lookedBy(500)).toBe(520)
  clock.now = 5_000
  pace.note()
  expect(pace.lookedBy(5_000)).toBe(5_120)
  expect(pace.lookedBy(5_200)).toBe(5_220)
})

test('in quiet times a process knows all changes until the writer has said that there are none, if it has asked since the last one', () => {
  const { pace, clock } = makePace()
  clock.now = 2_000
  pace.noteQuiet(1_999)
  expect(pace.knownUntil(1_500)).toBe(1_999)
  expect(pace.knownUntil(2_000)).toBe(2_000)
  pace.note()
  expect(pace.knownUntil(1_500)).toBe(1_500)
  clock.now = 4_000
  pace.noteQuiet(3_999)
  expect(pace.knownUntil(1_500)).toBe(1_500)
  expect(pace.knownUntil(3_500)).toBe(3_999)
})

test('a pause ends at once when something happens, and when it is ended', async () => {
  const { pace, clock } = makePace()
  clock.now = 2_000
  const pause = pace.wait(3_600_000, new AbortController().signal)
  pace.note()
  await pause
  const ending = new AbortController()
  const ended = pace.wait(3_600_000, ending.signal)
  ending.abort()
  await ended
  await pace.wait(3_600_000, ending.signal)
})
