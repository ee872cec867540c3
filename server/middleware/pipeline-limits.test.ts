import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendRaw, startTestHost } from '../../test/start-test-host.ts'
import { defaultLimits } from '../limits.ts'
import { limitPipelines } from './connection-limits.ts'

const head = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`
const several = (count: number) => Array.from({ length: count }, (_, n) => head(`/${n}`)).join('')

/** A host whose app holds each response back until `give` is called. */
async function startHolding(limits: { pipelinedRequests: number }) {
  const asked: string[] = []
  let give: () => void = () => undefined
  const host = await startTestHost({
    limits,
    render(request, response) {
      asked.push(request.path)
      give = () => response.send(`answer to ${request.path}.`)
    },
  })
  return {
    ...host,
    asked,
    give: () => {
      give()
    },
  }
}

test('as many requests in one packet as may wait: one under way at a time, all answered in their order', async () => {
  const { port, asked, give } = await startHolding({ pipelinedRequests: 3 })
  const responses = sendRaw(port, several(3) + head('/last', 'Connection: close\r\n'))
  const expected = ['/0', '/1', '/2', '/last']
  for (const [at] of expected.entries()) {
    await vi.waitFor(() => {
      expect(asked).toEqual(expected.slice(0, at + 1))
    })
    give()
  }
  expect((await responses).match(/answer to [^.]*/g)).toEqual(expected.map((path) => `answer to ${path}`))
})

test('one request more than may wait: the connection is cut, and only the first was begun', async () => {
  const { port, asked } = await startHolding({ pipelinedRequests: 3 })
  expect(await sendRaw(port, several(5)).catch(() => '')).toBe('')
  // Static files are looked up first: the connection may be closed before the app gets the request.
  expect(['', '/0']).toContain(asked.join())
})

test('a connection that is cut while requests wait: none of them is begun', async () => {
  const { port, asked, give, server } = await startHolding({ pipelinedRequests: 3 })
  const socket = connect(port, '127.0.0.1')
  socket.write(several(3))
  await vi.waitFor(() => {
    expect(asked).toEqual(['/0'])
  })
  socket.destroy()
  await vi.waitFor(async () => {
    expect(await new Promise((resolve) => server.tcp.getConnections((_error, count) => resolve(count)))).toBe(0)
  })
  give()
  expect(asked).toEqual(['/0'])
})

test.each(['/uploads/none.pdf', '/api/gallery'])(
  'many clients that each send 62 kB of GET %s and read nothing: at most one response of each is begun, others are served',
  async (path) => {
    let begun = 0
    const { port, origin } = await startTestHost({
      documents: ['/served'],
      // Those that are not cut at once are cut when their next request has not been read in time.
      limits: { headersTimeout: 2_000, silenceTimeout: 2_000, checkInterval: 100 },
      render: () => {
        begun += 1
      },
      serveFile: () => {
        begun += 1
        return new Promise(() => undefined)
      },
    })
    const flood = head(path).repeat(Math.floor(62_000 / head(path).length))
    const clients = Array.from({ length: 50 }, () => sendRaw(port, flood).catch(() => ''))
    expect((await fetch(`${origin}/served`)).status).toBe(200)
    expect((await Promise.all(clients)).join('')).toBe('')
    expect(begun).toBeLessThanOrEqual(50)
  },
)

test('62 kB of requests from a client that is disconnected: Node has parsed only a small part of them', async () => {
  let parsed = 0
  const pipelines = limitPipelines(() => undefined, defaultLimits)
  const server = createServer((request, response) => {
    parsed += 1
    pipelines.listener(request, response)
  })
  server.on('connection', pipelines.limitParsing).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = head('/')
  await sendRaw(port, request.repeat(62_000 / request.length)).catch(() => '')
  expect(parsed).toBeGreaterThan(0)
  expect(parsed).toBeLessThan(100)
})

test('a large body that the app does not read: the host reads no more of it than fits its buffers, and all of it later', async () => {
  let begun: [IncomingMessage, ServerResponse] | undefined
  const { port } = await startTestHost({ render: (request, response) => void (begun = [request, response]) })
  const body = 'x'.repeat(20_000_000)
  const client = connect(port, '127.0.0.1')
  client.write(head('/save', `Connection: close\r\nContent-Length: ${body.length}\r\n`).replace('GET', 'POST'))
  client.write(body)
  const [request, response] = await vi.waitUntil(() => begun)
  await vi.waitUntil(() => request.readableLength >= request.readableHighWaterMark)
  expect(request.readableLength).toBeLessThan(200_000)
  expect(request.socket.readableLength).toBeLessThan(200_000)
  expect(client.bytesWritten - client.writableLength).toBeLessThan(body.length)
  response.end(`read ${(await text(request)).length}`)
  expect(await text(client)).toMatch(/read 20000000$/)
})

test('reads of what is kept in memory, hundreds in one packet: all answered, also behind one that the app answers', async () => {
  const { port } = await startTestHost({
    documents: ['/kept'],
    render: (_request, response) => void response.send('from the app'),
  })
  const kept = head('/kept').repeat(500)
  const last = head('/other', 'Connection: close\r\n')
  const responses = await sendRaw(port, kept + last)
  expect(responses.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(501)
  expect(responses).toMatch(/from the app$/)
})

test('requests that wait behind responses nobody has taken yet: all answered once they are taken', async () => {
  const { port } = await startTestHost({
    render: (_request, response) => void response.send('x'.repeat(300_000)),
    documents: ['/kept'],
    handle: () => Promise.resolve(new Response('y'.repeat(300_000), { headers: { 'Cache-Control': 'public' } })),
  })
  const client = connect(port, '127.0.0.1')
  client.pause()
  const long = `X-Long: ${'x'.repeat(1_500)}\r\n`
  client.write(head('/other', long) + head('/kept', long).repeat(7) + head('/other', `${long}Connection: close\r\n`))
  await once(client, 'connect')
  const responses = await text(client)
  expect(responses.match(/HTTP\/1\.1 \d+ \w+/g)).toEqual(Array<string>(9).fill('HTTP/1.1 200 OK'))
  expect(responses.match(/x{300000}|y{300000}/g)).toHaveLength(9)
})

test('a body larger than what is parsed at a time, with requests in it: read as a body', async () => {
  const { port } = await startTestHost({
    render(request, response) {
      void text(request).then((body) => response.send(`${request.method} ${body.length}`))
    },
  })
  const body = head('/inner').repeat(3_000)
  const fields = `Content-Length: ${body.length}\r\n`
  const post = head('/save', fields).replace('GET', 'POST') + body
  const responses = await sendRaw(port, post + post + head('/', 'Connection: close\r\n'))
  expect(responses.match(/(?:POST|GET) \d+$|(?:POST|GET) \d+(?=HTTP)/g)).toEqual([
    `POST ${body.length}`,
    `POST ${body.length}`,
    'GET 0',
  ])
})

test('fields: as many as allowed are answered, one more is refused, in memory and by the app', async () => {
  const { port } = await startTestHost({ documents: ['/kept'], limits: { headerCount: 10 } })
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `X-Field-${n}: value\r\n`).join('')
  for (const path of ['/kept', '/other']) {
    // Host and Connection count as well.
    const request = (count: number) => head(path, `${fields(count - 2)}Connection: close\r\n`)
    expect(await sendRaw(port, request(10))).toMatch(/^HTTP\/1\.1 200 /)
    expect(await sendRaw(port, request(11))).toMatch(/^HTTP\/1\.1 431 /)
  }
})

test('bytes of fields: up to the limit they are answered, beyond it refused', async () => {
  const { port } = await startTestHost({ limits: { headerBytes: 1_000 } })
  const request = (bytes: number) => {
    const rest = head('/', 'X-Long: \r\nConnection: close\r\n').length
    return head('/', `X-Long: ${'x'.repeat(bytes - rest)}\r\nConnection: close\r\n`)
  }
  expect(await sendRaw(port, request(990))).toMatch(/^HTTP\/1\.1 200 /)
  expect(await sendRaw(port, request(1_050))).toMatch(/^HTTP\/1\.1 431 /)
})

test('requests over one connection: after the last one allowed it is closed', async () => {
  const { port } = await startTestHost({ limits: { requestsPerConnection: 3 } })
  const responses = await sendRaw(port, several(5))
  expect(responses.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3)
  expect(responses.match(/Connection: close/g)).toHaveLength(1)
})

test('a request behind the last response of a connection: never begun, and takes no place of a render', async () => {
  const { port } = await startTestHost({
    limits: { headerCount: 5, renders: 1, waitingRenders: 0 },
    render: (_request, response) => void response.send('from the app'),
  })
  const tooMany = head('/', Array.from({ length: 6 }, (_, n) => `X-Field-${n}: value\r\n`).join(''))
  for (let round = 0; round < 10; round += 1) {
    expect(await sendRaw(port, tooMany + head('/other'))).toMatch(/^HTTP\/1\.1 431 /)
  }
  expect(await sendRaw(port, head('/other', 'Connection: close\r\n'))).toMatch(/from the app$/)
})

test('a request whose length cannot be known: rejected with 400, alone and behind another request, and never begun', async () => {
  const begun: string[] = []
  const { port } = await startTestHost({
    render(request, response) {
      begun.push(request.path)
      response.send('answer')
    },
  })
  const unknownLength = head('/unknown-length', 'Transfer-Encoding: gzip\r\n')
  expect(await sendRaw(port, unknownLength)).toMatch(/^HTTP\/1\.1 400 /)
  expect((await sendRaw(port, head('/first') + unknownLength)).match(/HTTP\/1\.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 400',
  ])
  expect(begun).toEqual(['/first'])
})
