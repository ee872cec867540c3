import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { hashSecret, lifetime, openRecordFolder } from './record-folder.server.ts'

let folder: string
const hash = hashSecret('secret')
const value = { createdAt: '2026-11-20T10:00:00.000Z', expiresAt: '2026-11-21T10:00:00.000Z' }

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'records-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

test('touching a record that was removed meanwhile: says so and brings nothing back', async () => {
  const records = openRecordFolder(folder, z.object(lifetime))
  await records.write(hash, value)
  expect(await records.touch(hash, new Date())).toBe(true)
  await records.remove(hash)
  expect(await records.touch(hash, new Date())).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

test('a folder that cannot be read: is a fault, not an empty folder', async () => {
  await writeFile(path.join(folder, 'file'), '')
  const records = openRecordFolder(path.join(folder, 'file'), z.object(lifetime))
  await expect(records.read(hash)).rejects.toThrow('ENOTDIR')
  await expect(records.removeAll()).rejects.toThrow('ENOTDIR')
})

test('no folder yet: nothing is there', async () => {
  const records = openRecordFolder(path.join(folder, 'later'), z.object(lifetime))
  expect(await records.read(hash)).toBeUndefined()
  await records.prune(1, () => true)
  await records.removeAll()
})

test('pruning: damaged records and those that are over go, then the oldest; foreign files stay', async () => {
  const records = openRecordFolder(folder, z.object(lifetime))
  const day = (number: number) => `2026-11-0${number}T10:00:00.000Z`
  for (const number of [3, 1, 4, 2]) {
    await records.write(hashSecret(String(number)), { ...value, createdAt: day(number) })
  }
  await writeFile(path.join(folder, `${hash}.json`), 'damaged')
  await writeFile(path.join(folder, 'README'), 'kept')
  await records.prune(2, (record) => record.value.createdAt === day(4))
  const left = [`${hashSecret('2')}.json`, `${hashSecret('3')}.json`, 'README']
  expect((await readdir(folder)).sort()).toEqual(left.sort())
})
