import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { ReportProblem } from '#app/media/library/media-library.types.ts'
import { openMediaLibrary } from '#app/media/library/open-media-library.server.ts'

/** What tests of uploads share: real images and a library in a temporary folder. */

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

/** Removed when the test is over. */
export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'media-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

export async function temporaryLibrary({
  root,
  onProblem = failTest,
}: { root?: string; onProblem?: ReportProblem } = {}) {
  const folder = root ?? (await temporaryFolder())
  const uploadsDir = path.join(folder, 'uploads')
  const dataDir = path.join(folder, 'data')
  await mkdir(uploadsDir, { recursive: true })
  const library = await openMediaLibrary({ uploadsDir, dataDir, onProblem })
  onTestFinished(() => library.close())
  return { library, root: folder, uploadsDir, dataDir }
}

/** The bytes in pieces, as they come over a network. */
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

function failTest(message: string, cause?: unknown) {
  throw new Error(`Unexpected problem: ${message}`, { cause })
}
