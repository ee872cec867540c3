import { hash, parseOptions, verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { hashPassword, verifyPasswordHash } from './password.server.ts'

vi.mock('@node-rs/argon2', { spy: true })

const place = { lane: 'stranger', group: '' } as const

test('no such user: is checked at the same cost as a real one', async () => {
  vi.mocked(verify).mockClear()
  const real = await hashPassword('correct horse battery')
  expect(await verifyPasswordHash(real, 'wrong', place)).toBe(false)
  expect(await verifyPasswordHash(undefined, 'wrong', place)).toBe(false)
  const verified = vi.mocked(verify).mock.calls.map(([stored]) => String(stored))
  expect(verified).toHaveLength(2)
  const [realCost, decoyCost] = verified.map((stored) => parseOptions(stored))
  expect(decoyCost).toEqual(realCost)
})

test('a hash of another cost: still signs in', async () => {
  const cheap = await hash('correct horse battery', { memoryCost: 1024, timeCost: 1 })
  expect(await verifyPasswordHash(cheap, 'correct horse battery', place)).toBe(true)
})
