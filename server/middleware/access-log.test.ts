import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { Traffic } from '../metrics/traffic.ts'
import { countHits, identify } from './access-log.ts'

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8::1'],
])('proxy not trusted, peer %s: address %s whatever the header says', (peer, expected) => {
  const request = requestFrom(peer, { 'x-forwarded-for': '198.51.100.1' })
  expect(identify(request, { trustProxy: false }).clientAddress).toBe(expected)
})

test.each([
  ['one address', '198.51.100.1', '198.51.100.1'],
  ['a chain: the right-most, the rest is hearsay', '10.0.0.1, 198.51.100.1', '198.51.100.1'],
  ['no address at all: the peer', 'unknown', '192.0.2.7'],
  ['nothing: the peer', undefined, '192.0.2.7'],
])('proxy trusted, header holds %s', (_case, header, expected) => {
  const request = requestFrom('192.0.2.7', { 'x-forwarded-for': header })
  expect(identify(request, { trustProxy: true }).clientAddress).toBe(expected)
})

test.each(['short', 'with space in it', 'x'.repeat(65), 'line\nbreak-in-it'])(
  'proxy trusted, request id %j: not taken over',
  (given) => {
    const request = requestFrom('192.0.2.7', { 'x-request-id': given })
    expect(identify(request, { trustProxy: true }).requestId).not.toBe(given)
  },
)

test('asked twice: the same id', () => {
  const request = requestFrom('192.0.2.7', {})
  expect(identify(request, { trustProxy: false })).toEqual(identify(request, { trustProxy: false }))
})

function requestFrom(peer: string, headers: IncomingMessage['headers']) {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  request.headers = headers
  return request
}

function counter(level: string) {
  const lines: string[] = []
  const hits = countHits(
    pino({ base: null, timestamp: false, level }, { write: (line: string) => void lines.push(line) }),
    new Traffic(),
  )
  onTestFinished(() => {
    hits.stop()
  })
  const count = (address: string, status: number) => {
    hits.count({ address, outcome: 'hit', isFile: false }, status)
  }
  return { ...hits, count, lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

test('nothing answered: no line', () => {
  const { summarize, lines } = counter('info')
  summarize()
  expect(lines()).toEqual([])
})

test('responses: one line with their number by address, and the next begins at nothing', () => {
  const { count, summarize, lines } = counter('info')
  count('/', 200)
  count('/products', 304)
  count('/products', 200)
  summarize()
  summarize()
  expect(lines()).toEqual([
    { level: 30, responses: 3, notModified: 1, addresses: { '/products': 2, '/': 1 }, msg: 'served from the cache' },
  ])
})

test('more addresses than a line may hold: the most frequent are named, all are counted', () => {
  const { count, summarize, lines } = counter('info')
  for (let n = 0; n < 200; n += 1) count(`/${n}`, 200)
  count('/7', 200)
  summarize()
  const [line] = lines()
  expect(line?.['responses']).toBe(201)
  expect(Object.keys(line?.['addresses'] ?? {})).toHaveLength(50)
  expect(Object.keys(line?.['addresses'] ?? {})[0]).toBe('/7')
})

test('LOG_LEVEL=debug: a line for each response', () => {
  const { count, lines } = counter('debug')
  count('/', 200)
  expect(lines()).toEqual([{ level: 20, address: '/', status: 200, msg: 'served from the cache' }])
})

test('addresses that do not exist: counted apart, and no more of them than a bound', () => {
  const { count, summarize, lines } = counter('info')
  for (let n = 0; n < 5_000; n += 1) count(`/none-${n}`, 404)
  for (let n = 0; n < 3; n += 1) count('/none-7', 404)
  count('/', 200)
  summarize()
  const [line] = lines()
  expect(line).toMatchObject({ responses: 5_004, addresses: { '/': 1 } })
  expect(Object.keys(line?.['notFound'] ?? {})).toHaveLength(50)
  expect(line?.['notFound']).toMatchObject({ '(others)': 4_000, '/none-7': 4 })
})
