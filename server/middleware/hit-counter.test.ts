import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { countHits } from './hit-counter.ts'

function counter(level: string) {
  const lines: string[] = []
  const hits = countHits(
    pino({ base: null, timestamp: false, level }, { write: (line: string) => void lines.push(line) }),
  )
  onTestFinished(() => {
    hits.stop()
  })
  return { ...hits, lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('nothing answered: no line', () => {
  const { summarize, lines } = counter('info')
  summarize()
  expect(lines()).toEqual([])
})

test('answers: one line with their number by address, and the next begins at nothing', () => {
  const { count, summarize, lines } = counter('info')
  count('/', 200)
  count('/products', 304)
  count('/products', 200)
  summarize()
  summarize()
  expect(lines()).toEqual([
    { level: 30, answers: 3, notModified: 1, addresses: { '/products': 2, '/': 1 }, msg: 'answered from memory' },
  ])
})

test('more addresses than a line may hold: the most frequent are named, all are counted', () => {
  const { count, summarize, lines } = counter('info')
  for (let n = 0; n < 200; n += 1) count(`/${n}`, 200)
  count('/7', 200)
  summarize()
  const [line] = lines()
  expect(line?.['answers']).toBe(201)
  expect(Object.keys(line?.['addresses'] ?? {})).toHaveLength(50)
  expect(Object.keys(line?.['addresses'] ?? {})[0]).toBe('/7')
})

test('LOG_LEVEL=debug: a line for each answer', () => {
  const { count, lines } = counter('debug')
  count('/', 200)
  expect(lines()).toEqual([{ level: 20, address: '/', status: 200, msg: 'answered from memory' }])
})

test('addresses that do not exist: counted apart, and no more of them than a bound', () => {
  const { count, summarize, lines } = counter('info')
  for (let n = 0; n < 5_000; n += 1) count(`/none-${n}`, 404)
  for (let n = 0; n < 3; n += 1) count('/none-7', 404)
  count('/', 200)
  summarize()
  const [line] = lines()
  expect(line).toMatchObject({ answers: 5_004, addresses: { '/': 1 } })
  expect(Object.keys(line?.['notFound'] ?? {})).toHaveLength(50)
  expect(line?.['notFound']).toMatchObject({ '(others)': 4_000, '/none-7': 4 })
})
