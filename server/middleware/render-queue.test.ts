import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestHost } from '../../test/start-test-host.ts'
import { FairQueue } from '#app/cms/platform/fair-queue.ts'

test('more reads than may wait: 503 with when to come back, for people as a page, and writes still pass', async () => {
  const held: (() => void)[] = []
  const { origin } = await startTestHost({
    limits: { renders: 1, waitingRenders: 1 },
    render: (request, response) => {
      if (request.method === 'GET') held.push(() => response.send('page'))
      else response.send('written')
    },
  })
  const first = fetch(`${origin}/1`)
  await vi.waitFor(() => {
    expect(held).toHaveLength(1)
  })
  const others = [fetch(`${origin}/2`), fetch(`${origin}/3`)]
  const refused = await Promise.race(others)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2'])
  expect(await refused.text()).toMatch(/^Too many pages .* Try again in a few seconds\.\nRequest \S+\n$/)
  const person = await fetch(`${origin}/4`, { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect([person.status, person.headers.get('Retry-After'), person.headers.get('Cache-Control')]).toEqual([
    503,
    '2',
    'no-store',
  ])
  const page = await person.text()
  expect(page).toContain('<h1>Too many pages are requested at the moment</h1>')
  expect(page).toContain(`Request ${person.headers.get('X-Request-Id')}`)
  expect(await (await fetch(origin, { method: 'POST' })).text()).toBe('written')

  held[0]?.()
  expect((await first).status).toBe(200)
  await vi.waitFor(() => {
    expect(held).toHaveLength(2)
  })
  held[1]?.()
  expect((await Promise.all(others)).map(({ status }) => status).sort()).toEqual([200, 503])
})

test('visitors who give up while they wait: never rendered, and their places are free again', async () => {
  const held: (() => void)[] = []
  const asked: string[] = []
  const { origin, port, server } = await startTestHost({
    limits: { renders: 1, waitingRenders: 5 },
    render: (request, response) => {
      asked.push(request.path)
      held.push(() => response.send('page'))
    },
  })
  const first = fetch(`${origin}/first`)
  await vi.waitFor(() => {
    expect(asked).toEqual(['/first'])
  })
  const leaving = [1, 2, 3].map((n) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /${n} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return socket
  })
  const connections = () =>
    new Promise<number>((resolve) => server.tcp.getConnections((_error, count) => resolve(count)))
  await vi.waitFor(async () => {
    expect(await connections()).toBe(4)
  })
  for (const socket of leaving) socket.destroy()
  await vi.waitFor(async () => {
    expect(await connections()).toBe(1)
  })
  held[0]?.()
  expect((await first).status).toBe(200)

  const last = fetch(`${origin}/last`)
  await vi.waitFor(() => {
    expect(asked.at(-1)).toBe('/last')
  })
  held.at(-1)?.()
  expect((await last).status).toBe(200)
  expect(asked).not.toContain('/2')
})

test('a response that its client takes slowly: does not hold a place', async () => {
  const { origin } = await startTestHost({
    limits: { renders: 1, waitingRenders: 0 },
    render: (request, response) => {
      response.write('begun')
      if (request.path === '/quick') response.end()
    },
  })
  const slow = await fetch(`${origin}/slow`)
  expect((await fetch(`${origin}/quick`)).status).toBe(200)
  await slow.body?.cancel()
})

test('a crowd of strangers that fills its line: staff, the API and a visitor from elsewhere are answered', async () => {
  const strangers = 600
  let refused = 0
  const held: (() => void)[] = []
  const { origin, port } = await startTestHost({
    trustProxy: true,
    allowedHosts: ['127.0.0.1', 'localhost'],
    limits: { renders: 1, waitingRenders: 100, waitingRendersOfOne: 50 },
    render: (request, response) => {
      const answer = () => response.send(`answer to ${request.path}`)
      if (request.path === '/held' && held.length === 0) held.push(answer)
      else answer()
    },
  })
  for (let n = 0; n < strangers; n += 1) {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('data', (chunk) => (refused += chunk.includes(' 503 ') ? 1 : 0))
    socket.write('GET /held HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n')
  }
  await vi.waitFor(
    () => {
      expect(refused).toBe(strangers - 51)
    },
    { timeout: 15_000 },
  )
  const ask = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(origin + path, { headers: { 'X-Forwarded-For': '192.0.2.1', ...headers } })).text()
  for (let round = 0; round < 12; round += 1) {
    expect(await ask('/admin', { Cookie: 'session=open' })).toBe('answer to /admin')
    expect(await ask('/admin', { Authorization: 'Bearer live' })).toBe('answer to /admin')
    expect(await ask('/api/nothing')).toBe('answer to /api/nothing')
  }
  expect(await ask('/other')).toContain('Too many pages')
  const elsewhere = ask('/other', { 'X-Forwarded-For': '198.51.100.7' })
  held[0]?.()
  expect(await elsewhere).toBe('answer to /other')
})

function queueOf(limits: { running: number; waiting: number; waitingOfOne: number }) {
  const queue = new FairQueue(limits)
  const begun: string[] = []
  const enter = (work: string) => queue.add(work.charAt(0), () => begun.push(work))
  return { queue, begun, enter }
}

test('owners take turns, whoever brought most', () => {
  const { queue, begun, enter } = queueOf({ running: 1, waiting: 10, waitingOfOne: 10 })
  for (const work of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) expect(enter(work)).toBe(true)
  for (let left = 0; left < 6; left += 1) queue.release()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
})

test('as many as may run begin at once, as many as may wait are taken, one more is not', () => {
  const { begun, enter } = queueOf({ running: 2, waiting: 2, waitingOfOne: 2 })
  expect(['a1', 'b1', 'c1', 'd1', 'e1'].map(enter)).toEqual([true, true, true, true, false])
  expect(begun).toEqual(['a1', 'b1'])
})

test('one owner: has only its own share of the places, and a place again when one of its pieces is done', () => {
  const { queue, begun, enter } = queueOf({ running: 1, waiting: 10, waitingOfOne: 2 })
  expect(['a1', 'a2', 'a3', 'a4', 'b1'].map(enter)).toEqual([true, true, true, false, true])
  queue.release()
  queue.release()
  expect(enter('a4')).toBe(true)
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('all done: as many as before may run', () => {
  const { queue, begun, enter } = queueOf({ running: 1, waiting: 2, waitingOfOne: 2 })
  for (const work of ['a1', 'b1']) enter(work)
  for (let left = 0; left < 2; left += 1) queue.release()
  expect(['c1', 'd1', 'e1', 'f1'].map(enter)).toEqual([true, true, true, false])
  expect(begun).toEqual(['a1', 'b1', 'c1'])
})
