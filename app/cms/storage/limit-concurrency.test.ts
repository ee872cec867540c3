import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { TooManyWaiting, limitConcurrency } from './limit-concurrency.ts'

test('one more than may run and wait: is refused and never runs', async () => {
  const gate = limitConcurrency({ running: 1, waiting: 1 })
  const ran: string[] = []
  let finishFirst: (() => void) | undefined
  const first = gate(() => new Promise<void>((resolve) => (finishFirst = resolve)))
  const second = gate(async () => void ran.push('second'))
  await expect(gate(async () => void ran.push('third'))).rejects.toBeInstanceOf(TooManyWaiting)
  finishFirst?.()
  await Promise.all([first, second])
  await gate(async () => void ran.push('fourth'))
  expect(ran).toEqual(['second', 'fourth'])
})

test('a task that fails: its place goes to the next', async () => {
  const gate = limitConcurrency({ running: 1, waiting: 1 })
  const failing = gate(() => Promise.reject(new Error('broken')))
  const next = gate(() => Promise.resolve('next'))
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('next')
})

test('twenty tasks in two waves, three at a time: never more, in the order they came', async () => {
  const gate = limitConcurrency({ running: 3, waiting: 20 })
  const started: number[] = []
  let running = 0
  let most = 0
  const start = (number: number) =>
    gate(async () => {
      started.push(number)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    })
  const numbers = Array.from({ length: 20 }, (_, number) => number)
  const first = numbers.slice(0, 8).map(start)
  // The second wave arrives while running tasks are being replaced by waiting ones.
  await first[3]
  await Promise.all([...first, ...numbers.slice(8).map(start)])
  expect(most).toBe(3)
  expect(started).toEqual(numbers)
})

test('a task that waits, and one that does not: each runs for its own caller', async () => {
  const caller = new AsyncLocalStorage<string>()
  const gate = limitConcurrency({ running: 1, waiting: 9 })
  const seen: string[] = []
  const call = (name: string) =>
    caller.run(name, () =>
      gate(async () => {
        await Promise.resolve()
        seen.push(caller.getStore() ?? '')
      }),
    )
  await Promise.all(['first', 'second', 'third'].map(call))
  await call('fourth')
  expect(seen).toEqual(['first', 'second', 'third', 'fourth'])
})
