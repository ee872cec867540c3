import { hash, parseOptions } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'

const verified: string[] = []

vi.mock(import('@node-rs/argon2'), async (original) => {
  const argon2 = await original()
  return {
    ...argon2,
    verify: (...parameters: Parameters<typeof argon2.verify>) => {
      verified.push(String(parameters[0]))
      return argon2.verify(...parameters)
    },
  }
})

const { hashPassword, verifyPasswordHash } = await import('./password.server.ts')

const place = { lane: 'stranger', group: '' } as const

test('no such user: is checked at the same cost as a real one', async () => {
  verified.length = 0
  const real = await hashPassword('correct horse battery')
  expect(await verifyPasswordHash(real, 'wrong', place)).toBe(false)
  expect(await verifyPasswordHash(undefined, 'wrong', place)).toBe(false)
  const [realCost, decoyCost] = verified.map(parseOptions)
  expect(verified).toHaveLength(2)
  expect(decoyCost).toEqual(realCost)
})

test('a hash of another cost, from an earlier release: still signs in', async () => {
  const cheap = await hash('correct horse battery', { memoryCost: 1024, timeCost: 1 })
  expect(await verifyPasswordHash(cheap, 'correct horse battery', place)).toBe(true)
})
