import { expect, test } from 'vitest'
import { Health } from '#app/cms/platform/health.server.ts'
import { silentLog } from '#test/temporary-content.ts'
import { ClockCheck } from './clock-check.server.ts'

function checkOf(least: number, most: number) {
  const limits = { least, most }
  const health = new Health(silentLog)
  const check = new ClockCheck({ clockAhead: () => limits }, health)
  return { limits, health, check, problems: () => health.problems().map(({ id, message }) => `${id}: ${message}`) }
}

test.each([
  [2_100, 2_900, '3 seconds ahead of'],
  [-90_400, -90_000, '90 seconds behind'],
  [299_900, 300_100, '5 minutes ahead of'],
])('a clock that is between %i and %i ms ahead is reported', (least, most, words) => {
  const { check, problems } = checkOf(least, most)
  expect(check.isRight()).toBe(false)
  expect(problems()).toEqual([expect.stringContaining(`clock-differs: The clock of this server is ${words} that of`)])
})

test('a clock that may be right is not, and the report ends with the difference', () => {
  const { check, limits, problems } = checkOf(1_500, 2_900)
  expect(check.isRight()).toBe(true)
  expect(check.offset()).toBeCloseTo(2.2)
  limits.least = 2_200
  expect(check.isRight()).toBe(false)
  const [reported] = problems()
  limits.most = 9_000
  expect(check.isRight()).toBe(false)
  expect(problems()).toEqual([reported])
  Object.assign(limits, { least: -10, most: 10 })
  expect(check.isRight()).toBe(true)
  expect(problems()).toEqual([])
})
