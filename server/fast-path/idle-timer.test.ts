import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleTimer } from './idle-timer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a connection that is used: idle a whole time after its last use, not after its first', () => {
  const onIdle = vi.fn()
  const timer = new IdleTimer(onIdle)
  for (let use = 0; use < 5; use += 1) {
    timer.use(Date.now(), 1_000)
    vi.advanceTimersByTime(700)
  }
  vi.advanceTimersByTime(299)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onIdle).toHaveBeenCalledOnce()
})

test('a shorter time with a later use: holds from that use on', () => {
  const onIdle = vi.fn()
  const timer = new IdleTimer(onIdle)
  timer.use(Date.now(), 60_000)
  vi.advanceTimersByTime(1_000)
  timer.use(Date.now(), 5_000)
  vi.advanceTimersByTime(5_000)
  expect(onIdle).toHaveBeenCalledOnce()
})

test('stopped: never idle, until the next use', () => {
  const onIdle = vi.fn()
  const timer = new IdleTimer(onIdle)
  timer.use(Date.now(), 1_000)
  timer.stop()
  vi.advanceTimersByTime(10_000)
  expect(onIdle).not.toHaveBeenCalled()
  timer.use(Date.now(), 1_000)
  vi.advanceTimersByTime(1_000)
  expect(onIdle).toHaveBeenCalledOnce()
})

test('a clock that is set back by a day: idle no later than two times after the last use', () => {
  const onIdle = vi.fn()
  const timer = new IdleTimer(onIdle)
  timer.use(Date.now(), 1_000)
  vi.setSystemTime(Date.now() - 86_400_000)
  vi.advanceTimersByTime(2_000)
  expect(onIdle).toHaveBeenCalledOnce()
})
