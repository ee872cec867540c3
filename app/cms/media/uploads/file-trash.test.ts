import disk, { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import * as durableFile from '#app/cms/storage/disk/durable-file.server.ts'
import { inAllModules } from '#test/fault-fs.ts'
import { filesBelow, openStorageIn, temporaryFolder } from '#test/temporary-images.ts'
import { openFileTrash } from './file-trash.server.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.parse('2026-11-20T10:00:00Z')

async function setUp({ files = 10, bytes = 1000 } = {}) {
  const limits = { days: 30, leastDays: 7, files, bytes }
  const root = await temporaryFolder()
  const uploadsDir = path.join(root, 'uploads')
  const storage = openStorageIn(root)
  const clock = { now: START, up: 0 }
  const onProblem = vi.fn()
  const open = () => openFileTrash({ storage, onProblem, limits, now: () => clock.now, uptime: () => clock.up })
  async function put(file: string, text = file) {
    await mkdir(path.join(uploadsDir, path.dirname(file)), { recursive: true })
    await writeFile(path.join(uploadsDir, file), text)
  }
  return { uploadsDir, clock, onProblem, open, put, trash: await open() }
}

test('a file that does not exist: refused, and the trash stays empty', async () => {
  const { trash, put } = await setUp()
  await put('other.jpg')
  await expect(trash.discard('missing.jpg')).rejects.toMatchObject({ cause: { code: 'ENOENT' } })
  expect(trash.list()).toEqual([])
})

test.each(['', 'unknown', '../../..', '1700000000000-00000000'])('bringing back %j: gone', async (id) => {
  const { trash } = await setUp()
  expect(await trash.restore(id)).toBe('gone')
})

test('a deleted file: out of the uploads, known after a restart, back where it was', async () => {
  const { uploadsDir, trash, open, put } = await setUp()
  await put('policies/a-1a2b3c4d.pdf', 'PDF')
  const entry = await trash.discard('policies/a-1a2b3c4d.pdf')
  expect(entry).toMatchObject({ file: 'policies/a-1a2b3c4d.pdf', bytes: 3, deleted: START })
  expect(await filesBelow(uploadsDir)).toEqual([`.trash/${entry.id}/policies/a-1a2b3c4d.pdf`])

  const reopened = await open()
  expect(reopened.list()).toEqual([entry])
  expect(await reopened.restore(entry.id)).toBe('back')
  expect(await filesBelow(uploadsDir)).toEqual(['policies/a-1a2b3c4d.pdf'])
  expect(reopened.list()).toEqual([])
})

test('brought back by two at once: both are told so', async () => {
  const { uploadsDir, trash, put } = await setUp()
  await put('a-1a2b3c4d.jpg')
  const { id } = await trash.discard('a-1a2b3c4d.jpg')
  expect(await Promise.all([trash.restore(id), trash.restore(id)])).toEqual(['back', 'back'])
  expect(await filesBelow(uploadsDir)).toEqual(['a-1a2b3c4d.jpg'])
  expect(await trash.restore(id)).toBe('gone')
})

test('uploaded again meanwhile: back with a hash in its name, taken without one and both are kept', async () => {
  const { uploadsDir, trash, put } = await setUp()
  await put('a-1a2b3c4d.jpg', 'same')
  const same = await trash.discard('a-1a2b3c4d.jpg')
  await put('a-1a2b3c4d.jpg', 'same')
  expect(await trash.restore(same.id)).toBe('back')

  await put('plan.pdf', 'old')
  const other = await trash.discard('plan.pdf')
  await put('plan.pdf', 'new')
  expect(await trash.restore(other.id)).toBe('taken')
  expect(await readFile(path.join(uploadsDir, 'plan.pdf'), 'utf8')).toBe('new')
  expect(trash.list()).toEqual([other])
})

test('after its days: removed for good, and not before', async () => {
  const { uploadsDir, clock, trash, put } = await setUp()
  await put('old.pdf')
  const old = await trash.discard('old.pdf')
  clock.now += 30 * DAY
  clock.up += 30 * DAY
  await put('next.pdf')
  const next = await trash.discard('next.pdf')
  expect(await trash.prune()).toEqual([])
  clock.now += 1
  clock.up += 1
  expect(await trash.prune()).toEqual([old])
  expect(trash.list()).toEqual([next])
  expect(await trash.restore(old.id)).toBe('gone')
  expect(await filesBelow(uploadsDir)).toEqual([`.trash/${next.id}/next.pdf`])
})

test('a clock that jumps forward and is set right: nothing is removed early, neither by this process nor by the next', async () => {
  const { clock, trash, open, put } = await setUp()
  await put('a.pdf')
  const entry = await trash.discard('a.pdf')
  clock.now += 400 * DAY
  clock.up += DAY
  expect(await trash.prune()).toEqual([])
  const next = await open()
  clock.up += DAY / 2
  expect(await next.prune()).toEqual([])
  clock.now -= 400 * DAY
  clock.up += DAY
  expect(await next.prune()).toEqual([])
  expect(next.list()).toEqual([entry])
})

test('found at the start with its days over: removed a day later', async () => {
  const { clock, trash, open, put } = await setUp()
  await put('a.pdf')
  const entry = await trash.discard('a.pdf')
  clock.now += 30 * DAY + 1
  const next = await open()
  expect(await next.prune()).toEqual([])
  clock.up += DAY + 1
  expect(await next.prune()).toEqual([entry])
})

test('deleted while the clock said 1970 or 2001: known after a restart, kept once the clock is right', async () => {
  const { clock, trash, open, put } = await setUp()
  for (const time of [5, Date.parse('2001-01-01')]) {
    clock.now = time
    await put(`${time}.pdf`)
    await trash.discard(`${time}.pdf`)
  }
  clock.now = START
  clock.up += 2 * DAY
  const next = await open()
  clock.up += 2 * DAY
  for (const one of [trash, next]) {
    expect(await one.prune()).toEqual([])
    expect(one.list().map(({ file }) => file)).toEqual(['978307200000.pdf', '5.pdf'])
  }
})

test.each(['reports/My report.pdf', 'reports/2024/deep.pdf', 'reports/वार्षिक.PDF', 'a\\b\nc.pdf', 'a/b/c/d/e.pdf'])(
  '%j, put there by hand: known after a restart, brought back and removed for good',
  async (file) => {
    const { uploadsDir, clock, trash, open, put } = await setUp()
    await put(file)
    const entry = await trash.discard(file)
    const next = await open()
    expect(next.list()).toEqual([entry])
    expect(await next.restore(entry.id)).toBe('back')
    expect(await filesBelow(uploadsDir)).toEqual([file])
    await next.discard(file)
    const last = await open()
    clock.now += 31 * DAY
    clock.up += 2 * DAY
    expect(await last.prune()).toMatchObject([{ file }])
    expect(await filesBelow(uploadsDir)).toEqual([])
  },
)

describe('a disk that fails', () => {
  test.each(['EIO', 'EMFILE'])(
    '%s of the folder behind the rename: where it was, by file and by list',
    async (code) => {
      const { uploadsDir, trash, open, put } = await setUp()
      await put('policies/a.pdf')
      vi.spyOn(durableFile, 'syncFolder').mockRejectedValueOnce(systemError(code))
      await expect(trash.discard('policies/a.pdf')).rejects.toMatchObject({ cause: { code } })
      expect(await filesBelow(uploadsDir)).toEqual(['policies/a.pdf'])
      expect(trash.list()).toEqual([])

      const { id } = await trash.discard('policies/a.pdf')
      vi.spyOn(durableFile, 'syncFolder').mockRejectedValueOnce(systemError(code))
      await expect(trash.restore(id)).rejects.toMatchObject({ cause: { code } })
      expect(await filesBelow(uploadsDir)).toEqual([`.trash/${id}/policies/a.pdf`])
      expect(trash.list()).toEqual((await open()).list())
      expect(await trash.restore(id)).toBe('back')
    },
  )

  test.each(['EIO', 'EACCES', 'EROFS'])(
    '%s of the rename: where it was, nothing is left in the trash',
    async (code) => {
      const { uploadsDir, trash, put } = await setUp()
      await put('policies/a.pdf')
      inAllModules(vi.spyOn(disk, 'rename')).mockRejectedValueOnce(systemError(code))
      await expect(trash.discard('policies/a.pdf')).rejects.toMatchObject({ cause: { code } })
      expect(await filesBelow(uploadsDir)).toEqual(['policies/a.pdf'])
      expect(await readdir(path.join(uploadsDir, '.trash'))).toEqual([])
      expect(trash.list()).toEqual([])
    },
  )

  test('it does not let the file be put back either: the list says where it is', async () => {
    const { uploadsDir, trash, open, put } = await setUp()
    await put('a.pdf')
    vi.spyOn(durableFile, 'syncFolder').mockRejectedValueOnce(systemError('EIO'))
    const { rename } = disk
    inAllModules(vi.spyOn(disk, 'rename')).mockImplementationOnce(rename).mockRejectedValueOnce(systemError('EIO'))
    await expect(trash.discard('a.pdf')).rejects.toMatchObject({ cause: { code: 'EIO' } })
    const [entry] = trash.list()
    expect(await filesBelow(uploadsDir)).toEqual([`.trash/${entry?.id}/a.pdf`])
    expect((await open()).list()).toEqual([entry])
  })
})

test.each([
  ['files', { files: 2 }],
  ['bytes', { bytes: 25 }],
])('more than fits, by %s: the oldest goes for good, but only after seven days', async (_name, limits) => {
  const { clock, trash, open, put } = await setUp(limits)
  for (const file of ['1.pdf', '2.pdf', '3.pdf']) {
    await put(file, 'ten bytes.')
    clock.now += 1
    await trash.discard(file)
  }
  clock.now += 7 * DAY - 2
  clock.up += 7 * DAY
  expect(await trash.prune()).toEqual([])
  clock.now += 1
  clock.up += 1
  expect(await trash.prune()).toMatchObject([{ file: '1.pdf' }])
  expect(trash.list().map(({ file }) => file)).toEqual(['3.pdf', '2.pdf'])
  expect((await open()).list().map(({ file }) => file)).toEqual(['3.pdf', '2.pdf'])
})

test('what somebody else has put into the trash: left alone', async () => {
  const { uploadsDir, open, put, onProblem } = await setUp()
  await put('.trash/notes.txt')
  await put(`.trash/${START}-00000000/a.pdf`)
  await put(`.trash/${START}-00000000/b.pdf`)
  await mkdir(path.join(uploadsDir, '.trash', `${START}-00000001`), { recursive: true })
  expect((await open()).list()).toEqual([])
  expect(await filesBelow(uploadsDir)).toHaveLength(3)
  expect(onProblem).not.toHaveBeenCalled()
})

function systemError(code: string) {
  return Object.assign(new Error(code), { code })
}

test('a trash that cannot be read: tried again, but not after it was closed', async () => {
  vi.useFakeTimers()
  try {
    const root = await temporaryFolder()
    const storage = openStorageIn(root)
    const list = vi.spyOn(storage, 'list').mockRejectedValue(new Error('EIO'))
    const trash = await openFileTrash({ storage, onProblem: vi.fn() })
    expect(list).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(list).toHaveBeenCalledTimes(2)
    trash.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(list).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})
