import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, vi } from 'vitest'
import { openDecoder, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import type { ReportProblem } from '#app/cms/media/library/media-library.types.ts'
import { openMediaLibrary } from '#app/cms/media/media.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { silentHealth, silentLog } from './temporary-content.ts'

/** Shared by the tests of uploads: real images and a library in a temporary folder. */

/** The decoder of all test files of a worker. Its process ends with the worker. */
export const testDecoder = openDecoder()

/** A picture that compresses like a photograph: noise around a colour. */
export function photo(width: number, height: number, background = '#c03020') {
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 120, sigma: 20 } },
  })
}

/** A picture of a single colour, small whatever its dimensions. */
export function plain(width: number, height: number, background = '#c03020') {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** A picture of a single colour with 16 bits for each of four channels. */
export function deep(width: number, height: number) {
  const input = { create: { width, height, channels: 4, background: '#123456' } } as const
  return sharp(input).toColourspace('rgb16').png({ progressive: true }).toBuffer()
}

/** A temporary folder, removed when the test is over. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'media-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** The storage of a site whose folders are below `root`, closed when the test is over. */
export function openStorageIn(root: string) {
  const storage = openDiskStorage({
    contentDir: path.join(root, 'content'),
    uploadsDir: path.join(root, 'uploads'),
    dataDir: path.join(root, 'data'),
    log: silentLog,
    health: silentHealth,
  })
  onTestFinished(() => storage.close())
  return storage
}

/**
 * A library in `root`, or in a new folder. `close` also closes the storage, so that another can be opened there. Without
 * `onProblem`, the test fails when it is over if the library has reported a problem.
 */
export async function temporaryLibrary({
  root,
  onProblem = reportToTest(),
  decoder = testDecoder,
}: { root?: string; onProblem?: ReportProblem; decoder?: Decoder } = {}) {
  const folder = root ?? (await temporaryFolder())
  const uploadsDir = path.join(folder, 'uploads')
  const dataDir = path.join(folder, 'data')
  await mkdir(uploadsDir, { recursive: true })
  const storage = openStorageIn(folder)
  const opened = await openMediaLibrary({ storage, decoder, onProblem })
  const library = {
    ...opened,
    async close() {
      await opened.close()
      await storage.close()
    },
  }
  onTestFinished(() => library.close())
  return { library, storage, root: folder, uploadsDir, dataDir }
}

/** The bytes in pieces, as a network delivers them. */
export async function* inPieces(bytes: Uint8Array, size = 16 * 1024) {
  for (let start = 0; start < bytes.byteLength; start += size) {
    await new Promise(setImmediate)
    yield bytes.subarray(start, start + size)
  }
}

/** Every file below a folder, by its path. */
export async function filesBelow(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

/** An error thrown by the reporter itself would change what the library does. */
function reportToTest(): ReportProblem {
  const reported = vi.fn<ReportProblem>()
  onTestFinished(() => {
    expect(reported.mock.calls, 'unexpected problems').toEqual([])
  })
  return reported
}
