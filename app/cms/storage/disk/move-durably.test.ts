import disk, { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { inAllModules } from '#test/fault-fs.ts'
import * as durableFile from './durable-file.server.ts'
import { filesBelow, temporaryFolder } from '#test/temporary-images.ts'
import { moveDurably } from './move-durably.server.ts'

let folder: string
let other: string
let file: string
let target: string
let renames: ReturnType<typeof spyOnRenames>

const spyOnRenames = () => inAllModules(vi.spyOn(disk, 'rename'))

/** A folder on another file system. On a machine without one, another folder, and the next rename fails with EXDEV. */
async function otherFileSystem() {
  for (const place of ['/dev/shm', '/tmp', process.cwd()]) {
    if ((await stat(place).catch(() => undefined))?.dev === (await stat(folder)).dev) continue
    const made = await mkdtemp(path.join(place, 'media-')).catch(() => undefined)
    if (made === undefined) continue
    onTestFinished(() => rm(made, { recursive: true }))
    return made
  }
  renames.mockRejectedValueOnce(systemError('EXDEV'))
  return temporaryFolder()
}

beforeEach(async () => {
  renames = spyOnRenames()
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
  const replaceDurably = vi.spyOn(durableFile, 'replaceDurably')
  const syncFolder = vi.spyOn(durableFile, 'syncFolder')
  const unlink = inAllModules(vi.spyOn(disk, 'unlink'))
  await moveDurably(file, target)
  expect(await everywhere()).toEqual([[], ['policies/a.pdf']])
  expect(await readFile(target, 'utf8')).toBe('PDF')
  expect(await stat(target)).toMatchObject({ mtimeMs: 1_000_000_000, mode: 0o100640 })
  const [onDisk = Infinity] = replaceDurably.mock.invocationCallOrder
  expect(unlink.mock.invocationCallOrder[0]).toBeGreaterThan(onDisk)
  expect(syncFolder).toHaveBeenLastCalledWith(folder)
})

test('to another file system that is full: where it was, and no trace there', async () => {
  inAllModules(vi.spyOn(disk, 'copyFile')).mockImplementationOnce(async (_from, to) => {
    await writeFile(String(to), 'P')
    throw systemError('ENOSPC')
  })
  await expect(moveDurably(file, target)).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await everywhere()).toEqual([['a.pdf'], []])
})

test('to another file system, from one that does not let it go: where it was, and not twice', async () => {
  inAllModules(vi.spyOn(disk, 'unlink')).mockRejectedValueOnce(systemError('EROFS'))
  await expect(moveDurably(file, target)).rejects.toMatchObject({ code: 'EROFS' })
  expect(await everywhere()).toEqual([['a.pdf'], []])
})

test.each(['EIO', 'EACCES', 'EROFS', 'ENOSPC'])('a rename that fails with %s: where it was', async (code) => {
  renames.mockReset().mockRejectedValueOnce(systemError(code))
  await expect(moveDurably(file, path.join(folder, 'b.pdf'))).rejects.toMatchObject({ code })
  expect(await everywhere()).toEqual([['a.pdf'], []])
})

test('within a file system: both folders are on disk when it is done', async () => {
  renames.mockReset()
  const syncFolder = vi.spyOn(durableFile, 'syncFolder')
  await mkdir(path.join(folder, 'sub'))
  await moveDurably(file, path.join(folder, 'sub', 'a.pdf'))
  expect(syncFolder.mock.calls.flat()).toEqual([path.join(folder, 'sub'), folder])
  expect(await readFile(path.join(folder, 'sub', 'a.pdf'), 'utf8')).toBe('PDF')
})

function systemError(code: string) {
  return Object.assign(new Error(code), { code })
}
