import { expect, test } from 'vitest'
import { LargeFiles } from './large-files.ts'
import { NOT_YET } from './response-cache.ts'

const MB = 1024 * 1024
const read = () => Promise.resolve(Buffer.alloc(1))

test('a file is read into memory from its second request on', async () => {
  const files = new LargeFiles({ largeBytes: 0 })
  expect(await files.read('/a', 5 * MB, read)).toBe(NOT_YET)
  expect(await files.read('/b', 5 * MB, read)).toBe(NOT_YET)
  expect(await files.read('/a', 5 * MB, read)).toHaveLength(1)
})

test('a file of more than 16 MB is never read into memory', async () => {
  const files = new LargeFiles({ largeBytes: 0 })
  for (let request = 0; request < 3; request += 1) expect(await files.read('/a', 17 * MB, read)).toBeUndefined()
})

test('files are not read into memory while clients hold 32 MB of them', async () => {
  const unread = { largeBytes: 32 * MB }
  const files = new LargeFiles(unread)
  expect(await files.read('/a', 5 * MB, read)).toBe(NOT_YET)
  for (let request = 0; request < 3; request += 1) expect(await files.read('/a', 5 * MB, read)).toBeUndefined()
  unread.largeBytes = 5 * MB
  expect(await files.read('/a', 5 * MB, read)).toHaveLength(1)
})

test('no more than 24 MB are read at a time, also after a read has failed', async () => {
  const files = new LargeFiles({ largeBytes: 0 })
  for (const address of ['/a', '/b', '/c']) await files.read(address, 10 * MB, read)
  let fail: (error: Error) => void = () => undefined
  const failing = new Promise<Buffer>((_resolve, reject) => {
    fail = reject
  })
  const first = files.read('/a', 10 * MB, () => failing)
  const second = files.read('/b', 10 * MB, () => failing)
  expect(await files.read('/c', 10 * MB, read)).toBeUndefined()
  fail(new Error('disk'))
  await expect(first).rejects.toThrow('disk')
  await expect(second).rejects.toThrow('disk')
  expect(await files.read('/c', 10 * MB, read)).toHaveLength(1)
})
