import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { filesBelow, temporaryFolder } from '#test/temporary-images.ts'
import { openFileTrash } from './file-trash.server.ts'

const DAY = 24 * 60 * 60 * 1000
const START = Date.parse('2026-11-20T10:00:00Z')

async function setUp(limits = { days: 30, files: 10, bytes: 1000 }) {
  const uploadsDir = await temporaryFolder()
  const clock = { now: START }
  const onProblem = vi.fn()
  const open = () => openFileTrash({ uploadsDir, onProblem, limits, now: () => clock.now })
  async function put(file: string, text = file) {
    await mkdir(path.join(uploadsDir, path.dirname(file)), { recursive: true })
    await writeFile(path.join(uploadsDir, file), text)
  }
  return { uploadsDir, clock, onProblem, open, put, trash: await open() }
}

test('a file that is not there: the error of the system, nothing is kept', async () => {
  const { trash } = await setUp()
  await expect(trash.discard('missing.jpg')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(trash.list()).toEqual([])
})

test.each(['', 'unknown', '../..', '1700000000000-00000000'])('bringing back %j: gone', async (id) => {
  const { trash } = await setUp()
  expect(await trash.bringBack(id)).toBe('gone')
})

test('a deleted file: out of the uploads, known after a restart, back where it was', async () => {
  const { uploadsDir, trash, open, put } = await setUp()
  await put('policies/a-1a2b3c4d.pdf', 'PDF')
  const entry = await trash.discard('policies/a-1a2b3c4d.pdf')
  expect(entry).toMatchObject({ file: 'policies/a-1a2b3c4d.pdf', bytes: 3, deleted: START })
  expect(await filesBelow(uploadsDir)).toEqual([`.trash/${entry.id}/policies/a-1a2b3c4d.pdf`])

  const reopened = await open()
  expect(reopened.list()).toEqual([entry])
  expect(await reopened.bringBack(entry.id)).toBe('back')
  expect(await filesBelow(uploadsDir)).toEqual(['policies/a-1a2b3c4d.pdf'])
  expect(reopened.list()).toEqual([])
})

test('brought back by two at once: both are told so', async () => {
  const { uploadsDir, trash, put } = await setUp()
  await put('a-1a2b3c4d.jpg')
  const { id } = await trash.discard('a-1a2b3c4d.jpg')
  expect(await Promise.all([trash.bringBack(id), trash.bringBack(id)])).toEqual(['back', 'back'])
  expect(await filesBelow(uploadsDir)).toEqual(['a-1a2b3c4d.jpg'])
  expect(await trash.bringBack(id)).toBe('gone')
})

test('uploaded again meanwhile: back with a hash in its name, taken without one and both are kept', async () => {
  const { uploadsDir, trash, put } = await setUp()
  await put('a-1a2b3c4d.jpg', 'same')
  const same = await trash.discard('a-1a2b3c4d.jpg')
  await put('a-1a2b3c4d.jpg', 'same')
  expect(await trash.bringBack(same.id)).toBe('back')

  await put('plan.pdf', 'old')
  const other = await trash.discard('plan.pdf')
  await put('plan.pdf', 'new')
  expect(await trash.bringBack(other.id)).toBe('taken')
  expect(await readFile(path.join(uploadsDir, 'plan.pdf'), 'utf8')).toBe('new')
  expect(trash.list()).toEqual([other])
})

test('after its days: not offered any more, and removed when the next file is deleted', async () => {
  const { uploadsDir, clock, trash, put } = await setUp()
  await put('old.pdf')
  const old = await trash.discard('old.pdf')
  clock.now += 30 * DAY
  expect(trash.list()).toEqual([old])
  clock.now += 1
  expect(trash.list()).toEqual([])
  expect(await trash.bringBack(old.id)).toBe('gone')
  await put('new.pdf')
  const next = await trash.discard('new.pdf')
  expect(await filesBelow(uploadsDir)).toEqual([`.trash/${next.id}/new.pdf`])
})

test.each([
  ['files', { days: 30, files: 2, bytes: 1000 }],
  ['bytes', { days: 30, files: 10, bytes: 25 }],
])('more than fits, by %s: the oldest goes for good', async (_name, limits) => {
  const { clock, trash, open, put } = await setUp(limits)
  for (const file of ['1.pdf', '2.pdf', '3.pdf']) {
    await put(file, 'ten bytes.')
    clock.now += 1
    await trash.discard(file)
  }
  expect(trash.list().map(({ file }) => file)).toEqual(['3.pdf', '2.pdf'])
  expect((await open()).list().map(({ file }) => file)).toEqual(['3.pdf', '2.pdf'])
})

test('what somebody else has put into the trash: left alone', async () => {
  const { uploadsDir, open, put, onProblem } = await setUp()
  await put('.trash/notes.txt')
  await put(`.trash/${START}-00000000/a/b/c.pdf`)
  await mkdir(path.join(uploadsDir, '.trash', `${START}-00000001`), { recursive: true })
  expect((await open()).list()).toEqual([])
  expect(await filesBelow(uploadsDir)).toHaveLength(2)
  expect(onProblem).not.toHaveBeenCalled()
})
