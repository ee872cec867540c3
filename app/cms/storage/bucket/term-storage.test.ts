import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { StorageError } from '../storage-error.ts'
import type { Storage } from '../storage.ts'
import { TermStorage } from './term-storage.server.ts'

let storage: Storage
let right: { isOver: boolean; isHeld: boolean }
let writer: TermStorage
let reader: TermStorage

beforeEach(async () => {
  ;({ storage } = openMemoryStorage())
  right = { isOver: false, isHeld: true }
  writer = new TermStorage(storage, { isReader: false, mayWrite: () => !right.isOver, isHeld: () => right.isHeld })
  reader = new TermStorage(storage, { isReader: true, mayWrite: () => false, isHeld: () => false })
  for (const name of ['content/a.yaml', 'data/accounts.json', 'data/publishing/1.json', 'data/image-index.json']) {
    await storage.commit([{ name, bytes: name }])
  }
})

const save = (site: TermStorage, name: string) => site.commit([{ name, bytes: 'changed' }])

test('a site that reads: sees content, what is being published and its own files, and nothing of staff', async () => {
  expect((await reader.read('content/a.yaml'))?.bytes.toString()).toBe('content/a.yaml')
  expect(await reader.read('data/publishing/1.json')).toBeDefined()
  expect(reader.readSync('data/image-index.json')).toBeDefined()
  expect(await reader.read('data/accounts.json')).toBeUndefined()
  expect(reader.readSync('data/accounts.json')).toBeUndefined()
  expect(await reader.stat('data/accounts.json')).toBeUndefined()
  expect((await reader.list('data')).map(({ name }) => name)).not.toContain('accounts.json')
})

test('a site that reads: changes its own files only', async () => {
  await save(reader, 'data/image-index.json')
  for (const name of ['content/a.yaml', 'uploads/a.pdf', 'data/publishing/1.json', 'data/drafts/1.json']) {
    await expect(save(reader, name)).rejects.toMatchObject({ code: 'reader' })
    await expect(reader.remove(name)).rejects.toMatchObject({ code: 'reader' })
    await expect(reader.move(name, 'data/variants/1')).rejects.toMatchObject({ code: 'reader' })
    expect(reader.refusal(name)).toMatchObject({ code: 'reader' })
  }
  await expect(reader.append('data/audit/1.jsonl', 'x', 0)).rejects.toMatchObject({ code: 'reader' })
})

test('a site that writes: until its term is over', async () => {
  await save(writer, 'content/a.yaml')
  expect(writer.refusal()).toBeUndefined()
  right.isOver = true
  await expect(save(writer, 'content/a.yaml')).rejects.toMatchObject({ code: 'reader' })
  expect(writer.refusal()).toMatchObject({ code: 'reader' })
})

test('a right that was not renewed in time: nothing new begins, and a change is left to the storage, which waits', async () => {
  right.isHeld = false
  expect(writer.refusal()).toMatchObject({ code: 'store-unreachable' })
  await save(writer, 'content/a.yaml')
  right.isHeld = true
  expect(writer.refusal('content/a.yaml')).toBeUndefined()
})

describe('a change whose outcome is not known', () => {
  const changes = {
    commit: (site: TermStorage) => save(site, 'content/a.yaml'),
    append: (site: TermStorage) => site.append('data/audit/1.jsonl', 'x', 0),
    remove: (site: TermStorage) => site.remove('content/a.yaml'),
    move: (site: TermStorage) => site.move('content/a.yaml', 'content/b.yaml'),
  }

  test.each(Object.keys(changes) as (keyof typeof changes)[])(
    'by %s: the site is told before the caller, and never writes again',
    async (how) => {
      const onDoubt = vi.fn(() => Promise.resolve())
      const site = new TermStorage(
        { ...storage, [how]: () => Promise.reject(new StorageError('outcome-unknown')) },
        { isReader: false, mayWrite: () => true, isHeld: () => true, onDoubt },
      )
      await expect(changes[how](site)).rejects.toMatchObject({ code: 'outcome-unknown' })
      expect(onDoubt).toHaveBeenCalledOnce()
      for (const change of Object.values(changes))
        await expect(change(site)).rejects.toMatchObject({ code: 'opening-anew', status: 503 })
      expect(site.refusal('content/')).toMatchObject({ code: 'opening-anew' })
      expect(onDoubt).toHaveBeenCalledOnce()
      // Files of this machine alone are not in doubt.
      expect(site.refusal('data/image-index.json')).toBeUndefined()
      expect((await site.read('content/a.yaml'))?.bytes.toString()).toBe('content/a.yaml')
    },
  )

  test('another change that is in progress: the site can be opened anew once it has ended', async () => {
    let end: () => void = () => undefined
    const commit = vi.fn(storage.commit)
    const site = new TermStorage({ ...storage, commit }, { isReader: false, mayWrite: () => true, isHeld: () => true })
    commit.mockImplementationOnce(async (puts) => {
      await new Promise<void>((resolve) => (end = resolve))
      return storage.commit(puts)
    })
    const saved = save(site, 'content/a.yaml')
    commit.mockRejectedValueOnce(new StorageError('outcome-unknown'))
    await expect(save(site, 'content/b.yaml')).rejects.toMatchObject({ code: 'outcome-unknown' })
    const idle = vi.fn()
    const whenIdle = site.whenIdle().then(idle)
    await new Promise((resolve) => setImmediate(resolve))
    expect(idle).not.toHaveBeenCalled()
    end()
    await whenIdle
    await saved
    expect((await storage.read('content/a.yaml'))?.bytes.toString()).toBe('changed')
  })
})
