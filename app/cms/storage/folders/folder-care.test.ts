import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeDurably, writeNewDurably } from '#app/cms/storage/disk/durable-file.server.ts'
import { acquireOwnerLock } from '#app/cms/storage/lock/owner-lock.server.ts'
import { snapshotName, temporaryPath } from '#app/cms/storage/disk/temporary-name.server.ts'
import { tidyFolder } from './folder-care.server.ts'

function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidy-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Tidies the folder. Resolves with the errors. */
async function tidy(folder: string, { makePrivate = false } = {}) {
  const errors: unknown[] = []
  await tidyFolder(folder, {
    makePrivate,
    isOver: () => false,
    onError: (error) => errors.push(error),
    onRemoved: () => undefined,
  })
  return errors
}

function write(folder: string, file: string, mode = 0o644) {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, 'x')
  chmodSync(target, mode)
}

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

test('temporary files of an earlier process: removed at any depth and age, other names never', async () => {
  const folder = openFolder()
  const kept = [
    '.incoming/notes',
    'history/stats/.hidden.tmp',
    'home/.stats.yaml.0123456789AB.tmp',
    'stats.yaml',
    'uploads/0123456789abcdef01234567',
  ]
  const left = [
    '.incoming/.upload.0123456789ab.tmp',
    '.owner.lock.0123456789ab.tmp',
    '.trash/1700000000000-01234567/reports/.plan.pdf.0123456789ab.tmp',
    'history/stats/.1.json.0123456789ab.tmp',
    'home/.stats.yaml.0123456789ab.tmp',
    'variants/a.jpg/.160.webp.0123456789ab.tmp',
  ]
  for (const file of [...kept, ...left]) write(folder, file)
  expect(await tidy(folder)).toEqual([])
  expect(filesBelow(folder)).toEqual(kept)
})

test('temporary file of this process: stays, so that a write under way goes on', async () => {
  const folder = openFolder()
  const temporary = temporaryPath(path.join(folder, 'stats.yaml'))
  await writeNewDurably(temporary, 'x')
  await tidy(folder)
  expect(filesBelow(folder)).toEqual([path.basename(temporary)])
  expect(temporary).toMatch(/\.[0-9a-f]{12}\.tmp$/)
})

test('snapshot: removed if an earlier process left it, else untouched', async () => {
  const folder = openFolder()
  const own = snapshotName()
  for (const name of ['.snapshot.0123456789ab.tmp', own]) {
    mkdirSync(path.join(folder, name, 'home'), { recursive: true })
    writeFileSync(path.join(folder, name, 'home/stats.yaml'), '')
  }
  expect(await tidy(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual([own])
  expect(readdirSync(path.join(folder, own, 'home'))).toEqual(['stats.yaml'])
})

test('folder or link with the name of a temporary file: no obstacle, and not touched', async () => {
  const folder = openFolder()
  const elsewhere = openFolder()
  write(elsewhere, '.a.0123456789ab.tmp')
  mkdirSync(path.join(folder, '.stats.yaml.0123456789ab.tmp'))
  symlinkSync(elsewhere, path.join(folder, 'link'))
  expect(await tidy(folder)).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['.stats.yaml.0123456789ab.tmp', 'link'])
  expect(filesBelow(elsewhere)).toHaveLength(1)
})

test('folder that is missing, or a file in its place: passed over', async () => {
  const folder = openFolder()
  write(folder, 'file')
  expect(await tidy(path.join(folder, 'none'))).toEqual([])
  expect(await tidy(path.join(folder, 'file'))).toMatchObject([{ code: 'ENOTDIR' }])
})

test('data folder open to others: closed, with all that is below', async () => {
  const folder = openFolder()
  chmodSync(folder, 0o755)
  write(folder, 'accounts.json', 0o600)
  write(folder, 'history/stats/1.json', 0o644)
  write(folder, 'last-good/stats.txt', 0o666)
  chmodSync(path.join(folder, 'history'), 0o777)
  expect(await tidy(folder, { makePrivate: true })).toEqual([])
  const modes = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((entry) => {
    const stats = statSync(path.join(folder, entry))
    return [stats.isDirectory(), stats.mode & 0o777]
  })
  expect(new Set(modes.map(String))).toEqual(new Set(['true,448', 'false,384']))
})

test('process that has lost the lock: removes nothing', async () => {
  const folder = openFolder()
  const lock = acquireOwnerLock(path.join(folder, 'data'))
  onTestFinished(() => {
    lock.release()
  })
  write(folder, 'home/.stats.yaml.0123456789ab.tmp')
  const file = path.join(folder, 'data/owner.lock')
  rmSync(file)
  mkdirSync(file)
  expect(await tidy(folder)).toMatchObject([{ name: 'StorageError' }])
  expect(filesBelow(folder)).toEqual(['data/owner.flock', 'home/.stats.yaml.0123456789ab.tmp'])
})

test('file and folder made for the data folder: for their user alone', async () => {
  const folder = openFolder()
  await writeDurably(path.join(folder, 'history/stats/1.json'), 'x', { mode: 0o600 })
  const modeOf = (entry: string) => statSync(path.join(folder, entry)).mode & 0o777
  expect(['history', 'history/stats', 'history/stats/1.json'].map(modeOf)).toEqual([0o700, 0o700, 0o600])
})

test('temporary path: beside its file, hidden, and never the same', () => {
  const paths = new Set(Array.from({ length: 100 }, () => temporaryPath('/data/x.json')))
  expect(paths.size).toBe(100)
  for (const temporary of paths) expect(temporary).toMatch(/^\/data\/\.x\.json\.[0-9a-f]{12}\.tmp$/)
})
