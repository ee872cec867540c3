import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EventLoopBudget } from './event-loop-budget.ts'

/** Asks for `count` pieces of work at once, as a crowd of visitors does. */
function crowd(budget: EventLoopBudget, count: number, done: number[]) {
  for (let piece = 0; piece < count; piece += 1) {
    if (budget.tryAcquire()) done.push(piece)
    else budget.enqueue(() => done.push(piece))
  }
}

test('more work than fits a turn: each in the order it came, no more at a time than allowed', async () => {
  const budget = new EventLoopBudget(3)
  const done: number[] = []
  crowd(budget, 8, done)
  const counts = [done.length]
  while (done.length < 8) {
    await nextTurn()
    counts.push(done.length)
  }
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  for (const [at, count] of counts.entries()) expect(count - (counts[at - 1] ?? 0)).toBeLessThanOrEqual(3)
})

test('work while others wait: goes behind them, also where the turn has room', async () => {
  const budget = new EventLoopBudget(2)
  const done: string[] = []
  const ask = (name: string) => (budget.tryAcquire() ? done.push(name) : budget.enqueue(() => done.push(name)))
  for (const name of ['a', 'b', 'c']) ask(name)
  ask('d')
  while (done.length < 4) await nextTurn()
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

test('after a rest: a whole turn again', async () => {
  const budget = new EventLoopBudget(2)
  const done: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    crowd(budget, 2, done)
    expect(done).toHaveLength(2 * round)
    await nextTurn()
    await nextTurn()
  }
})
