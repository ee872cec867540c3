import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestHost } from '../../test/start-test-host.ts'
import { clientKey } from './connection-limits.ts'

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const POST = GET.replace('GET', 'POST')

/** Opens a connection and resolves when the response arrives. Rejects if the connection is closed before that. */
async function open(port: number, request: string): Promise<{ socket: Socket; response: string }> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(request)
  const response = await Promise.race([
    once(socket, 'data').then(([chunk]) => String(chunk)),
    once(socket, 'close').then(() => Promise.reject(new Error('closed'))),
  ])
  return { socket, response }
}

test.each([
  ['in memory', GET],
  ['of the app', POST],
])(
  'connections of one address, for responses %s: as many as allowed, then one only for one that closes',
  async (_what, request) => {
    const { port } = await startTestHost({
      documents: ['/'],
      limits: { connectionsOfOne: 3 },
      keyOf: () => 'one client',
    })
    const opened = [await open(port, request), await open(port, request), await open(port, request)]
    await expect(open(port, request)).rejects.toThrow('closed')
    opened[1]?.socket.destroy()
    await vi.waitFor(async () => {
      await open(port, request)
    })
    await expect(open(port, request)).rejects.toThrow('closed')
  },
)

test('an address that has all it may have: others are served', async () => {
  let clients = 0
  const { port } = await startTestHost({
    documents: ['/'],
    limits: { connectionsOfOne: 1 },
    keyOf: () => (clients < 2 ? 'greedy' : `client ${clients}`),
  })
  await open(port, GET)
  clients = 1
  await expect(open(port, GET)).rejects.toThrow('closed')
  clients = 2
  expect((await open(port, GET)).response).toMatch(/^HTTP\/1\.1 200 /)
})

test('more than three quarters of all connections taken: less rest between requests, in memory and behind Node', async () => {
  const { port } = await startTestHost({
    documents: ['/'],
    limits: { connections: 8, keepAliveTimeout: 60_000, crowdedKeepAliveTimeout: 2_000 },
  })
  const restOf = async (request: string) => /Keep-Alive: timeout=(\d+)/.exec((await open(port, request)).response)?.[1]
  for (let taken = 0; taken < 6; taken += 1) await open(port, GET)
  const crowd = [await restOf(GET), await restOf(POST)]
  expect(crowd).toEqual(['2', '2'])
})

test.each([
  ['with an answer from memory behind it', GET],
  ['with an answer of the app behind it', POST],
  ['with half a header', GET.slice(0, 20)],
])(
  'all connections taken, each %s and idle: the oldest makes room, and no more than that one',
  async (_what, bytes) => {
    const { port } = await startTestHost({ documents: ['/'], limits: { connections: 3 } })
    const sockets: Socket[] = []
    for (let taken = 0; taken < 3; taken += 1) {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined).resume()
      socket.write(bytes)
      await once(socket, bytes.endsWith('\r\n\r\n') ? 'data' : 'connect')
      sockets.push(socket)
    }
    const gone = vi.waitUntil(() => sockets[0]?.destroyed)
    expect((await open(port, GET)).response).toMatch(/^HTTP\/1\.1 200 /)
    await gone
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  },
)

test('all connections taken by requests under way: a new one is closed, those are answered', async () => {
  const { port } = await startTestHost({
    limits: { connections: 2 },
    render: (request, response) => void request.once('end', () => response.send('taken')).resume(),
  })
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const socket of sockets) {
    socket.write(POST.replace('\r\n\r\n', '\r\nContent-Length: 2\r\nConnection: close\r\nExpect: 100-continue\r\n\r\n'))
    // The host has received the request.
    await once(socket, 'data')
  }
  await expect(open(port, GET)).rejects.toThrow('closed')
  const responses = sockets.map((socket) => text(socket))
  for (const socket of sockets) socket.write('ab')
  expect(await Promise.all(responses)).toEqual([expect.stringContaining('taken'), expect.stringContaining('taken')])
})

test('three quarters of all connections and no more: the usual rest', async () => {
  const { port } = await startTestHost({ documents: ['/'], limits: { connections: 8, keepAliveTimeout: 60_000 } })
  for (let taken = 0; taken < 5; taken += 1) await open(port, GET)
  expect((await open(port, GET)).response).toContain('Keep-Alive: timeout=60\r\n')
})

test('a connection that rests in a crowd: closed after the shorter time', async () => {
  const { port } = await startTestHost({
    documents: ['/'],
    limits: { connections: 1, keepAliveTimeout: 60_000, crowdedKeepAliveTimeout: 100 },
  })
  const { socket } = await open(port, GET)
  await once(socket, 'close')
})

test('who has a limit: every address but those of this machine, and nobody behind a trusted proxy', () => {
  const visitorKey = (address: string) => `network of ${address}`
  const keyOf = clientKey({ trustProxy: false, visitorKey })
  for (const own of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) expect(keyOf(own)).toBeUndefined()
  for (const other of ['192.0.2.1', '::ffff:192.0.2.1', '2001:db8::1']) expect(keyOf(other)).toBe(visitorKey(other))
  expect(clientKey({ trustProxy: true, visitorKey })('192.0.2.1')).toBeUndefined()
})
