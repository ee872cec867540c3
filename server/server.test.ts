import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer as createTcpServer } from 'node:net'
import { expect, test, vi } from 'vitest'
import { sendRaw, startTestHost } from '../test/start-test-host.ts'
import { listen } from './server.ts'

test('headers that do not end in time: the connection is cut with 408', async () => {
  const { port } = await startTestHost({ limits: { headersTimeout: 200, requestTimeout: 400, checkInterval: 50 } })
  const response = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow:')
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
})

test('body that does not end in time: the connection is cut with 408', async () => {
  const { port } = await startTestHost({
    limits: { headersTimeout: 200, requestTimeout: 400, checkInterval: 50 },
    render: () => undefined,
  })
  const response = await sendRaw(port, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc')
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
})

test.each([
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['too many headers', `GET / HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(150)}\r\n`, 431],
  ['no HTTP', 'HELLO\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a length that is none', 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n', 400],
])('%s: refused, and no cache in front keeps it in the place of a page', async (_case, bytes, status) => {
  const { port } = await startTestHost()
  const response = await sendRaw(port, bytes)
  expect(response).toContain(`HTTP/1.1 ${status} `)
  expect(response).toContain('\r\nCache-Control: no-store\r\n')
})

test('an expectation nobody knows: answered as if it were not there', async () => {
  const { port } = await startTestHost()
  const head = 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n'
  expect(await sendRaw(port, head)).toMatch(/^HTTP\/1\.1 200 /)
})

test('something unreadable behind a request whose response has begun: nothing is written into that response', async () => {
  const { port } = await startTestHost({ render: (_request, response) => void response.write('begun') })
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let answer = ''
  socket.on('data', (text: string) => {
    if (answer === '') socket.write('HELLO\r\n\r\n')
    answer += text
  })
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*begun\r\n$/)
})

test('a body that is broken behind the response to its request: one response, not a second one', async () => {
  const { port } = await startTestHost({ render: (_request, response) => void response.status(400).send('no') })
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  socket.on('data', (text) => (received += String(text)))
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
  await vi.waitFor(() => expect(received).toContain('no'))
  socket.write('not a chunk\r\n')
  await once(socket, 'close')
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('answer that nobody reads or makes: the connection is cut after the silence', async () => {
  const { port } = await startTestHost({ limits: { silenceTimeout: 100 }, render: () => undefined })
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).toBe('')
})

test('hundreds of clients that send and read next to nothing: others are served meanwhile, then those are cut', async () => {
  const { port, origin, server } = await startTestHost({
    documents: ['/'],
    limits: {
      headersTimeout: 1_000,
      requestTimeout: 1_500,
      silenceTimeout: 3_000,
      checkInterval: 100,
      waitingRendersOfOne: 500,
    },
    render: () => undefined,
  })
  const openings = [
    'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow:',
    'POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc',
    'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ]
  let arrived = 0
  server.tcp.on('connection', () => (arrived += 1))
  const slow = Array.from({ length: 300 }, (_, n) => sendRaw(port, openings[n % 3] ?? '').catch(() => ''))
  await vi.waitFor(
    () => {
      expect(arrived).toBe(300)
    },
    { timeout: 10_000 },
  )
  for (let n = 0; n < 20; n += 1) expect((await fetch(origin)).status).toBe(200)
  const responses = await Promise.all(slow)
  expect(responses.filter((response) => response.startsWith('HTTP/1.1 408')).length).toBeGreaterThanOrEqual(100)
  expect(responses.some((response) => response.startsWith('HTTP/1.1 200'))).toBe(false)
})

test('headers larger than the limit: 431', async () => {
  const { port } = await startTestHost()
  const response = await sendRaw(port, `GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 431 /)
})

test('more connections than the limit: those beyond it are closed, the others served', async () => {
  const held: (() => void)[] = []
  const { port } = await startTestHost({
    limits: { connections: 1 },
    render: (_request, response) => {
      held.push(() => response.send('page'))
    },
  })
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const first = sendRaw(port, request)
  await vi.waitFor(() => {
    expect(held).toHaveLength(1)
  })
  expect(await sendRaw(port, request).catch(() => '')).toBe('')
  held.forEach((response) => {
    response()
  })
  expect(await first).toMatch(/^HTTP\/1\.1 200 /)
})

test('port in use: the message names it and the way on', async () => {
  const other = createTcpServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const server = createHttpServer()
  await expect(listen(server, { port, host: '127.0.0.1' })).rejects.toThrow(
    `Port ${port} is in use. Stop the other program or choose another port`,
  )
  other.close()
})

test('address that is not of this machine: the message names the setting', async () => {
  const server = createHttpServer()
  await expect(listen(server, { port: 0, host: '192.0.2.1' })).rejects.toThrow('HOST: 192.0.2.1')
})
