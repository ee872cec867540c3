import { expect, test } from 'vitest'
import { temperatureAxis } from './temperature-axis.ts'

test('one range within a step: an axis with a step on either side of it', () => {
  expect(temperatureAxis([{ from: 151, to: 153 }])).toMatchObject({ start: 150, end: 155, labels: [150, 155] })
})

test('ranges that begin and end at labels: keep a step of room at both ends', () => {
  const { start, end, labels, ticks, at } = temperatureAxis([
    { from: 90, to: 95 },
    { from: 100, to: 105 },
  ])
  expect([start, end]).toEqual([85, 110])
  expect(labels).toEqual([85, 90, 95, 100, 105, 110])
  expect(ticks).toHaveLength(26)
  expect([at(85), at(90), at(110)]).toEqual([0, 0.2, 1])
})

test.each([
  { from: 20, to: 240 },
  { from: 0, to: 1000 },
  { from: 1, to: 26 },
])('any range, $from to $to: no more labels than a phone has room for, and the range lies inside', (range) => {
  const { start, end, labels } = temperatureAxis([range])
  expect(labels.length).toBeLessThanOrEqual(8)
  expect(start).toBeLessThan(range.from)
  expect(end).toBeGreaterThan(range.to)
})
