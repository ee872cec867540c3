import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LateWrites } from './late-writes.server.ts'
import { versionOf } from '#app/cms/storage/storage.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'late-writes-'))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

/** Watches a file that has been replaced. `descriptor` is the one of a program that still has it open. */
function watchReplaced(text = 'known') {
  const file = path.join(folder, 'stats.yaml')
  writeFileSync(file, text)
  const [watched, descriptor] = [openSync(file, 'r'), openSync(file, 'a')]
  const lateWrites = new LateWrites()
  const received: string[] = []
  lateWrites.watch(watched, versionOf(Buffer.from(text)), async (bytes) => {
    received.push(Buffer.from(bytes).toString())
  })
  return { lateWrites, received, watched, descriptor }
}

test('a program that writes after the file was replaced: its text is passed on once', async () => {
  const { lateWrites, received, descriptor } = watchReplaced()
  writeSync(descriptor, ', then more')
  await vi.advanceTimersByTimeAsync(3_000)
  closeSync(descriptor)
  await lateWrites.close()
  expect(received).toEqual(['known, then more'])
})

test('a file that the disk no longer reads: nothing is passed on, and no check or close fails', async () => {
  const { lateWrites, received, watched, descriptor } = watchReplaced()
  closeSync(descriptor)
  // From here on every call with the descriptor fails, as on NFS when another client has removed the file.
  closeSync(watched)
  await vi.advanceTimersByTimeAsync(3_000)
  await lateWrites.close()
  expect(received).toEqual([])
})
