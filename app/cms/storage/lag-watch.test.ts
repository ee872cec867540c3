import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Health } from '#app/cms/platform/health.server.ts'
import { silentLog } from '#test/temporary-content.ts'
import { watchLag } from './lag-watch.server.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a process that does not know the changes of the site is unready, until it knows them again', () => {
  let lag = 0
  const health = new Health(silentLog)
  const stop = watchLag({ storage: { lag: () => lag }, health })
  const after = (seconds: number) => {
    lag = seconds
    vi.advanceTimersByTime(1_000)
    return [health.isReady(), health.problems().map(({ id }) => id)]
  }
  expect(after(4.9)).toEqual([true, []])
  expect(after(5.1)).toEqual([false, ['store-lags']])
  expect(after(600)).toEqual([false, ['store-lags']])
  expect(after(0.4)).toEqual([true, []])
  stop()
  expect(after(600)).toEqual([true, []])
})
