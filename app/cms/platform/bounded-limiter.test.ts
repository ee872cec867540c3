import { expect, test } from 'vitest'
import { BoundedLimiter } from './bounded-limiter.server.ts'

test('more keys than the limit: those used least recently are forgotten, the others count on', async () => {
  const limiter = new BoundedLimiter({ points: 1, duration: 600, maxKeys: 2 })
  expect(await limiter.consume('first')).toBe(0)
  expect(await limiter.consume('second')).toBe(0)
  expect(await limiter.consume('first')).toBe(600)
  expect(await limiter.consume('third')).toBe(0)
  expect(await limiter.consumed('second')).toBe(0)
  expect(await limiter.consume('first')).toBe(600)
  expect(await limiter.consume('third')).toBe(600)
})

test('a point given back for a forgotten key: leaves no record of it', async () => {
  const limiter = new BoundedLimiter({ points: 1, duration: 600, maxKeys: 1 })
  await limiter.consume('first')
  await limiter.consume('second')
  await limiter.reward('first')
  expect(await limiter.consumed('first')).toBe(0)
  expect(await limiter.consume('first')).toBe(0)
  expect(await limiter.consume('first')).toBe(600)
})
