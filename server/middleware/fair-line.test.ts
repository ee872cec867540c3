import { expect, test } from 'vitest'
import { FairLine } from './fair-line.ts'

function lineOf(limits: { running: number; waiting: number; waitingOfOne: number }) {
  const line = new FairLine(limits)
  const begun: string[] = []
  const enter = (work: string) => line.enter(work.charAt(0), () => begun.push(work))
  return { line, begun, enter }
}

test('owners take turns, whoever brought most', () => {
  const { line, begun, enter } = lineOf({ running: 1, waiting: 10, waitingOfOne: 10 })
  for (const work of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) expect(enter(work)).toBe(true)
  for (let left = 0; left < 6; left += 1) line.leave()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('as many as may run begin at once, as many as may wait are taken, one more is not', () => {
  const { begun, enter } = lineOf({ running: 2, waiting: 2, waitingOfOne: 2 })
  expect(['a1', 'b1', 'c1', 'd1', 'e1'].map(enter)).toEqual([true, true, true, true, false])
  expect(begun).toEqual(['a1', 'b1'])
})

test('one owner: has only its own share of the places, and a place again when one of its pieces is done', () => {
  const { line, begun, enter } = lineOf({ running: 1, waiting: 10, waitingOfOne: 2 })
  expect(['a1', 'a2', 'a3', 'a4', 'b1'].map(enter)).toEqual([true, true, true, false, true])
  line.leave()
  expect(enter('a4')).toBe(true)
  expect(begun).toEqual(['a1', 'a2'])
})

test('all done: as many as before may run', () => {
  const { line, begun, enter } = lineOf({ running: 1, waiting: 2, waitingOfOne: 2 })
  for (const work of ['a1', 'b1']) enter(work)
  for (let left = 0; left < 2; left += 1) line.leave()
  expect(['c1', 'd1', 'e1', 'f1'].map(enter)).toEqual([true, true, true, false])
  expect(begun).toEqual(['a1', 'b1', 'c1'])
})
