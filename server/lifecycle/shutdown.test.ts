import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { startTestHost } from '../../test/start-test-host.ts'
import { runUntilStopped, stopGracefully } from './shutdown.ts'

/** Long enough for every request that must not be cut. */
const patience = { requestsTimeout: 5_000, stopTimeout: 10_000 }

test('request under way: finished before the app is closed, and new ones are not taken', async () => {
  const order: string[] = []
  const held: (() => void)[] = []
  const { server, readiness, origin } = await startTestHost({
    render: (_request, response) => {
      held.push(() => {
        order.push('answered')
        response.send('whole answer')
      })
    },
  })
  const running = fetch(origin).then((response) => response.text())
  await vi.waitFor(() => {
    expect(held).toHaveLength(1)
  })

  const stopped = stopGracefully({
    server,
    readiness,
    ...patience,
    close: () => Promise.resolve(void order.push('app closed')),
  })
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
  held.forEach((response) => {
    response()
  })
  expect(await running).toBe('whole answer')
  expect(await stopped).toEqual({ cut: 0, isClosed: true })
  expect(order).toEqual(['answered', 'app closed'])
})

test('a balancer in front: /readyz has 503 at once, requests are taken until the delay is over, and then the writer hands over', async () => {
  const order: string[] = []
  const { server, readiness, origin } = await startTestHost({ documents: ['/'] })
  const stopped = stopGracefully({
    server,
    readiness,
    ...patience,
    stopDelay: 500,
    endStreams: () => void order.push('streams ended'),
    handOver: () => Promise.resolve(void order.push('handed over')),
    close: () => Promise.resolve(void order.push('app closed')),
  })
  const ready = await fetch(`${origin}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([503, 'stopping\n'])
  expect((await fetch(`${origin}/readyz/writer`)).status, 'nobody else writes yet').toBe(200)
  expect((await fetch(origin)).status).toBe(200)
  expect(order).toEqual([])
  expect(await stopped).toEqual({ cut: 0, isClosed: true })
  expect(order).toEqual(['streams ended', 'handed over', 'app closed'])
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
})

test('response without an end of its own: ended first, so that it does not hold up the stop', async () => {
  const ends: (() => void)[] = []
  const { server, readiness, origin } = await startTestHost({
    render: (_request, response) => {
      response.write('event')
      ends.push(() => response.end())
    },
  })
  const response = await fetch(origin)
  const endStreams = () => {
    for (const end of ends) end()
  }
  const stopped = await stopGracefully({ server, readiness, ...patience, endStreams, close: async () => {} })
  expect(stopped).toEqual({ cut: 0, isClosed: true })
  expect(await response.text()).toBe('event')
})

test('request that does not end: cut at the time limit, and the app is closed all the same', async () => {
  const close = vi.fn(async () => {})
  const render = vi.fn()
  const { server, readiness, origin } = await startTestHost({ render })
  const running = fetch(origin).catch((error: unknown) => error)
  await vi.waitFor(() => {
    expect(render).toHaveBeenCalledOnce()
  })
  expect(await stopGracefully({ server, readiness, requestsTimeout: 100, stopTimeout: 5_000, close })).toEqual({
    cut: 1,
    isClosed: true,
  })
  expect(await running).toBeInstanceOf(TypeError)
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  ['the app', []],
  ['memory', ['/']],
])('connection kept open after a response from %s: does not hold up the stop', async (_source, documents) => {
  const { server, readiness, origin } = await startTestHost({ documents })
  const agent = new Agent({ keepAlive: true })
  await text(await new Promise<IncomingMessage>((resolve) => get(origin, { agent }, resolve)))
  expect(await connectionsOf(server)).toBe(1)
  const stopped = await stopGracefully({ server, readiness, ...patience, close: async () => {} })
  expect(stopped).toEqual({ cut: 0, isClosed: true })
  agent.destroy()
})

test('response begun before the stop, over a connection that is kept: closed as soon as the response is out', async () => {
  const held: (() => void)[] = []
  const { server, readiness, origin } = await startTestHost({
    render: (_request, response) => {
      response.write('begun, ')
      held.push(() => response.end('ended'))
    },
  })
  const agent = new Agent({ keepAlive: true })
  const answer = await new Promise<IncomingMessage>((resolve) => get(origin, { agent }, resolve))
  const stopped = stopGracefully({ server, readiness, ...patience, close: async () => {} })
  held.forEach((end) => {
    end()
  })
  expect(await text(answer)).toBe('begun, ended')
  expect(await stopped).toEqual({ cut: 0, isClosed: true })
  agent.destroy()
})

test('app cannot be closed in order: the failure is told', async () => {
  const { server, readiness } = await startTestHost()
  const stopped = stopGracefully({
    server,
    readiness,
    ...patience,
    close: () => Promise.reject(new Error('write failed')),
  })
  await expect(stopped).rejects.toThrow('write failed')
})

test.each([
  ['the app', () => new Promise<void>(() => undefined), undefined],
  ['a request that is never cut', () => Promise.resolve(), () => undefined],
])('%s does not come to an end: given up when the time for all of it is over', async (_case, close, closeAll) => {
  const { server, readiness, origin } = await startTestHost({ render: () => undefined })
  if (closeAll) {
    vi.spyOn(server, 'closeAllConnections').mockImplementation(closeAll)
    fetch(origin).catch(() => undefined)
    await vi.waitFor(async () => {
      expect(await connectionsOf(server)).toBe(1)
    })
  }
  const stopped = stopGracefully({ server, readiness, requestsTimeout: 20, stopTimeout: 100, close })
  expect(await stopped).toMatchObject({ isClosed: false })
})

function connectionsOf(server: Awaited<ReturnType<typeof startTestHost>>['server']) {
  return new Promise<number>((resolve) => {
    server.tcp.getConnections((_error, count) => {
      resolve(count)
    })
  })
}

const EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const
const before = new Map(EVENTS.map((event) => [event, process.rawListeners(event)]))

afterEach(() => {
  for (const event of EVENTS) for (const listener of listenersOf(event)) process.off(event, listener)
})

/** The listeners that the code under test added. The test runner's own listeners must not get the failures. */
function listenersOf(event: (typeof EVENTS)[number]) {
  return process
    .rawListeners(event)
    .filter((listener) => !before.get(event)?.includes(listener))
    .map((listener) => listener as (...args: unknown[]) => void)
}

function run(stop: () => Promise<{ cut: number; isClosed: boolean }>) {
  const lines: string[] = []
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  runUntilStopped({ stop, log: pino({ base: null }, { write: (line) => lines.push(line) }) })
  return { exit, lines }
}

test.each(['uncaughtException', 'unhandledRejection'] as const)(
  '%s: logged with its cause, running requests finish, exit 1',
  async (failure) => {
    const order: string[] = []
    const { exit, lines } = run(() =>
      Promise.resolve(void order.push('stopped')).then(() => ({ cut: 0, isClosed: true })),
    )
    exit.mockImplementation((code) => void order.push(`exit ${code}`) as never)
    for (const listener of listenersOf(failure)) listener(new Error('the cause'))
    await vi.waitFor(() => {
      expect(order).toEqual(['stopped', 'exit 1'])
    })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, err: { message: 'the cause' } })
  },
)

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s: stops in order, exit 0', async (signal) => {
  const { exit } = run(() => Promise.resolve({ cut: 0, isClosed: true }))
  for (const listener of listenersOf(signal)) listener()
  await vi.waitFor(() => {
    expect(exit).toHaveBeenCalledExactlyOnceWith(0)
  })
})

test('what is to be closed cannot be: said, and exit 1', async () => {
  const { exit, lines } = run(() => Promise.reject(new Error('write failed')))
  for (const listener of listenersOf('SIGTERM')) listener()
  await vi.waitFor(() => {
    expect(exit).toHaveBeenCalledExactlyOnceWith(1)
  })
  expect(lines.at(-1)).toContain('write failed')
})

test('second signal: ends the process at once, unless it is the same Ctrl+C that comes twice', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { exit } = run(() => new Promise(() => undefined))
  const [signal] = listenersOf('SIGINT')
  signal?.()
  now.mockReturnValue(400)
  signal?.()
  expect(exit).not.toHaveBeenCalled()
  now.mockReturnValue(600)
  signal?.()
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
})
