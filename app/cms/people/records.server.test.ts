import { mkdir, readdir, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { signIn } from '#test/administrator.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { hashSecret, recordFields, Records } from './records.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { health } = site
const { currentAccounts } = site.auth.accounts

const schema = z.object({ ...recordFields, sender: z.string() })
const hash = hashSecret('secret')
let storage: Storage
let dispose: () => Promise<void>
let folder: string
let records: Records<z.infer<typeof schema>>

beforeEach(async () => {
  // A retry that one test leaves behind must not run in another.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await signIn()
  const opened = openTemporaryStorage()
  ;({ storage, dispose } = opened)
  folder = path.join(opened.dataDir, 'sessions')
  await mkdir(folder)
  records = open()
})

afterEach(async () => {
  await records.cleaned()
  vi.clearAllTimers()
  vi.useRealTimers()
  await dispose()
  for (const { id } of health.problems()) health.clear(id)
})

test('touching a record that was removed meanwhile: says so and brings nothing back', async () => {
  await records.write(hash, record())
  expect(await records.touch(hash, new Date())).toBe(true)
  await records.remove(hash)
  expect(await records.touch(hash, new Date())).toBe(false)
  expect(await readdir(folder)).toEqual([])
})

test('no folder yet: nothing is there', async () => {
  await rm(folder, { recursive: true })
  expect(records.read(hash)).toBeUndefined()
  expect(await records.list()).toEqual([])
  await records.removeOf('admin')
  expect(health.problems()).toEqual([])
})

describe('a record that cannot be read', () => {
  test.each<[string, (file: string) => Promise<unknown>]>([
    ['a folder of its name', (file) => mkdir(file)],
    ['a link that leads to itself', (file) => symlink(file, file)],
    ['a file of a megabyte', (file) => writeFile(file, 'x'.repeat(1024 * 1024))],
  ])('%s: is left out and named once, the others stand', async (_, make) => {
    await make(path.join(folder, `${hash}.json`))
    const other = hashSecret('other')
    await records.write(other, record())
    await records.cleaned()
    expect(await records.list()).toMatchObject([{ hash: other }])
    expect(records.read(hash)).toBeUndefined()
    expect(health.problems()).toMatchObject([{ id: 'sessions-unreadable' }])
    expect((await readdir(folder)).sort()).toEqual([`${hash}.json`, `${other}.json`].sort())
  })

  test('a link to nothing: is left out', async () => {
    await symlink(path.join(folder, 'nothing'), path.join(folder, `${hash}.json`))
    expect(await records.list()).toEqual([])
    expect(records.read(hash)).toBeUndefined()
  })

  test('known before: goes on from memory, until it can be read again', async () => {
    await records.write(hash, record())
    await records.cleaned()
    const file = path.join(folder, `${hash}.json`)
    await unlink(file)
    await mkdir(file)
    expect(records.read(hash)).toMatchObject({ value: { username: 'admin' } })
    await rm(file, { recursive: true })
    await writeFile(file, JSON.stringify(record()))
    expect(records.read(hash)).toMatchObject({ value: { username: 'admin' } })
    expect(health.problems()).toEqual([])
  })

  test('the folder itself: nothing is listed, and it is named', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    expect(await records.list()).toEqual([])
    expect(health.problems()).toMatchObject([{ id: 'sessions-unreadable' }])
  })
})

describe('a disk that takes no writes', () => {
  test('a new record: is live from memory, and stored as soon as the disk takes it', async () => {
    vi.spyOn(storage, 'commit').mockRejectedValueOnce(readOnly()).mockRejectedValueOnce(readOnly())
    expect(await records.write(hash, record())).toBe(false)
    expect(records.read(hash)).toMatchObject({ hash })
    expect(health.problems()).toMatchObject([{ id: 'sessions-not-stored' }])
    expect(await records.touch(hash, new Date())).toBe(true)
    expect(await records.touch(hash, new Date())).toBe(true)
    expect(await readdir(folder)).toEqual([`${hash}.json`])
    expect(health.problems()).toEqual([])
    expect(open().read(hash)).toMatchObject({ hash })
  })

  test('a touch: is refused by the disk alone', async () => {
    await records.write(hash, record())
    const later = new Date(Date.now() + 60_000)
    vi.spyOn(storage, 'commit').mockRejectedValueOnce(readOnly())
    expect(await records.touch(hash, later)).toBe(true)
    expect(records.read(hash)?.touchedAt).toEqual(later)
  })

  test('two touches at once: both count', async () => {
    await records.write(hash, record())
    const times = [new Date(Date.now() + 60_000), new Date(Date.now() + 61_000)]
    expect(await Promise.all(times.map((time) => records.touch(hash, time)))).toEqual([true, true])
    expect(records.read(hash)?.touchedAt).toEqual(open().read(hash)?.touchedAt)
  })

  test('an end: counts at once, and the file goes with the next write that succeeds', async () => {
    await records.write(hash, record())
    await records.cleaned()
    vi.spyOn(storage, 'remove').mockRejectedValueOnce(readOnly())
    await records.remove(hash)
    expect(records.read(hash)).toBeUndefined()
    expect(records.ownerOf(hash)).toBe(record().username)
    expect(await readdir(folder)).toEqual([`${hash}.json`])
    await records.write(hashSecret('next'), record())
    await records.cleaned()
    expect(await readdir(folder)).toEqual([`${hashSecret('next')}.json`])
  })
})

test.each(['store-unreachable', 'outcome-unknown', 'reader'] as const)(
  'an end that a storage of several processes refuses (%s): counts here, and is not acknowledged',
  async (code) => {
    await records.write(hash, record())
    await records.cleaned()
    vi.spyOn(storage, 'remove').mockRejectedValueOnce(new StorageError(code))
    await expect(records.remove(hash)).rejects.toMatchObject({ code })
    expect(records.read(hash)).toBeUndefined()
    await records.remove(hash)
    expect(await readdir(folder)).toEqual([])
  },
)

describe('a disk that takes writes again, with nobody signing in meanwhile', () => {
  test.each([
    ['record', () => vi.spyOn(storage, 'commit'), (name: string) => records.write(name, record())],
    ['touch', () => vi.spyOn(storage, 'commit'), (name: string) => records.touch(name, new Date(Date.now() + 60_000))],
    ['end', () => vi.spyOn(storage, 'remove'), (name: string) => records.remove(name)],
  ])('a refused %s: tried again until it is taken, then nothing is wrong any more', async (_what, refusing, change) => {
    await records.write(hash, record())
    await records.cleaned()
    refusing().mockRejectedValueOnce(readOnly()).mockRejectedValueOnce(readOnly())
    await change(hash)
    expect(health.problems()).toMatchObject([{ id: 'sessions-not-stored' }])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(health.problems()).toMatchObject([{ id: 'sessions-not-stored' }])
    // The next retry is scheduled after this one has failed.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() => expect(health.problems()).toEqual([]))
    // The change is on disk shortly before the record in memory is updated.
    await vi.waitFor(() => expect(open().read(hash)).toEqual(records.read(hash)))
  })
})

describe('cleaning up after a write', () => {
  test('damaged records and those that are over go; foreign files stay', async () => {
    await writeFile(path.join(folder, `${hashSecret('damaged')}.json`), 'damaged')
    await writeFile(path.join(folder, `${hashSecret('over')}.json`), JSON.stringify(record({ expiresAt: past() })))
    await writeFile(path.join(folder, 'README'), 'kept')
    await records.write(hash, record())
    await records.cleaned()
    expect((await readdir(folder)).sort()).toEqual([`${hash}.json`, 'README'].sort())
  })

  test('beyond the limit: the sender with most loses what it has not touched for longest', async () => {
    const names = ['single', 'flood1', 'flood2', 'flood3']
    for (const [index, name] of names.entries()) {
      await records.write(hashSecret(name), record({ sender: name.replace(/\d/, '') }))
      await records.touch(hashSecret(name), new Date(Date.now() - 60_000 + index))
    }
    await records.cleaned()
    const left = (await records.list()).map((kept) => kept.hash)
    expect(left.sort()).toEqual(['single', 'flood2', 'flood3'].map(hashSecret).sort())
  })
})

function open() {
  return new Records({
    storage,
    name: 'sessions',
    schema,
    accounts: site.auth.accounts,
    health,
    limit: 3,
    groupOf: ({ sender }) => sender,
  })
}

function record(fields: Partial<z.infer<typeof schema>> = {}) {
  const account = currentAccounts()?.[0]
  if (!account) throw new Error('There is no account')
  return {
    username: account.username,
    accountChangedAt: account.changedAt,
    createdAt: past(),
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    sender: 'one',
    ...fields,
  }
}

function readOnly() {
  return new StorageError('read-only', { cause: Object.assign(new Error('read-only file system'), { code: 'EROFS' }) })
}

function past() {
  return new Date(Date.now() - 1000).toISOString()
}
