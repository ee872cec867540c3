import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testFileBody, type TestFileBody } from '../../test/file-body.ts'
import { sendRaw, startTestHost } from '../../test/start-test-host.ts'
import { EventLoopBudget } from './fast-path.ts'

const PUBLIC = { 'Cache-Control': 'public', 'Content-Type': 'text/html; charset=utf-8' }
const page = (body: string) => () => Promise.resolve(new Response(body, { headers: PUBLIC }))
const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const CLOSE = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** Opens a connection. `hears` waits until the received text matches, and returns all text since its last call. */
async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString('latin1')))
  const hears = async (pattern: RegExp) => {
    await vi.waitFor(() => {
      expect(received).toMatch(pattern)
    })
    const heard = received
    received = ''
    return heard
  }
  return { socket, hears }
}

test('reads one after the other over a connection: each answered, with the fields of a kept connection', async () => {
  const { port } = await startTestHost({ documents: ['/'], handle: page('kept page') })
  const { socket, hears } = await open(port)
  for (let round = 0; round < 3; round += 1) {
    socket.write(GET)
    const response = await hears(/kept page$/)
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(response).toMatch(/\r\nDate: \w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT\r\n/)
    expect(response).toMatch(/\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\nkept page$/)
  }
})

test('HEAD and a condition that holds: no body, and the connection goes on', async () => {
  const { port } = await startTestHost({ documents: ['/'], handle: page('kept page') })
  const { socket, hears } = await open(port)
  socket.write(GET.replace('GET', 'HEAD'))
  const head = await hears(/\r\n\r\n$/)
  expect(head).toMatch(/\r\nContent-Length: 9\r\n/)
  socket.write(GET.replace('\r\n\r\n', `\r\nIf-None-Match: ${/ETag: (.+)\r/.exec(head)?.[1] ?? ''}\r\n\r\n`))
  expect(await hears(/\r\n\r\n$/)).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/)
  socket.write(GET)
  await hears(/kept page$/)
})

test('the response written here and the one through Node: the same but for the fields of the connection', async () => {
  const { port } = await startTestHost({ documents: ['/'], handle: page('kept page') })
  const direct = await open(port)
  direct.socket.write(GET)
  const response = await direct.hears(/kept page$/)
  const throughNode = await sendRaw(port, CLOSE)
  const comparable = (whole: string) => whole.replace(/\r\n(?:Date|Connection|Keep-Alive): [^\r]*/g, '')
  expect(comparable(throughNode)).toBe(comparable(response))
})

test('a request for the app after plain reads: answered by the app, and so is all that follows', async () => {
  const { port } = await startTestHost({
    documents: ['/'],
    handle: page('kept page'),
    render: (request, response) => void response.send(`app: ${request.method} ${request.url}`),
  })
  const { socket, hears } = await open(port)
  socket.write(GET)
  await hears(/kept page$/)
  socket.write('POST /save HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc')
  await hears(/app: POST \/save$/)
  socket.write(GET)
  await hears(/kept page$/)
  socket.write('GET /admin HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await hears(/app: GET \/admin$/)
})

test('several requests sent at once, or one in pieces: all answered, in order', async () => {
  const { port } = await startTestHost({ documents: ['/'], handle: page('kept page') })
  const atOnce = await sendRaw(port, GET + GET + CLOSE)
  expect(atOnce.match(/kept page/g)).toHaveLength(3)

  const { socket, hears } = await open(port)
  socket.setNoDelay()
  for (const piece of ['GET / HT', 'TP/1.1\r\nHo', 'st: localhost\r\n\r', '\n']) {
    socket.write(piece)
    await nextTurn()
  }
  await hears(/kept page$/)
})

test('a name that is not ours, and a body where none belongs: refused as everywhere', async () => {
  const { port } = await startTestHost({ documents: ['/'], handle: page('kept page') })
  const { socket, hears } = await open(port)
  socket.write(GET)
  await hears(/kept page$/)
  socket.write('GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n')
  await hears(/^HTTP\/1\.1 421 /)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n')
  await hears(/^HTTP\/1\.1 400 /)
})

test('a page that is not there yet: made once for all who wait on their connections', async () => {
  const releases: (() => void)[] = []
  const handle = vi.fn(
    () =>
      new Promise<Response>((resolve) => {
        releases.push(() => {
          resolve(new Response('kept page', { headers: PUBLIC }))
        })
      }),
  )
  const { port } = await startTestHost({ documents: ['/'], handle })
  const visitors = await Promise.all(Array.from({ length: 20 }, () => open(port)))
  for (const { socket } of visitors) socket.write(GET)
  await vi.waitFor(() => {
    expect(releases).toHaveLength(1)
  })
  visitors[0]?.socket.destroy()
  for (const release of releases) release()
  await Promise.all(visitors.slice(1).map(({ hears }) => hears(/kept page$/)))
  expect(handle).toHaveBeenCalledOnce()
})

test('a client that asks on and on and takes nothing: what waits for it is bounded, and it gets all in the end', async () => {
  const body = 'x'.repeat(500_000)
  const { port, server } = await startTestHost({ documents: ['/'], handle: page(body) })
  const opened: Socket[] = []
  server.tcp.on('connection', (socket: Socket) => opened.push(socket))
  const client = connect(port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.pause()
  const asks = 200
  let most = 0
  for (let asked = 0; asked < asks; asked += 1) {
    client.write(GET)
    await nextTurn()
    most = Math.max(most, opened[0]?.writableLength ?? 0)
  }
  // One whole response, and as much of the next as fits under Node's high-water mark.
  expect(most).toBeLessThan(2 * body.length)
  client.end()
  const received = await text(client)
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(asks)
  expect(received.length).toBeGreaterThan(asks * body.length)
})

test('requests that arrive one by one while the page of the first is made: answered in order, the last by the app', async () => {
  let finish: () => void = () => undefined
  const { port } = await startTestHost({
    documents: ['/', '/slow'],
    async handle(request) {
      const isSlow = request.url.endsWith('/slow')
      if (isSlow) await new Promise<void>((resolve) => (finish = resolve))
      return new Response(isSlow ? 'slow page' : 'kept page', { headers: PUBLIC })
    },
    render: (request, response) => void response.send(`app: ${request.method} ${request.url}`),
  })
  const { socket, hears } = await open(port)
  socket.setNoDelay()
  for (const part of [GET.replace('/', '/slow'), GET, GET, 'GET /admin HTTP/1.1\r\nHost: loc', 'alhost\r\n\r\n']) {
    socket.write(part)
    for (let turn = 0; turn < 20; turn += 1) await nextTurn()
  }
  finish()
  const received = await hears(/app: GET \/admin$/)
  expect(received.match(/slow page|kept page|app: GET/g)).toEqual(['slow page', 'kept page', 'kept page', 'app: GET'])
})

test('a client that sends its end along with the request: gets its response, then the end', async () => {
  const { port } = await startTestHost({ documents: ['/'], handle: page('kept page') })
  const socket = connect(port, '127.0.0.1')
  socket.end(GET)
  expect(await text(socket)).toMatch(/kept page$/)
})

test('more visitors at once than a turn has room for, each with its end along: all get the page that is made meanwhile', async () => {
  const { port, server } = await startTestHost({
    documents: ['/'],
    handle: async () => {
      for (let turn = 0; turn < 20; turn += 1) await nextTurn()
      return new Response('kept page', { headers: PUBLIC })
    },
  })
  const sockets = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await vi.waitFor(async () => {
    expect(await new Promise((resolve) => server.tcp.getConnections((_error, count) => resolve(count)))).toBe(100)
  })
  for (const socket of sockets) socket.end(GET)
  for (const response of await Promise.all(sockets.map(text))) expect(response).toMatch(/kept page$/)
})

test('a client that has sent its end and asks for a page that cannot be kept: gets it from the app', async () => {
  const { port } = await startTestHost({
    documents: ['/'],
    handle: async () => {
      for (let turn = 0; turn < 20; turn += 1) await nextTurn()
      return new Response('not kept')
    },
    render: (_request, response) => void response.send('from the app'),
    limits: { keepAliveTimeout: 300 },
  })
  const socket = connect(port, '127.0.0.1')
  socket.end(GET)
  expect(await text(socket)).toMatch(/from the app$/)
})

test('a connection over which nothing comes, before the first read or after it: closed in time', async () => {
  const { port } = await startTestHost({
    documents: ['/'],
    handle: page('kept page'),
    limits: { headersTimeout: 150, keepAliveTimeout: 300 },
  })
  const silent = connect(port, '127.0.0.1')
  expect(await text(silent)).toBe('')
  expect(await sendRaw(port, GET)).toMatch(/kept page$/)
})

test('a first request that comes late and waits for its page: its time begins with it', async () => {
  const { port } = await startTestHost({
    documents: ['/'],
    async handle() {
      await delay(600)
      return new Response('kept page', { headers: PUBLIC })
    },
    limits: { headersTimeout: 500, keepAliveTimeout: 5_000 },
  })
  const { socket, hears } = await open(port)
  socket.write(GET)
  await hears(/kept page$/)
})

test('a client that resets its connection: nothing else is disturbed', async () => {
  const { port, server, logLines } = await startTestHost({ documents: ['/'], handle: page('x'.repeat(500_000)) })
  const { socket } = await open(port)
  socket.write(GET)
  socket.resetAndDestroy()
  await vi.waitFor(async () => {
    expect(await new Promise((resolve) => server.tcp.getConnections((_error, count) => resolve(count)))).toBe(0)
  })
  expect(await sendRaw(port, CLOSE)).toMatch(/^HTTP\/1\.1 200 /)
  expect(logLines().filter(({ level }) => Number(level) >= 40)).toEqual([])
})

test('another name of ours: the policy in the head names it', async () => {
  const { port } = await startTestHost({
    documents: ['/'],
    publicOrigin: 'https://www.example.com',
    handle: () =>
      Promise.resolve(
        new Response('kept page', {
          headers: { ...PUBLIC, 'Content-Security-Policy': 'script-src https://www.example.com/assets/' },
        }),
      ),
  })
  const { socket, hears } = await open(port)
  socket.write(GET)
  expect(await hears(/kept page$/)).toMatch(/script-src http:\/\/localhost\/assets\/\r\n/)
})

/** Requests `count` tasks at once, like a crowd of visitors. */
function crowd(budget: EventLoopBudget, count: number, done: number[]) {
  for (let piece = 0; piece < count; piece += 1) {
    if (budget.tryAcquire()) done.push(piece)
    else budget.enqueue(() => done.push(piece))
  }
}

test('more work than fits a turn: each in the order it came, no more at a time than allowed', async () => {
  const budget = new EventLoopBudget(3, 1)
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
  const budget = new EventLoopBudget(2, 1)
  const done: string[] = []
  const ask = (name: string) => (budget.tryAcquire() ? done.push(name) : budget.enqueue(() => done.push(name)))
  for (const name of ['a', 'b', 'c']) ask(name)
  ask('d')
  while (done.length < 4) await nextTurn()
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

test('after a rest: a whole turn again', async () => {
  const budget = new EventLoopBudget(2, 1)
  const done: number[] = []
  for (let round = 1; round <= 3; round += 1) {
    crowd(budget, 2, done)
    expect(done).toHaveLength(2 * round)
    await nextTurn()
    await nextTurn()
  }
})

test('while connections arrive: turns are short, so that the next is accepted soon, and whole again afterwards', async () => {
  const budget = new EventLoopBudget(8, 2)
  const done: number[] = []
  const counts: number[] = []
  crowd(budget, 30, done)
  for (let connection = 0; connection < 3; connection += 1) {
    const before = done.length
    budget.noteConnection()
    await nextTurn()
    counts.push(done.length - before)
  }
  expect(counts).toEqual([2, 2, 2])
  await nextTurn()
  expect(done.length).toBe(8 + 6 + 8)
})

test('a connection with a request in the same turn: no more than a few of the others are served before the next', async () => {
  const budget = new EventLoopBudget(8, 2)
  const done: number[] = []
  budget.noteConnection()
  crowd(budget, 8, done)
  expect(done).toEqual([0, 1])
  await nextTurn()
  await nextTurn()
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('a client that is still reading a response: not taken for idle, however short that time is', async () => {
  const body = 'x'.repeat(1024 * 1024)
  const { port, server, unread } = await startTestHost({
    documents: ['/'],
    handle: page(body),
    limits: { keepAliveTimeout: 50, silenceTimeout: 60_000 },
  })
  const slow = connect(port, '127.0.0.1')
  onTestFinished(() => void slow.destroy())
  slow.pause()
  // More than the buffers of both ends hold.
  slow.write(GET.repeat(40))
  await vi.waitFor(() => {
    expect(unread.bytes).toBe(body.length)
  })
  // Idle connections are closed meanwhile.
  const idle = await open(port)
  idle.socket.write(GET)
  await once(idle.socket, 'close')
  await vi.waitFor(() => {
    expect(server.connections()).toBe(1)
  })
  let received = 0
  slow.on('data', (chunk) => (received += chunk.length)).resume()
  await once(slow, 'close')
  expect(received).toBeGreaterThan(40 * body.length)
  expect(unread.bytes).toBe(0)
})

/** A host whose films are not in memory. */
function startFilmHost(serveFile = (size: number) => testFileBody(size)) {
  const bodies: TestFileBody[] = []
  const host = startTestHost({
    documents: ['/'],
    handle: page('kept page'),
    serveFile: (_pathname, { method }) => {
      const body = serveFile(1_000_000)
      if (method === 'GET') bodies.push(body)
      const headers: [string, string][] = [['Content-Length', String(body.size)]]
      return Promise.resolve({ status: 200, headers, body: method === 'GET' ? body : undefined })
    },
  })
  return host.then((started) => ({ ...started, bodies }))
}

const FILM = 'GET /uploads/film.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('a file from disk: its connection stays on the fast path, and the next request gets its response', async () => {
  const { port, server, bodies, logLines } = await startFilmHost()
  const { socket, hears } = await open(port)
  for (let round = 0; round < 2; round += 1) {
    socket.write(FILM.replace('GET', 'HEAD'))
    expect(await hears(/\r\n\r\n$/)).toMatch(/\r\nContent-Length: 1000000\r\n/)
    socket.write(FILM + GET)
    const heard = await hears(/kept page$/)
    expect(heard.length).toBeGreaterThan(1_000_000)
    expect(heard).toMatch(/X-Request-Id: [\w-]{36}\r\n/)
  }
  expect(bodies.map((body) => body.isClosed())).toEqual([true, true])
  const lines = logLines().filter(({ msg }) => msg === 'request')
  expect(lines.map(({ path, status }) => [path, status])).toEqual(Array(4).fill(['/uploads/film.mp4', 200]))
  // Node's server knows no such connection: its own idle ones would be closed here.
  server.closeIdleConnections()
  await once(socket, 'close')
})

test('a file from disk that cannot be read to its end, and one whose client leaves: cut and closed', async () => {
  const broken = await startFilmHost((size) => testFileBody(size, { endsAt: 1_000 }))
  const { socket } = await open(broken.port)
  socket.write(FILM)
  await once(socket, 'close')
  expect(broken.bodies[0]?.isClosed()).toBe(true)
  expect(broken.logLines().map(({ msg, cutOff }) => [msg, cutOff])).toEqual([
    ['a file could not be sent', undefined],
    ['request', true],
  ])

  const left = await startFilmHost(() => testFileBody(200 * 1024 * 1024))
  const leaving = await open(left.port)
  leaving.socket.write(FILM)
  await leaving.hears(/^HTTP\/1\.1 200 OK/)
  leaving.socket.destroy()
  await vi.waitFor(() => {
    expect(left.bodies[0]?.isClosed()).toBe(true)
  })
})

test('a client that leaves while its file is being opened: the file is closed', async () => {
  const body = testFileBody(1_000_000)
  let finish: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (finish = resolve))
  const serveFile = vi.fn(async () => {
    await opened
    const headers: [string, string][] = [['Content-Length', String(body.size)]]
    return { status: 200, headers, body }
  })
  const { port, server } = await startTestHost({ serveFile })
  const { socket } = await open(port)
  socket.write(FILM)
  await vi.waitFor(() => {
    expect(serveFile).toHaveBeenCalled()
  })
  socket.resetAndDestroy()
  await vi.waitFor(() => {
    expect(server.connections()).toBe(0)
  })
  finish()
  await vi.waitFor(() => {
    expect(body.isClosed()).toBe(true)
  })
})
