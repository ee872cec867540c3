import { expect, test } from 'vitest'
import { ringsOf } from './heritage-scale.ts'

test('no years at all: today is the core, and nothing is around it', () => {
  expect(ringsOf([], 2026)).toMatchObject({ hairlines: [], marks: [{ year: 2026, isCore: true, isToday: true }] })
})

test('more years than rings have room for: only those that are marked', () => {
  const { hairlines, marks } = ringsOf([1800, 1991], 2026)
  expect(hairlines).toEqual([])
  expect(marks.map(({ year }) => year)).toEqual([1800, 1991, 2026])
})

test('a year ahead of today: is the outermost', () => {
  const { marks } = ringsOf([1991, 2030], 2026)
  expect(marks.map(({ year, isToday }) => [year, isToday])).toEqual([
    [1991, false],
    [2026, true],
    [2030, false],
  ])
})

test('years in any order, one of them twice: one mark each, from the core outwards', () => {
  const years = ringsOf([2014, 1991, 2002, 2014], 2026).marks.map(({ year }) => year)
  expect(years).toEqual([1991, 2002, 2014, 2026])
})

test('distance from the core: is the time that has passed', () => {
  const [core, half, outermost] = ringsOf([2000, 2010], 2020).marks.map(({ radius }) => radius)
  expect(Number(half) - Number(core)).toBeCloseTo(Number(outermost) - Number(half))
})

test('hairlines: one for each year between that has no mark', () => {
  expect(ringsOf([2000, 2005], 2010).hairlines).toHaveLength(8)
})

test('labels: the first in the middle, each other one on its own ring', () => {
  const [first, ...others] = ringsOf([1991, 2002, 2014], 2026).marks
  expect(first).toMatchObject({ x: 0, y: 0 })
  for (const { x, y, radius } of others) expect(Math.hypot(x, y)).toBeCloseTo(radius, 0)
})
