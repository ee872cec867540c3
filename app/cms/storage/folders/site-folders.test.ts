import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDisk } from '#test/temporary-disk.ts'
import { silentLog } from '#test/temporary-content.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { acquireOwnerLock } from '#app/cms/storage/lock/owner-lock.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { watchFolders } from './site-folders.server.ts'

/** The folders of a small site below `root`, checked every 10 ms. */
function openSite(root = mkdtempSync(path.join(tmpdir(), 'folders-'))) {
  const folders = {
    contentDir: path.join(root, 'content'),
    uploadsDir: path.join(root, 'uploads'),
    dataDir: path.join(root, 'data'),
  }
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folders.contentDir, 'site.yaml'), 'name: x')
  writeFileSync(path.join(folders.uploadsDir, 'plan.pdf'), 'x')
  const health = new Health(pino({ level: 'silent' }))
  const watched = watchFolders({ ...folders, health, log: silentLog, interval: 10 })
  onTestFinished(async () => {
    await watched.close()
    rmSync(root, { recursive: true, force: true })
  })
  return {
    ...folders,
    health,
    watched,
    ids: () =>
      health
        .problems()
        .map(({ id }) => id)
        .sort(),
  }
}

test('disk turns read-only: each folder is named, until it can be written again', async () => {
  const disk = openDisk()
  onTestFinished(() => {
    disk.setWritable(true)
    disk.remove()
  })
  const { watched, health, ids, dataDir } = openSite(path.join(disk.folder, 'site'))
  watched.start()
  disk.setWritable(false)
  await vi.waitFor(() => {
    expect(ids()).toEqual(['content', 'data', 'uploads'].map((name) => `${name}-${disk.fault}`))
  })
  expect(
    health
      .problems()
      .map(({ message }) => message)
      .join(),
  ).toContain(`The data folder (${dataDir}) `)
  expect(health.isReady()).toBe(true)
  disk.setWritable(true)
  await vi.waitFor(() => {
    expect(ids()).toEqual([])
  })
})

test('folder without files, or missing: the current problem is reported', async () => {
  const { watched, ids, uploadsDir, contentDir } = openSite()
  rmSync(path.join(uploadsDir, 'plan.pdf'))
  mkdirSync(path.join(uploadsDir, '.trash'))
  watched.start()
  await vi.waitFor(() => {
    expect(ids()).toEqual(['uploads-empty'])
  })
  renameSync(contentDir, `${contentDir}-away`)
  rmSync(uploadsDir, { recursive: true })
  await vi.waitFor(() => {
    expect(ids()).toEqual(['content-missing', 'uploads-missing'])
  })
  renameSync(`${contentDir}-away`, contentDir)
  await vi.waitFor(() => {
    expect(ids()).toEqual(['uploads-missing'])
  })
})

test('data folder that looks well, but in which the lock cannot be made: named by the reason', async () => {
  const { watched, ids } = openSite()
  const cause = Object.assign(new Error('EPERM'), { code: 'EPERM' })
  watched.setRefusal(new StorageError('read-only', { cause }))
  watched.start()
  await vi.waitFor(() => {
    expect(ids()).toEqual(['data-not-permitted'])
  })
  watched.setRefusal(undefined)
  await vi.waitFor(() => {
    expect(ids()).toEqual([])
  })
})

test('another folder in the place of the data folder: missing, until the first one is back', async () => {
  const { watched, ids, dataDir } = openSite()
  const lock = acquireOwnerLock(dataDir, (refusal) => {
    watched.setRefusal(refusal)
  })
  onTestFinished(() => {
    lock.release()
  })
  watched.start()
  renameSync(dataDir, `${dataDir}.away`)
  mkdirSync(dataDir)
  expect(lock.refusal()).toMatchObject({ code: 'data-missing' })
  await vi.waitFor(() => {
    expect(ids()).toEqual(['data-missing'])
  })
  rmSync(dataDir, { recursive: true })
  renameSync(`${dataDir}.away`, dataDir)
  expect(lock.refusal()).toBeUndefined()
  await vi.waitFor(() => {
    expect(ids()).toEqual([])
  })
})

test('another process has the folders: no requests must come here any more', () => {
  const { watched, health } = openSite()
  watched.setRefusal(new StorageError('lock-lost'))
  expect(health.problems()).toMatchObject([{ id: 'lock-lost' }])
  expect(health.isReady()).toBe(false)
})

test('left-overs and open rights: put in order once this process may write, and not before', async () => {
  const { watched, contentDir, dataDir } = openSite()
  const left = path.join(contentDir, 'home/.stats.yaml.0123456789ab.tmp')
  mkdirSync(path.dirname(left))
  writeFileSync(left, 'half')
  writeFileSync(path.join(dataDir, 'image-index.json'), '{}', { mode: 0o644 })
  chmodSync(dataDir, 0o755)
  watched.setRefusal(new StorageError('read-only'))
  watched.start()
  const lock = acquireOwnerLock(dataDir, (refusal) => {
    watched.setRefusal(refusal)
  })
  onTestFinished(() => {
    lock.release()
  })
  await vi.waitFor(() => {
    expect(existsSync(left)).toBe(false)
  })
  const modes = [dataDir, path.join(dataDir, 'image-index.json')].map((entry) => statSync(entry).mode & 0o777)
  expect(modes).toEqual([0o700, 0o600])
})
