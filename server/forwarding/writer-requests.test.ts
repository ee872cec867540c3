import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Request, RequestHandler } from 'express'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { HostInterface, Writer } from '#app/cms/host-interface.ts'
import { sendRaw, startTestHost, type TestHost } from '../../test/start-test-host.ts'
import type { Limits } from '../limits.ts'
import { identify } from '../middleware/access-log.ts'
import { signVisitor } from './forwarded-visitor.ts'

const MB = 1024 * 1024

type HostOptions = NonNullable<Parameters<typeof startTestHost>[0]>

/** The nodes of one site, and which of them writes. */
class Nodes {
  #writer: (Writer & { name: string }) | undefined
  #terms = 0
  readonly #listeners = new Set<() => void>()
  readonly origins = new Map<string, string>()

  async start(name: string, options: HostOptions = {}): Promise<TestHost> {
    const host = await startTestHost({
      ...options,
      writing: {
        role: () => (this.#writer?.name === name ? 'writer' : 'reader'),
        writer: () => this.#writer,
        canAwaitWriter: () => true,
        onWriterChange: (listener) => {
          this.#listeners.add(listener)
          return () => this.#listeners.delete(listener)
        },
        catchUp: () => Promise.resolve(),
        release: () => {
          this.choose(undefined)
          return Promise.resolve()
        },
        isForWriter: (method, target) => method !== 'GET' || /^\/(?:admin|api)(?:[/?]|$)/.test(target),
        ...options.writing,
      },
    })
    this.origins.set(name, host.origin)
    return host
  }

  /** Has a node write from now on; none if undefined. */
  choose(name: string | undefined, { origin = this.origins.get(name ?? '') ?? '' } = {}): void {
    this.#terms += 1
    this.#writer = name === undefined ? undefined : { name, origin, secret: `secret of term ${this.#terms}` }
    for (const listener of this.#listeners) listener()
  }

  get secret() {
    return this.#writer?.secret ?? ''
  }

  /** How many requests wait or are passed on. */
  get listening() {
    return this.#listeners.size
  }
}

/** A reader and a writer that renders. */
async function startPair(
  render: RequestHandler,
  { reader = {}, writer = {} }: { reader?: HostOptions; writer?: HostOptions } = {},
) {
  const nodes = new Nodes()
  const own = vi.fn<RequestHandler>((_request, response) => void response.send('reader'))
  const hosts = {
    reader: await nodes.start('reader', { render: own, ...reader }),
    writer: await nodes.start('writer', { render, ...writer }),
  }
  nodes.choose('writer')
  return { nodes, ...hosts, own }
}

test('requests of staff and changes: the writer responds, with the body as it was sent; pages are the own ones', async () => {
  const { reader, own } = await startPair((request, response, next) => {
    text(request).then((body) => response.status(201).send(`${request.method} ${request.originalUrl} ${body}`), next)
  })
  const page = await fetch(`${reader.origin}/products`)
  expect(await page.text()).toBe('reader')
  const screen = await fetch(`${reader.origin}/admin/stats?a=%20b&a=c`)
  expect([screen.status, await screen.text()]).toEqual([201, 'GET /admin/stats?a=%20b&a=c '])
  const change = await fetch(`${reader.origin}/products`, { method: 'POST', body: 'x=1' })
  expect([change.status, await change.text()]).toEqual([201, 'POST /products x=1'])
  const removal = await fetch(`${reader.origin}/api/stats/1`, { method: 'DELETE' })
  expect(await removal.text()).toBe('DELETE /api/stats/1 ')
  expect(own).toHaveBeenCalledOnce()
})

test('a change is acknowledged once the process that has passed it on shows it; a screen does not wait for that', async () => {
  let isShown: () => void = () => undefined
  const catchUp = vi.fn(() => new Promise<void>((resolve) => (isShown = resolve)))
  const { reader } = await startPair((_request, response) => void response.send('saved'), {
    reader: { writing: { catchUp } },
  })
  expect(await (await fetch(`${reader.origin}/admin`)).text()).toBe('saved')
  expect(catchUp).not.toHaveBeenCalled()
  let response: Response | undefined
  const saving = fetch(`${reader.origin}/admin`, { method: 'POST', body: 'x=1' }).then((given) => (response = given))
  await vi.waitUntil(() => catchUp.mock.calls.length === 1)
  expect(response).toBeUndefined()
  isShown()
  expect(await (await saving).text()).toBe('saved')
})

test('the writer sees the visitor: address, name of the site, scheme, request id and trace, and no forged ones', async () => {
  const seen: unknown[] = []
  const settings = { trustProxy: true, publicOrigin: 'https://www.example.com', allowedHosts: ['staff.example.com'] }
  const { reader, writer } = await startPair(
    (request, response) => {
      seen.push(identify(request, { trustProxy: true }), request.protocol, request.hostname, request.headers)
      response.send()
    },
    { reader: settings, writer: settings },
  )
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const response = await fetch(`${reader.origin}/admin`, {
    headers: {
      'X-Forwarded-For': '198.51.100.7',
      'X-Forwarded-Host': 'staff.example.com',
      'X-Forwarded-Proto': 'https',
      'X-Request-Id': 'request-0001',
      traceparent,
      Cookie: 'session=a; theme=b',
    },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('X-Request-Id')).toBe('request-0001')
  const [identity, protocol, hostname, headers] = seen
  expect(identity).toMatchObject({
    clientAddress: '198.51.100.7',
    requestId: 'request-0001',
    trace: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
  })
  expect([protocol, hostname]).toEqual(['https', 'staff.example.com'])
  expect(headers).toMatchObject({ cookie: 'session=a; theme=b' })
  expect(JSON.stringify(headers)).not.toMatch(/secret|visitor/)
  await vi.waitFor(() => {
    for (const host of [reader, writer]) {
      expect(host.logLines()).toMatchObject([{ msg: 'request', id: 'request-0001', path: '/admin', status: 200 }])
    }
  })
})

test.each([
  ['the name of the visitor', (secret: string) => forged(secret).replace('198.51.100.7', '198.51.100.8')],
  ['another secret', () => forged('a guess')],
  ['no signature', (secret: string) => forged(secret).split(';')[0] ?? ''],
  ['nothing', () => ''],
])('a header that a client forges, with %s: refused by every node, and nobody is asked', async (_what, headerOf) => {
  const render = vi.fn<RequestHandler>((_request, response) => void response.send())
  const { reader, writer, nodes, own } = await startPair(render)
  for (const { origin } of [reader, writer]) {
    const response = await fetch(`${origin}/admin`, { headers: { 'X-Forwarded-Visitor': headerOf(nodes.secret) } })
    expect(response.status).toBe(503)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  }
  expect(render).not.toHaveBeenCalled()
  expect(own).not.toHaveBeenCalled()
})

function forged(secret: string) {
  const visitor = { clientAddress: '198.51.100.7', origin: 'http://localhost:3000', requestId: 'request-0001' }
  return signVisitor({ ...visitor, trace: undefined }, secret)
}

test('two nodes that each take the other one for the writer: one hop, then 503, and the body is not sent', async () => {
  const nodes = new Nodes()
  const names = ['first', 'second']
  const render = vi.fn<RequestHandler>()
  for (const name of names) {
    const other = () => ({ origin: nodes.origins.get(names.find((one) => one !== name) ?? '') ?? '', secret: 'same' })
    await nodes.start(name, { render, limits: { writerWait: 600 }, writing: { role: () => 'reader', writer: other } })
  }
  const response = await fetch(`${nodes.origins.get('first')}/api/stats`, { method: 'PUT', body: 'x' })
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('5')
  expect(await response.json()).toMatchObject({ error: { code: 'busy' } })
  expect(render).not.toHaveBeenCalled()
})

test('an upload of 40 MB: arrives whole, in pieces, and at the speed of the writer', async () => {
  let seen = 0
  const start: (() => void)[] = []
  const { reader, writer } = await startPair((request, response) => {
    start.push(() => {
      request
        .on('data', (bytes: Buffer) => (seen += bytes.length))
        .on('end', () => response.send(String(seen)))
        .resume()
    })
  })
  let readByReader = () => 0
  reader.server.tcp.once('connection', (socket: Socket) => (readByReader = () => socket.bytesRead))
  const sending = fetch(`${reader.origin}/api/upload`, { method: 'POST', body: new Uint8Array(40 * MB) })
  await vi.waitFor(() => expect(start).toHaveLength(1))
  // What the systems keep between the three.
  await vi.waitFor(() => expect(readByReader()).toBeGreaterThan(0))
  const before = await settled(readByReader)
  expect(before).toBeLessThan(20 * MB)
  start[0]?.()
  expect(await (await sending).text()).toBe(String(40 * MB))
  expect(writer.logLines()).toMatchObject([{ status: 200 }])
})

/** The value once it stays the same. */
async function settled(value: () => number) {
  for (let last = -1, now = value(); ; last = now, now = value()) {
    if (last === now) return now
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

test('an event stream: each event arrives at once; when the visitor leaves, it ends on the writer', async () => {
  const closed = vi.fn()
  let send = (_event: string): unknown => undefined
  const { reader } = await startPair((_request, response) => {
    response.set('Content-Type', 'text/event-stream').flushHeaders()
    send = (event) => response.write(event)
    response.once('close', closed)
  })
  const leaving = new AbortController()
  const { body, headers } = await fetch(`${reader.origin}/admin/presence/stats`, { signal: leaving.signal })
  expect(headers.get('Content-Type')).toMatch(/^text\/event-stream/)
  const events = body?.pipeThrough(new TextDecoderStream()).getReader()
  for (const event of ['first', 'second']) {
    send(event)
    expect(await events?.read()).toMatchObject({ value: event })
  }
  expect(closed).not.toHaveBeenCalled()
  leaving.abort()
  await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

test('another node becomes the writer, or this one stops: event streams end, so that browsers ask again', async () => {
  const { reader, nodes } = await startPair((_request, response) => {
    response.set('Content-Type', 'text/event-stream').write('event')
  })
  const open = async () => (await fetch(`${reader.origin}/admin/presence/stats`)).body?.getReader()
  const first = await open()
  expect((await first?.read())?.done).toBe(false)
  nodes.choose('writer')
  expect((await first?.read())?.done).toBe(true)
  const second = await open()
  expect((await second?.read())?.done).toBe(false)
  reader.endStreams()
  expect((await second?.read())?.done).toBe(true)
  const third = await open()
  await expect.poll(async () => (await third?.read())?.done).toBe(true)
})

test('an upload that the visitor breaks off: the writer gets an error and no whole body', async () => {
  const outcome = vi.fn()
  const { reader, nodes } = await startPair((request) => {
    request
      .once('error', outcome)
      .once('end', () => void outcome('whole'))
      .resume()
  })
  const socket = connect(reader.port, '127.0.0.1')
  socket.write('POST /api/upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n')
  socket.write('x'.repeat(50_000))
  await vi.waitFor(() => expect(nodes.listening).toBe(1))
  socket.destroy()
  await vi.waitFor(() => expect(outcome).toHaveBeenCalled())
  expect(outcome).not.toHaveBeenCalledWith('whole')
  await vi.waitFor(() => expect(nodes.listening).toBe(0))
})

test('the writer responds before it has read the body: the visitor gets the response', async () => {
  const { reader } = await startPair((request, response) => {
    request.once('data', () => {
      request.destroy()
      response.status(422).send('too many pixels')
    })
    request.resume()
  })
  const response = await fetch(`${reader.origin}/api/upload`, { method: 'POST', body: new Uint8Array(20 * MB) })
  expect([response.status, await response.text()]).toEqual([422, 'too many pixels'])
})

test('a body beyond the limit: 413 from the first node', async () => {
  const render = vi.fn<RequestHandler>((request) => void request.resume())
  const { reader, nodes } = await startPair(render, { reader: { limits: { bodyBytes: MB } } })
  const announced = await fetch(`${reader.origin}/api/upload`, { method: 'POST', body: new Uint8Array(2 * MB) })
  expect(announced.status).toBe(413)
  expect(render).not.toHaveBeenCalled()
  const chunks = { body: new Blob([new Uint8Array(2 * MB)]).stream(), duplex: 'half' } as const
  const found = await fetch(`${reader.origin}/api/upload`, { method: 'POST', ...chunks })
  expect(found.status).toBe(413)
  await vi.waitFor(() => expect(nodes.listening).toBe(0))
})

test('headers: those of a connection stay on it, repeated ones stay apart, and the own defaults come once', async () => {
  let seen: Request['headers'] = {}
  const { reader } = await startPair((request, response) => {
    seen = request.headers
    response.set({
      'Set-Cookie': ['a=1', 'b=2'],
      'Keep-Alive': 'timeout=1',
      'X-Secret-Hop': 'x',
      Connection: 'X-Secret-Hop',
    })
    response.set('Referrer-Policy', 'no-referrer').status(207).send('page')
  })
  const raw = await sendRaw(
    reader.port,
    'GET /admin HTTP/1.1\r\nHost: localhost\r\nX-Hop: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nProxy-Authorization: x\r\nConnection: close, X-Hop, TE\r\n\r\n',
  )
  expect(raw).toMatch(/^HTTP\/1\.1 207 /)
  expect(raw.match(/^set-cookie: .*$/gim)).toEqual(['Set-Cookie: a=1', 'Set-Cookie: b=2'])
  expect(raw.match(/^referrer-policy: .*$/gim)).toEqual(['Referrer-Policy: no-referrer'])
  expect(raw.match(/^x-request-id: .*$/gim)).toHaveLength(1)
  expect(raw).not.toMatch(/x-secret-hop|timeout=1/i)
  for (const name of ['x-hop', 'te', 'upgrade', 'proxy-authorization']) expect(seen).not.toHaveProperty(name)
})

test('HEAD, 204 and 304: no body, and the connection can be used again', async () => {
  const { reader } = await startPair((request, response) => {
    if (request.method === 'HEAD') response.set('Content-Length', '1000').end()
    else response.status(Number(request.query['status'])).end()
  })
  expect((await fetch(`${reader.origin}/admin`, { method: 'HEAD' })).headers.get('Content-Length')).toBe('1000')
  for (const status of [204, 304]) expect((await fetch(`${reader.origin}/admin?status=${status}`)).status).toBe(status)
})

test('the response of the writer breaks off: so does this one', async () => {
  const { reader } = await startPair((_request, response) => {
    response.set('Content-Length', '1000').write('half')
    setImmediate(() => response.destroy())
  })
  const response = await fetch(`${reader.origin}/admin/backup/archive`)
  await expect(response.text()).rejects.toThrow()
})

test.each([true, false])(
  'a file that only staff may see, fast path %s: served by the writer; other files are the own ones',
  async (hasFastPath) => {
    const serveFile = vi.fn<HostInterface['serveFile']>(() =>
      Promise.resolve({ status: 404, headers: [['Content-Length', '0']], body: undefined }),
    )
    const { reader } = await startPair(() => undefined, {
      reader: {
        hasFastPath,
        serveFile,
        writing: { isForWriter: (method, _target, cookie) => method !== 'GET' || cookie === 'session=a' },
      },
      writer: {
        serveFile: () => Promise.resolve({ status: 203, headers: [['Content-Length', '0']], body: undefined }),
      },
    })
    const file = (cookie: string) => fetch(`${reader.origin}/uploads/reports/new.docx`, { headers: { Cookie: cookie } })
    expect((await file('theme=dark')).status).toBe(404)
    expect(serveFile).toHaveBeenCalledOnce()
    expect((await file('session=a')).status).toBe(203)
    expect(serveFile).toHaveBeenCalledOnce()
  },
)

test('no writer: requests wait with their body, and the next writer gets them', async () => {
  const { reader, nodes } = await startPair((request, response, next) => {
    text(request).then((body) => response.send(`saved ${body}`), next)
  })
  nodes.choose(undefined)
  const saving = fetch(`${reader.origin}/admin/stats`, { method: 'POST', body: 'x' })
  await vi.waitFor(() => expect(nodes.listening).toBe(1))
  nodes.choose('writer')
  expect(await (await saving).text()).toBe('saved x')
})

test('the process itself becomes the writer: it responds to the requests that wait', async () => {
  const { reader, nodes, own } = await startPair(() => undefined)
  nodes.choose(undefined)
  const saving = fetch(`${reader.origin}/admin/stats`, { method: 'POST', body: 'x' })
  await vi.waitFor(() => expect(nodes.listening).toBe(1))
  nodes.choose('reader')
  expect(await (await saving).text()).toBe('reader')
  expect(own).toHaveBeenCalledOnce()
})

test.each([
  ['/admin/stats', 503, 'only shows the site'],
  ['/api/stats', 503, '"code":"busy"'],
])('no writer in time: %s gets 503 with Retry-After and the reason', async (address, status, reason) => {
  const { reader, nodes } = await startPair(() => undefined, { reader: { limits: { writerWait: 100 } } })
  nodes.choose(undefined)
  const response = await fetch(reader.origin + address, { method: 'POST', body: 'x' })
  expect([response.status, response.headers.get('Retry-After')]).toEqual([status, '5'])
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.text()).toContain(reason)
})

test('no writer in time, a form of visitors: its own page responds with what was typed', async () => {
  const { reader, nodes } = await startPair(() => undefined, {
    reader: {
      limits: { writerWait: 100 },
      render: (request, response, next) => {
        text(request).then((body) => response.status(503).send(`page with ${body}`), next)
      },
    },
  })
  nodes.choose(undefined)
  const form = { method: 'POST', body: 'message=typed', headers: { Origin: reader.origin } }
  const response = await fetch(`${reader.origin}/contactus`, form)
  expect([response.status, await response.text()]).toEqual([503, 'page with message=typed'])
})

test('more requests wait than may: the others are refused at once', async () => {
  const limits: Partial<Limits> = { waitingForWriter: 3, waitingForWriterOfOne: 2 }
  const { reader, nodes } = await startPair((_request, response) => void response.send('saved'), {
    reader: { limits, trustProxy: true, publicOrigin: 'http://127.0.0.1', allowedHosts: ['127.0.0.1'] },
    writer: { trustProxy: true, publicOrigin: 'http://127.0.0.1', allowedHosts: ['127.0.0.1'] },
  })
  nodes.choose(undefined)
  const save = (address: string) =>
    fetch(`${reader.origin}/api/stats`, { method: 'PUT', body: 'x', headers: { 'X-Forwarded-For': address } })
  const waiting = [save('198.51.100.1'), save('198.51.100.1')]
  await vi.waitFor(() => expect(nodes.listening).toBe(2))
  expect((await save('198.51.100.1')).status).toBe(503)
  waiting.push(save('198.51.100.2'))
  await vi.waitFor(() => expect(nodes.listening).toBe(3))
  expect((await save('198.51.100.3')).status).toBe(503)
  nodes.choose('writer')
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
})

test('visitors who leave while they wait: make room', async () => {
  const { reader, nodes } = await startPair((_request, response) => void response.send('saved'))
  nodes.choose(undefined)
  const leaving = new AbortController()
  const left = fetch(`${reader.origin}/admin`, { signal: leaving.signal }).catch(() => 'left')
  await vi.waitFor(() => expect(nodes.listening).toBe(1))
  leaving.abort()
  expect(await left).toBe('left')
  await vi.waitFor(() => expect(nodes.listening).toBe(0))
})

test('the writer cannot be reached: the request waits, and goes to the next one', async () => {
  const { reader, nodes } = await startPair((request, response, next) => {
    text(request).then((body) => response.send(`saved ${body}`), next)
  })
  const broken = await startMute({ isOpen: false })
  nodes.choose('gone', { origin: broken.origin })
  const saving = fetch(`${reader.origin}/admin/stats`, { method: 'POST', body: 'x' })
  const reading = fetch(`${reader.origin}/admin/stats`)
  const failures = () => reader.logLines().filter(({ msg }) => msg.includes('did not respond'))
  await vi.waitFor(() => expect(failures()).toHaveLength(2))
  const before = broken.connections()
  await vi.waitFor(() => expect(broken.connections()).toBeGreaterThanOrEqual(before + 2))
  nodes.choose('writer')
  expect(await (await saving).text()).toBe('saved x')
  expect((await reading).status).toBe(200)
  expect(failures(), 'one line for each request').toHaveLength(2)
})

test('the writer stands still: what it has not asked for goes to the next one', async () => {
  const { reader, nodes } = await startPair((request, response, next) => {
    text(request).then((body) => response.send(`saved ${body}`), next)
  })
  const halted = await startMute()
  nodes.choose('halted', { origin: halted.origin })
  const requests = [
    fetch(`${reader.origin}/admin/stats`, { method: 'POST', body: 'x'.repeat(1_000) }),
    fetch(`${reader.origin}/admin/stats`),
  ]
  await vi.waitFor(() => expect(halted.received()).toMatch(/POST [^]*GET |GET [^]*POST /))
  expect(halted.received()).not.toContain('xxx')
  nodes.choose('writer')
  const [save, read] = await Promise.all(requests)
  expect(await save?.text()).toBe(`saved ${'x'.repeat(1_000)}`)
  expect(read?.status).toBe(200)
})

test('the writer ends with the whole request: 502 says that nobody knows, and it is not sent again', async () => {
  const render = vi.fn<RequestHandler>((request, response) => {
    request.once('end', () => response.destroy()).resume()
  })
  const { reader } = await startPair(render)
  const response = await fetch(`${reader.origin}/api/stats`, { method: 'PUT', body: 'x' })
  expect(response.status).toBe(502)
  const { error } = z
    .object({ error: z.object({ code: z.string(), message: z.string() }) })
    .parse(await response.json())
  expect(error).toMatchObject({ code: 'outcome-unknown' })
  expect(error.message).toContain('look before you send it again')
  expect(render).toHaveBeenCalledOnce()
})

test('a read that breaks off: sent again, also to the same writer', async () => {
  let count = 0
  const { reader } = await startPair((_request, response) => {
    if ((count += 1) === 1) response.destroy()
    else response.send('page')
  })
  expect(await (await fetch(`${reader.origin}/admin`)).text()).toBe('page')
})

test('a former writer that still has the whole request: its response counts', async () => {
  const held: (() => void)[] = []
  const { reader, nodes } = await startPair((request, response) => {
    request.once('end', () => held.push(() => response.send('saved'))).resume()
  })
  const saving = fetch(`${reader.origin}/admin/stats`, { method: 'POST', body: 'x' })
  await vi.waitFor(() => expect(held).toHaveLength(1))
  nodes.choose(undefined)
  held[0]?.()
  expect(await (await saving).text()).toBe('saved')
})

test('a writer that stops: finishes its requests, then gives up the right; later ones go to the next writer', async () => {
  const order: string[] = []
  const held: (() => void)[] = []
  const render =
    (name: string): RequestHandler =>
    (request, response) => {
      order.push(`${name} got ${request.originalUrl}`)
      if (request.originalUrl === '/admin/slow') held.push(() => response.send(name))
      else response.send(name)
    }
  const nodes = new Nodes()
  const first = await nodes.start('first', {
    render: render('first'),
    writing: {
      release: () => {
        order.push('released')
        nodes.choose('second')
        return Promise.resolve()
      },
    },
  })
  await nodes.start('second', { render: render('second') })
  const third = await nodes.start('third')
  nodes.choose('first')
  const post = (host: TestHost, address: string) => fetch(host.origin + address, { method: 'POST', body: 'x' })
  const slow = post(first, '/admin/slow')
  await vi.waitFor(() => expect(held).toHaveLength(1))
  const handedOver = first.handOver(5_000)
  const later = [post(first, '/admin/direct'), post(third, '/admin/forwarded')]
  await vi.waitFor(() => expect(nodes.listening).toBeGreaterThanOrEqual(2))
  expect(order).toEqual(['first got /admin/slow'])
  held[0]?.()
  await handedOver
  expect(await (await slow).text()).toBe('first')
  for (const response of await Promise.all(later)) expect(await response.text()).toBe('second')
  expect(order.slice(0, 2)).toEqual(['first got /admin/slow', 'released'])
  expect(order.slice(2).sort()).toEqual(['second got /admin/direct', 'second got /admin/forwarded'])
})

test('a request that does not end: the writer gives up the right at the time limit', async () => {
  const { nodes, writer } = await startPair(() => undefined)
  const running = fetch(`${writer.origin}/admin`).catch(() => undefined)
  await vi.waitFor(async () => expect(writer.server.connections()).toBe(1))
  await writer.handOver(50)
  expect(nodes.secret).toBe('')
  writer.server.closeAllConnections()
  await running
})

test('a process that is alone has nobody to hand over to: it keeps the right and its requests', async () => {
  const release = vi.fn(() => Promise.resolve())
  const host = await startTestHost({ writing: { release, isForWriter: () => true } })
  await host.handOver(1_000)
  expect(release).not.toHaveBeenCalled()
  expect((await fetch(host.origin, { method: 'POST', body: 'x' })).status).toBe(200)
})

test('a client that waits with its body: asked for it once there is a writer, and never if it is refused', async () => {
  const { reader, nodes } = await startPair((request, response, next) => {
    text(request).then((body) => response.send(`saved ${body}`), next)
  })
  nodes.choose(undefined)
  const options = { method: 'POST', headers: { Expect: '100-continue', 'Content-Length': '1' } }
  const request = httpRequest(`${reader.origin}/api/stats`, options)
  const continued = vi.fn(() => request.end('x'))
  request.once('continue', continued)
  request.flushHeaders()
  await vi.waitFor(() => expect(nodes.listening).toBe(1))
  expect(continued).not.toHaveBeenCalled()
  nodes.choose('writer')
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(await text(response)).toBe('saved x')
  const head = `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${100 * MB}\r\n\r\n`
  expect(await sendRaw(reader.port, head)).toMatch(/^HTTP\/1\.1 413 /)
})

/** A process that accepts connections and never responds, as one that is halted. Unless `isOpen`, it closes them at once. */
async function startMute({ isOpen = true } = {}) {
  let received = ''
  let connections = 0
  const server: Server = createServer((socket) => {
    connections += 1
    if (!isOpen) socket.destroy()
    socket.on('data', (bytes) => (received += bytes.toString('latin1'))).on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  return { origin: `http://127.0.0.1:${address.port}`, received: () => received, connections: () => connections }
}
