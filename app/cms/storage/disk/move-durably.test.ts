import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { replaceDurably, syncFolder } from './durable-file.server.ts'
import { filesBelow, temporaryFolder } from '#test/temporary-images.ts'
import { moveDurably } from './move-durably.server.ts'

vi.mock('node:fs/promises', { spy: true })
vi.mock('./durable-file.server.ts', { spy: true })

let folder: string
let other: string
let file: string
let target: string

/** A folder on another file system. On a machine without one, another folder, and the next rename fails with EXDEV. */
async function otherFileSystem() {
  const made = await mkdtemp('/dev/shm/media-').catch(() => undefined)
  if (made !== undefined) onTestFinished(() => rm(made, { recursive: true }))
  if (made !== undefined && (await stat(made)).dev !== (await stat(folder)).dev) return made
  vi.mocked(rename).mockRejectedValueOnce(systemError('EXDEV'))
  return temporaryFolder()
}

beforeEach(async () => {
  folder = await temporaryFolder()
  other = await otherFileSystem()
  file = path.join(folder, 'a.pdf')
  target = path.join(other, 'policies', 'a.pdf')
  await writeFile(file, 'PDF', { mode: 0o640 })
  await utimes(file, 1_000_000, 1_000_000)
})

async function everywhere() {
  return [await filesBelow(folder), await filesBelow(other)]
}

test('to another file system: there with its bytes, time and rights, on disk before the original goes', async () => {
  await moveDurably(file, target)
  expect(await everywhere()).toEqual([[], ['policies/a.pdf']])
  expect(await readFile(target, 'utf8')).toBe('PDF')
  expect(await stat(target)).toMatchObject({ mtimeMs: 1_000_000_000, mode: 0o100640 })
  const [onDisk = Infinity] = vi.mocked(replaceDurably).mock.invocationCallOrder
  expect(vi.mocked(unlink).mock.invocationCallOrder[0]).toBeGreaterThan(onDisk)
  expect(syncFolder).toHaveBeenLastCalledWith(folder)
})

test('to another file system that is full: where it was, and no trace there', async () => {
  vi.mocked(copyFile).mockImplementationOnce(async (_from, to) => {
    await writeFile(String(to), 'P')
    throw systemError('ENOSPC')
  })
  await expect(moveDurably(file, target)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await everywhere()).toEqual([['a.pdf'], []])
})

test('to another file system, from one that does not let it go: where it was, and not twice', async () => {
  vi.mocked(unlink).mockRejectedValueOnce(systemError('EROFS'))
  await expect(moveDurably(file, target)).rejects.toMatchObject({ code: 'EROFS' })
  expect(await everywhere()).toEqual([['a.pdf'], []])
})

test.each(['EIO', 'EACCES', 'EROFS', 'ENOSPC'])('a rename that fails with %s: where it was', async (code) => {
  vi.mocked(rename).mockReset().mockRejectedValueOnce(systemError(code))
  await expect(moveDurably(file, path.join(folder, 'b.pdf'))).rejects.toMatchObject({ code })
  expect(await everywhere()).toEqual([['a.pdf'], []])
})

test('within a file system: both folders are on disk when it is done', async () => {
  vi.mocked(rename).mockReset()
  vi.mocked(syncFolder).mockClear()
  await mkdir(path.join(folder, 'sub'))
  await moveDurably(file, path.join(folder, 'sub', 'a.pdf'))
  expect(vi.mocked(syncFolder).mock.calls.flat()).toEqual([path.join(folder, 'sub'), folder])
  expect(await readFile(path.join(folder, 'sub', 'a.pdf'), 'utf8')).toBe('PDF')
})

function systemError(code: string) {
  return Object.assign(new Error(code), { code })
}
