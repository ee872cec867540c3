import { expect, test } from 'vitest'
import { ChunkPool } from './chunk-pool.ts'

const KB = 1024
const MB = 1024 * KB

function takeLarge(pool: ChunkPool) {
  return Array.from({ length: 16 }, () => pool.take(5 * MB))
}

test('downloads at a time: 16 get a large chunk, further ones and short ones a small one', () => {
  const pool = new ChunkPool()
  expect(pool.take(128 * KB)).toHaveLength(128 * KB)
  expect(takeLarge(pool).map(({ length }) => length)).toEqual(Array.from({ length: 16 }, () => 512 * KB))
  expect(pool.take(5 * MB)).toHaveLength(128 * KB)
})

test('a chunk that was released: used again, by one download', () => {
  const pool = new ChunkPool()
  const [chunk = Buffer.alloc(0)] = takeLarge(pool)
  pool.release(chunk)
  expect(pool.take(5 * MB)).toBe(chunk)
  expect(pool.take(5 * MB)).toHaveLength(128 * KB)
})

test('a chunk that the system may still use: not used again, but another large one is', () => {
  const pool = new ChunkPool()
  const [chunk = Buffer.alloc(0)] = takeLarge(pool)
  pool.discard(chunk)
  const next = pool.take(5 * MB)
  expect(next).toHaveLength(512 * KB)
  expect(next).not.toBe(chunk)
})

test('after many downloads: eight chunks of each size are kept', () => {
  const pool = new ChunkPool()
  const used = new Set([...takeLarge(pool), ...Array.from({ length: 16 }, () => pool.take(1))])
  for (const chunk of used) pool.release(chunk)
  const again = [...takeLarge(pool), ...Array.from({ length: 16 }, () => pool.take(1))]
  expect(again.filter((chunk) => used.has(chunk))).toHaveLength(16)
})
