import { closeSync, openSync, writeSync } from 'node:fs'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LogDestination } from './log.server.ts'

function failure(code: string) {
  return Object.assign(new Error(`${code}: write`), { code })
}

/** A destination whose disk has room for `room` bytes; tests increase it. */
function startLog({ room = 0, code = 'ENOSPC' } = {}) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const disk = { room, text: '', tries: 0 }
  const destination = new LogDestination((bytes) => {
    disk.tries += 1
    const taken = bytes.subarray(0, disk.room)
    if (taken.length === 0) throw failure(code)
    disk.room -= taken.length
    disk.text += taken.toString()
    return taken.length
  })
  const calls: unknown[] = []
  destination.watch({
    onFailure: (cause) => calls.push(cause),
    onRecovery: (lost) => calls.push(lost),
  })
  return { destination, disk, calls }
}

test.each(['ENOSPC', 'EPIPE', 'EAGAIN', 'EIO'])('%s: nothing is thrown, and what waited is written later', (code) => {
  const { destination, disk, calls } = startLog({ room: 10, code })
  for (const line of ['first\n', 'second\n', 'third\n']) destination.write(line)
  expect(disk.text).toBe('first\nseco')
  expect(calls).toEqual([expect.objectContaining({ code })])
  disk.room = 1_000
  vi.advanceTimersByTime(1_000)
  destination.write('fourth\n')
  expect(disk.text).toBe('first\nsecond\nthird\nfourth\n')
  expect(calls).toEqual([expect.objectContaining({ code }), 0])
})

test('a disk that stays full: what waits is bounded, the system is asked once a second, what was lost is counted', () => {
  const { destination, disk, calls } = startLog()
  const line = `${'x'.repeat(1_023)}\n`
  for (let n = 0; n < 1_000; n += 1) destination.write(line)
  expect(disk.tries).toBe(1)
  vi.advanceTimersByTime(10_000)
  expect(disk.tries).toBe(11)
  disk.room = Infinity
  vi.advanceTimersByTime(1_000)
  expect(disk.text).toBe(line.repeat(256))
  expect(calls.at(-1)).toBe(744)
})

test('a line that is too long: cut, and still a line of JSON', () => {
  const { destination, disk } = startLog({ room: Infinity })
  const long = JSON.stringify({ level: 'info', msg: 'x'.repeat(100_000) })
  destination.write(`${long}\n`)
  expect(disk.text.length).toBeLessThan(8_192)
  expect(JSON.parse(disk.text)).toMatchObject({ level: 'warn', length: long.length + 1, start: long.slice(0, 2_000) })
})

test('a device without room: the log goes on over it, whatever is logged', () => {
  // Its next attempt would write into the file of another test that has this descriptor by then.
  vi.useFakeTimers()
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => {
    vi.useRealTimers()
    closeSync(full)
  })
  const log = pino({}, new LogDestination((bytes) => writeSync(full, bytes)))
  expect(() => {
    log.info('a line')
    log.fatal('the last line')
  }).not.toThrow()
})
