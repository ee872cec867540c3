import { expect, test } from 'vitest'
import { TooManyWaiting } from '#app/cms/storage/limit-concurrency.ts'
import { PasswordQueue, type Lane } from './password.server.ts'

/** A queue whose checks run until `endOne` ends them, and the names of the started checks. */
function openQueue(limits = { running: 2, waiting: 4 }) {
  const queue = new PasswordQueue(limits)
  const begun: string[] = []
  const endings: (() => void)[] = []
  return {
    begun,
    /** Requests a check; resolves with its outcome. */
    ask(name: string, lane: Lane, group = name) {
      const check = () => {
        begun.push(name)
        return new Promise<void>((resolve) => endings.push(resolve))
      }
      return queue.run(check, { lane, group }).then(
        () => 'done',
        (error: unknown) => (error instanceof TooManyWaiting ? 'refused' : error),
      )
    },
    /** Ends the check that started first, so that the next one starts. */
    async endOne() {
      const turn = () => new Promise((resolve) => setImmediate(resolve))
      await turn()
      endings.shift()?.()
      await turn()
    },
  }
}

test('strangers leave one place free: a known device begins at once', async () => {
  const { ask, begun } = openQueue()
  for (const name of ['s1', 's2', 's3']) void ask(name, 'stranger')
  void ask('device', 'device')
  await Promise.resolve()
  expect(begun).toEqual(['s1', 'device'])
})

test('known devices come first, then proven addresses, then strangers', async () => {
  const { ask, begun, endOne } = openQueue()
  for (const name of ['s1', 's2']) void ask(name, 'stranger')
  void ask('proven', 'proven')
  for (const name of ['d1', 'd2']) void ask(name, 'device')
  for (let ended = 0; ended < 4; ended += 1) await endOne()
  expect(begun).toEqual(['s1', 'd1', 'd2', 'proven', 's2'])
})

test('while a known device is checked, no stranger begins', async () => {
  const { ask, begun, endOne } = openQueue()
  void ask('device', 'device')
  void ask('stranger', 'stranger')
  await Promise.resolve()
  expect(begun).toEqual(['device'])
  await endOne()
  expect(begun).toEqual(['device', 'stranger'])
})

test('strangers take turns by group', async () => {
  const { ask, begun, endOne } = openQueue({ running: 2, waiting: 9 })
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) void ask(name, 'stranger', name.charAt(0))
  for (let ended = 0; ended < 5; ended += 1) await endOne()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('too many strangers: the latest of the largest group is refused, never a newcomer from elsewhere', async () => {
  const { ask, endOne } = openQueue()
  const flood = ['f0', 'f1', 'f2', 'f3', 'f4'].map((name) => ask(name, 'stranger', 'flood'))
  const other = ask('other', 'stranger')
  expect(await flood[4]).toBe('refused')
  for (let ended = 0; ended < 5; ended += 1) await endOne()
  expect(await other).toBe('done')
  expect(await Promise.all(flood)).toEqual(['done', 'done', 'done', 'done', 'refused'])
})

test('a check that fails: its place is free again', async () => {
  const queue = new PasswordQueue({ running: 2, waiting: 1 })
  const place = { lane: 'device', group: 'one' } as const
  for (let count = 0; count < 5; count += 1) {
    await expect(queue.run(() => Promise.reject(new Error('broken')), place)).rejects.toThrow('broken')
  }
  expect(await queue.run(() => Promise.resolve('right'), place)).toBe('right')
})
