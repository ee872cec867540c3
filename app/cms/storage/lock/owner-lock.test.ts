import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDisk } from '#test/temporary-disk.ts'
import type { StorageError } from '../storage-error.ts'
import { writeDurably } from '../disk/durable-file.server.ts'
import { folderOf } from './lock-record.server.ts'
import { acquireOwnerLock, assertMayWrite, type OwnerLock } from './owner-lock.server.ts'

/** A data folder; the locks taken in it are released when the test ends. */
function dataFolder(root = mkdtempSync(path.join(os.tmpdir(), 'lock-'))) {
  const dataDir = path.join(root, 'data')
  const taken: OwnerLock[] = []
  onTestFinished(() => {
    taken.forEach((lock) => {
      lock.release()
    })
    rmSync(root, { recursive: true, force: true })
  })
  mkdirSync(root, { recursive: true })
  return {
    root,
    dataDir,
    file: path.join(dataDir, 'owner.lock'),
    take(folder = dataDir) {
      const told: (StorageError['code'] | undefined)[] = []
      const lock = acquireOwnerLock(folder, (refusal) => told.push(refusal?.code))
      taken.push(lock)
      return { lock, told }
    },
  }
}

test('lock of a folder that has just been taken by another: left to it', () => {
  const { dataDir, file, take } = dataFolder()
  const { lock: first } = take()
  const live = readFileSync(file, 'utf8')
  // The second one reads a stale lock. Before it removes that lock, the first one writes its own in the same place.
  writeFileSync(
    file,
    JSON.stringify({
      token: 'stale',
      pid: process.pid,
      host: os.hostname(),
      processStart: '1',
      folder: folderOf(file),
    }),
  )
  const move = fs.renameSync
  const rename = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    if (from === file) writeFileSync(file, live)
    move(from, to)
  })
  syncBuiltinESMExports()
  try {
    expect(() => take()).toThrow('Another process')
  } finally {
    rename.mockRestore()
    syncBuiltinESMExports()
  }
  expect(first.refusal()).toBeUndefined()
  expect(readdirSync(dataDir)).toEqual(['owner.flock', 'owner.lock'])
})

test('lock that is lost: nothing at all is written any more, and that stays so', async () => {
  const { root, dataDir, file, take } = dataFolder()
  const { lock, told } = take()
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"token":"/, '$&of-another-'))
  expect(lock.refusal()).toMatchObject({ code: 'lock-lost' })
  expect(() => {
    assertMayWrite()
  }).toThrow('another process of the site has taken over')
  await expect(writeDurably(path.join(root, 'uploads', 'picture.png'), 'x')).rejects.toMatchObject({
    code: 'lock-lost',
  })
  expect(readdirSync(root)).toEqual(['data'])
  rmSync(file)
  expect(lock.refusal()).toMatchObject({ code: 'lock-lost' })
  expect(told).toEqual([undefined, 'lock-lost'])
  lock.release()
  expect(readdirSync(dataDir)).toEqual(['owner.flock'])
})

test('data folder missing at the start: made for its user alone', () => {
  const { dataDir, take } = dataFolder()
  expect(take().lock.refusal()).toBeUndefined()
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('data folder renamed while its process runs: refused and not made again, until it is back', async () => {
  const { root, dataDir, file, take } = dataFolder()
  const { lock, told } = take()
  const record = readFileSync(file, 'utf8')
  renameSync(dataDir, `${dataDir}.away`)
  expect(lock.refusal()).toMatchObject({ code: 'data-missing', status: 503 })
  await expect(writeDurably(path.join(dataDir, 'inbox', 'message.json'), 'x')).rejects.toMatchObject({
    code: 'data-missing',
  })
  expect(readdirSync(root)).toEqual(['data.away'])
  renameSync(`${dataDir}.away`, dataDir)
  expect(lock.refusal()).toBeUndefined()
  expect(readFileSync(file, 'utf8')).toBe(record)
  await writeDurably(path.join(dataDir, 'inbox', 'message.json'), 'x')
  expect(told).toEqual([undefined, 'data-missing', undefined])
})

test.each([
  ['an empty one, as below the mount point of a disk', (dataDir: string) => renameSync(dataDir, `${dataDir}.away`), []],
  ['a new one after its removal', (dataDir: string) => rmSync(dataDir, { recursive: true }), []],
  [
    'an older copy of it',
    (dataDir: string) => {
      renameSync(dataDir, `${dataDir}.away`)
      cpSync(`${dataDir}.away`, dataDir, { recursive: true })
    },
    ['owner.flock', 'owner.lock'],
  ],
])('another folder in the place of the data folder, %s: nothing is written into it', (_case, replace, names) => {
  const { dataDir, take } = dataFolder()
  const { lock } = take()
  replace(dataDir)
  mkdirSync(dataDir, { recursive: true })
  expect(lock.refusal()).toMatchObject({ code: 'data-missing' })
  expect(readdirSync(dataDir)).toEqual(names)
})

test('lock record removed from the data folder: made again', () => {
  const { file, take } = dataFolder()
  const { lock } = take()
  const record = readFileSync(file, 'utf8')
  rmSync(file)
  expect(lock.refusal()).toBeUndefined()
  expect(readFileSync(file, 'utf8')).toBe(record)
})

test.each([
  ['with the lock of this process: the same disk, mounted again', true],
  ['without it: another disk', false],
])('data folder of the same number on another device, %s', (_case, hasLock) => {
  const { dataDir, file, take } = dataFolder()
  const { lock } = take()
  if (!hasLock) rmSync(file)
  const stat = fs.statSync
  const onOtherDevice = (...args: Parameters<typeof stat>) => {
    const found = stat(...args)
    return args[0] === dataDir && found ? Object.assign(found, { dev: 1n }) : found
  }
  const spy = vi.spyOn(fs, 'statSync').mockImplementation(onOtherDevice)
  syncBuiltinESMExports()
  try {
    const refusal = lock.refusal()
    if (hasLock) expect(refusal).toBeUndefined()
    else expect(refusal).toMatchObject({ code: 'data-missing' })
    expect(lock.isAdvisory()).toBe(true)
  } finally {
    spy.mockRestore()
    syncBuiltinESMExports()
  }
})

test('disk turns read-only and back: the lock stays, and its release does not fail', () => {
  const disk = openDisk()
  onTestFinished(() => {
    disk.remove()
  })
  const { lock, told } = dataFolder(path.join(disk.folder, 'site')).take()
  vi.useFakeTimers()
  disk.setWritable(false)
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow()
  expect(() => {
    lock.release()
  }).not.toThrow()
  disk.setWritable(true)
  vi.useRealTimers()
  expect(told).toEqual([undefined])
})

test.each(['ESTALE', 'EIO'])('%s when the lock is looked at: refused, not lost, and over with the fault', (code) => {
  const { lock, told } = dataFolder().take()
  vi.useFakeTimers()
  const read = vi.spyOn(fs, 'readFileSync').mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })
  syncBuiltinESMExports()
  try {
    expect(() => vi.advanceTimersByTime(60_000)).not.toThrow()
    expect(lock.refusal()).toMatchObject({ code: 'io' })
  } finally {
    read.mockRestore()
    syncBuiltinESMExports()
    vi.useRealTimers()
  }
  expect(lock.refusal()).toBeUndefined()
  expect(told).toEqual([undefined, 'io', undefined])
})

test('start on a read-only disk: refused as such, and taken by itself when the disk is writable', async () => {
  const disk = openDisk()
  onTestFinished(() => {
    disk.remove()
  })
  const { dataDir, file, take } = dataFolder(path.join(disk.folder, 'site'))
  onTestFinished(() => {
    vi.useRealTimers()
    disk.setWritable(true)
  })
  disk.setWritable(false)
  vi.useFakeTimers()
  const { lock, told } = take()
  expect(lock.refusal()).toMatchObject({
    code: 'read-only',
    message: expect.stringContaining('Nothing was saved') as string,
  })
  await expect(writeDurably(path.join(dataDir, 'x'), 'x')).rejects.toMatchObject({ code: 'read-only' })
  disk.setWritable(true)
  vi.advanceTimersByTime(5_000)
  expect(told).toEqual(['read-only', undefined])
  expect(statSync(file).isFile()).toBe(true)
})

test('start on a read-only disk that another process writes: refused, naming the process', () => {
  const disk = openDisk()
  onTestFinished(() => {
    disk.remove()
  })
  const { take } = dataFolder(path.join(disk.folder, 'site'))
  onTestFinished(() => {
    disk.setWritable(true)
  })
  take()
  disk.setWritable(false)
  expect(() => take()).toThrow(`Another process (${process.pid} on `)
})

test('folder copied with its lock, while the original runs: the copy is free', () => {
  const { root, dataDir, take } = dataFolder()
  const { lock } = take()
  const copy = path.join(root, 'copy')
  cpSync(dataDir, copy, { recursive: true })
  expect(take(copy).lock.refusal()).toBeUndefined()
  expect(lock.refusal()).toBeUndefined()
})

test('folder renamed while its process runs: still taken', () => {
  const { root, dataDir, take } = dataFolder()
  take()
  renameSync(dataDir, path.join(root, 'moved'))
  expect(() => take(path.join(root, 'moved'))).toThrow('Another process')
})

test.each([
  ['from another machine whose time is an hour ahead', 3_600_000],
  ['from another machine that has been silent for a minute', -60_000],
])('lock %s: stale', (_case, offset) => {
  const { dataDir, file, take } = dataFolder()
  mkdirSync(dataDir)
  writeFileSync(
    file,
    JSON.stringify({ token: 'a', pid: 1, host: 'other-machine', processStart: '1', folder: folderOf(file) }),
  )
  const time = new Date(Date.now() + offset)
  utimesSync(file, time, time)
  expect(take().lock.refusal()).toBeUndefined()
})

test('holder has ended, but its parent has not asked for its exit code: stale', async () => {
  const { dataDir, file, take } = dataFolder()
  mkdirSync(dataDir)
  // The shell starts a child and then becomes a program that never reads exit codes.
  const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 30'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => {
    parent.kill()
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line)
  await vi.waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n')
  parent.stdin.end()
  const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  await vi.waitUntil(() => fields()[0] === 'Z')
  writeFileSync(
    file,
    JSON.stringify({ token: 'a', pid, host: os.hostname(), processStart: fields()[19], folder: folderOf(file) }),
  )
  expect(take().lock.refusal()).toBeUndefined()
})

test.each(['', '{', '{"token":1}'])('damaged lock %j: belongs to no process', (text) => {
  const { dataDir, file, take } = dataFolder()
  mkdirSync(dataDir)
  writeFileSync(file, text)
  expect(take().lock.refusal()).toBeUndefined()
})

test('file system without links: the lock is taken all the same, by one alone', () => {
  const { take } = dataFolder()
  const link = vi.spyOn(fs, 'linkSync').mockImplementation(() => {
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  })
  syncBuiltinESMExports()
  try {
    expect(take().lock.refusal()).toBeUndefined()
    expect(() => take()).toThrow('Another process')
  } finally {
    link.mockRestore()
    syncBuiltinESMExports()
  }
})
