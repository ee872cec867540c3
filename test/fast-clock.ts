import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { afterAll } from 'vitest'

/**
 * Makes time pass faster in this process, until the test file ends: for all clocks, timers and time-outs alike, so that
 * everything that is measured or awaited keeps its proportions. Vitest keeps the real clock, also in `vi.waitFor`. Only
 * what needs the processor takes longer by these clocks.
 */
export function makeTimePassFaster(factor: number): void {
  const RealDate = Date
  const began = { date: RealDate.now(), performance: performance.now() }
  const real = {
    now: performance.now.bind(performance),
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    wait: timersPromises.setTimeout,
    setRequestTimeout: http.ClientRequest.prototype.setTimeout,
  }
  const now = () => began.performance + (real.now() - began.performance) * factor
  const dateNow = () => Math.floor(began.date + (RealDate.now() - began.date) * factor)

  class FastDate extends RealDate {
    static override now = dateNow
    constructor(...args: unknown[]) {
      super(...((args.length === 0 ? [dateNow()] : args) as [number]))
    }
  }

  const shorter = (milliseconds: number | undefined) => milliseconds && milliseconds / factor
  globalThis.Date = FastDate as DateConstructor
  performance.now = now
  globalThis.setTimeout = Object.assign(
    ((callback: () => void, milliseconds?: number, ...args: []) =>
      real.setTimeout(callback, shorter(milliseconds), ...args)) as typeof setTimeout,
    real.setTimeout,
  )
  globalThis.setInterval = ((callback: () => void, milliseconds?: number, ...args: []) =>
    real.setInterval(callback, shorter(milliseconds), ...args)) as typeof setInterval
  timersPromises.setTimeout = (milliseconds, ...args) => real.wait(shorter(milliseconds), ...args)
  http.ClientRequest.prototype.setTimeout = function (milliseconds, ...args) {
    return real.setRequestTimeout.call(this, milliseconds / factor, ...args)
  }
  syncBuiltinESMExports()

  afterAll(() => {
    globalThis.Date = RealDate
    Object.assign(performance, { now: real.now })
    Object.assign(globalThis, { setTimeout: real.setTimeout, setInterval: real.setInterval })
    timersPromises.setTimeout = real.wait
    http.ClientRequest.prototype.setTimeout = real.setRequestTimeout
    syncBuiltinESMExports()
  })
}
