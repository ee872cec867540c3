import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sharedShelf, type SharedShelf } from '#app/cms/storage/shared-shelf.server.ts'
import { startMemoryS3 } from '#test/s3/memory-s3.ts'
import { makeBucket } from '#test/s3/s3-under-test.ts'
import { silentLog } from '#test/temporary-content.ts'
import { openBuiltFiles } from './built-files.server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let root: string

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'built-files-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true, force: true })
  })
})

/** The folder of a build with these files, each with its name as its content. */
function build(name: string, ...files: string[]) {
  const folder = path.join(root, name)
  mkdirSync(folder)
  for (const file of files) writeFileSync(path.join(folder, file), file)
  return folder
}

function diskShelf() {
  const dataDir = path.join(root, 'data')
  mkdirSync(dataDir, { recursive: true })
  return sharedShelf({ store: undefined, dataDir })
}

async function bucketShelf() {
  const s3 = await startMemoryS3({ pageSize: 3 })
  const store = await makeBucket([s3.endpoint])
  onTestFinished(() => s3.stop())
  return () => sharedShelf({ store, dataDir: path.join(root, 'none') })
}

/** A process that uses the shelf. */
function open(shelf: SharedShelf, { mayTidy = true, now = Date.now }: { mayTidy?: boolean; now?: () => number } = {}) {
  const opened = openBuiltFiles({ shelf, mayTidy, log: silentLog, now })
  onTestFinished(() => opened.close())
  return opened
}

describe.each([
  ['the data folder', () => Promise.resolve(diskShelf)],
  ['a bucket', bucketShelf],
])('in %s', (_where, prepare) => {
  test('an update: each process serves the files of the other build, whichever came first', async () => {
    const shelf = await prepare()
    const [before, after] = [open(shelf()), open(shelf())]
    await before.keep(build('a', 'shared-1.js', 'old-1.js', 'old-1.js.br'))
    expect(await before.read('new-1.js')).toBeUndefined()
    await after.keep(build('b', 'shared-1.js', 'new-1.js'))
    expect(String(await after.read('old-1.js'))).toBe('old-1.js')
    expect(String(await after.read('old-1.js.br'))).toBe('old-1.js.br')
    await vi.waitFor(async () => {
      expect(String(await before.read('new-1.js'))).toBe('new-1.js')
    })
  })

  test('files are kept for seven days after their build was used, and those of two builds always', async () => {
    const shelf = await prepare()
    const folders = {
      a: build('a', 'of-all.js', 'of-a.js'),
      b: build('b', 'of-all.js', 'of-b.js'),
      c: build('c', 'of-all.js', 'of-c.js'),
    }
    const kept = async () => {
      const names = await shelf().list('files')
      return names.sort()
    }
    const runOn = async (day: number, name: keyof typeof folders, expected: string[]) => {
      const opened = openBuiltFiles({ shelf: shelf(), mayTidy: true, log: silentLog, now: () => day * DAY_MS })
      await opened.keep(folders[name])
      await vi.waitFor(async () => {
        expect(await kept()).toEqual(expected)
      })
      await opened.close()
    }
    await runOn(0, 'a', ['of-a.js', 'of-all.js'])
    await runOn(20, 'b', ['of-a.js', 'of-all.js', 'of-b.js'])
    // The earlier build again: it has files that were never away.
    await runOn(21, 'a', ['of-a.js', 'of-all.js', 'of-b.js'])
    await runOn(22, 'c', ['of-a.js', 'of-all.js', 'of-b.js', 'of-c.js'])
    await runOn(27.5, 'c', ['of-a.js', 'of-all.js', 'of-c.js'])
    expect(await shelf().list('builds')).toHaveLength(2)
  })
})

test.each(['../builds/x.json', 'a/b.js', '.hidden.js', '..', '', 'a%2fb.js', 'x'.repeat(200)])(
  'a request for %j: no file, and nothing is read',
  async (name) => {
    const shelf = diskShelf()
    const read = vi.spyOn(shelf, 'read')
    expect(await open(shelf).read(name)).toBeUndefined()
    expect(read).not.toHaveBeenCalled()
  },
)

test('a hundred requests for files that no build has: one look', async () => {
  const shelf = diskShelf()
  const list = vi.spyOn(shelf, 'list')
  const files = open(shelf)
  const found = await Promise.all(Array.from({ length: 100 }, (_, n) => files.read(`none-${n}.js`)))
  expect(new Set(found)).toEqual(new Set([undefined]))
  expect(list).toHaveBeenCalledOnce()
})

test('the list of a build is damaged: nothing is removed', async () => {
  const shelf = diskShelf()
  await open(shelf, { now: () => 0 }).keep(build('a', 'of-a.js'))
  await shelf.write('builds', 'damaged.json', Buffer.from('{'))
  for (const name of ['b', 'c']) await open(shelf).keep(build(name, `of-${name}.js`))
  expect((await shelf.list('files')).sort()).toEqual(['of-a.js', 'of-b.js', 'of-c.js'])
})

test('the data folder is missing: it is not made', async () => {
  const dataDir = path.join(root, 'data')
  const files = open(sharedShelf({ store: undefined, dataDir }))
  await files.keep(build('a', 'of-a.js'))
  expect(existsSync(dataDir)).toBe(false)
  expect(await files.read('of-a.js')).toBeUndefined()
})

test('the store does not respond: a file counts as missing, and the next request looks again', async () => {
  await open(diskShelf()).keep(build('a', 'of-a.js'))
  const shelf = diskShelf()
  const files = open(shelf)
  const list = vi.spyOn(shelf, 'list').mockRejectedValueOnce(new Error('no response'))
  expect(await files.read('of-a.js')).toBeUndefined()
  await vi.waitFor(async () => {
    expect(await files.read('of-a.js')).toBeDefined()
  })
  expect(list).toHaveBeenCalledTimes(2)
})

test('a reader of a shared folder: adds what is missing, and changes and removes nothing', async () => {
  const shelf = diskShelf()
  const folder = build('a', 'of-a.js')
  await open(shelf, { now: () => 0 }).keep(folder)
  const state = () => {
    const below = path.join(root, 'data')
    return readdirSync(below, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mtimeMs, ino } = statSync(path.join(below, name))
      return [name, mtimeMs, ino]
    })
  }
  const before = state()
  await open(shelf, { mayTidy: false }).keep(folder)
  expect(state()).toEqual(before)
  for (const name of ['b', 'c']) await open(shelf, { mayTidy: false }).keep(build(name, `of-${name}.js`))
  expect((await shelf.list('files')).sort()).toEqual(['of-a.js', 'of-b.js', 'of-c.js'])
})
