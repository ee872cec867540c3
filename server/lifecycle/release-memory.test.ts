import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { releaseMemoryWhenQuiet } from './release-memory.ts'

let used = 0
const release = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  used = 0
  release.mockReset()
  stop = releaseMemoryWhenQuiet({ cpuTime: () => used, release })
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('after the start: twice, then not again while nothing happens', () => {
  vi.advanceTimersByTime(3_600_000)
  expect(release).toHaveBeenCalledTimes(2)
})

test('while there is work: not at all; once it is quiet: twice', () => {
  vi.advanceTimersByTime(60_000)
  release.mockReset()
  work(6, 500)
  expect(release).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(release).toHaveBeenCalledTimes(2)
})

test('after little work again and again, such as health checks: once it adds up', () => {
  vi.advanceTimersByTime(60_000)
  release.mockReset()
  work(20, 10)
  expect(release).not.toHaveBeenCalled()
  work(6, 10)
  expect(release).toHaveBeenCalled()
})

function work(checks: number, cpuTime: number) {
  for (let check = 0; check < checks; check += 1) {
    used += cpuTime
    vi.advanceTimersByTime(10_000)
  }
}
