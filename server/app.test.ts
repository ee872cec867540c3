import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { createRequestHandler } from '@remix-run/express'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { RequestHandler } from 'express'
import { expect, test, vi } from 'vitest'
import { sendRaw, startTestHost } from '../test/start-test-host.ts'

const MB = 1024 * 1024

test('TRACE: 405 with Allow, and the app is not asked', async () => {
  const render = vi.fn<RequestHandler>()
  const { port } = await startTestHost({ render })
  const response = await sendRaw(port, 'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1\.1 405 /)
  expect(response).toMatch(/\r\nAllow: GET, HEAD, POST/)
  expect(render).not.toHaveBeenCalled()
})

test.each([
  ['with a space', 'Host: a b'],
  ['with a path', 'Host: localhost/x'],
  ['with userinfo', 'Host: localhost@evil.example'],
  ['with a port that is none', 'Host: localhost:99999'],
  ['empty', 'Host: '],
  ['sent twice', 'Host: localhost\r\nHost: evil.example'],
  ['forwarded and malformed', 'Host: localhost\r\nX-Forwarded-Host: a b'],
])('Host %s: 400, and the app is not asked', async (_case, headers) => {
  const render = vi.fn<RequestHandler>()
  const { port } = await startTestHost({ render })
  const response = await sendRaw(port, `GET / HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(render).not.toHaveBeenCalled()
})

test.each([
  ['a whole address', 'http://evil.example/'],
  ['no path', 'x'],
  ['an escape that cannot be read', '/%E0%A4%A'],
  ['a null character', '/a%00b'],
  ['data request of older Remix versions', '/admin/stats?_data=routes%2Fadmin'],
])('request target is %s: 400, and the app is not asked', async (_case, target) => {
  const render = vi.fn<RequestHandler>()
  const { port } = await startTestHost({ render })
  const response = await sendRaw(port, `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(render).not.toHaveBeenCalled()
})

test('OPTIONS: 204 with Allow, and the app is not asked', async () => {
  const render = vi.fn<RequestHandler>()
  const { origin } = await startTestHost({ render })
  const response = await fetch(`${origin}/products`, { method: 'OPTIONS' })
  expect(response.status).toBe(204)
  expect(response.headers.get('Allow')).toContain('PUT')
  expect(render).not.toHaveBeenCalled()
})

test('OPTIONS of the API: the app answers it, since it knows what each address allows', async () => {
  const { origin } = await startTestHost({ render: (_request, response) => void response.status(204).end() })
  const answer = await fetch(`${origin}/api/stats`, { method: 'OPTIONS' })
  expect(answer.headers.has('Allow')).toBe(false)
})

test.each(['null', 'https://evil.example', 'http://localhost.evil.example'])(
  'a form with the Origin %s: 403, and the app is not asked',
  async (foreign) => {
    const render = vi.fn<RequestHandler>()
    const { port } = await startTestHost({ render })
    const head = `POST /products HTTP/1.1\r\nHost: localhost:3000\r\nOrigin: ${foreign}\r\nConnection: close\r\n`
    const response = await sendRaw(port, `${head}Content-Length: 0\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 403 /)
    expect(render).not.toHaveBeenCalled()
  },
)

test.each([
  ['an escape that cannot be read', 'GET', '/api/%E0%A4%A', 400, 'malformed'],
  ['a data request', 'GET', '/api/stats.data', 404, 'not-found'],
  ['a method nobody knows', 'TRACE', '/api/stats', 405, 'method-not-allowed'],
])('%s of the API: refused in its own shape', async (_case, method, target, status, code) => {
  const { port } = await startTestHost()
  const response = await sendRaw(port, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(response).toContain(`HTTP/1.1 ${status} `)
  expect(response).toContain(`{"error":{"code":"${code}"`)
})

test('body announced as too large: 413 before any of it is read', async () => {
  const render = vi.fn<RequestHandler>()
  const { port } = await startTestHost({ render })
  const response = await sendRaw(port, `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${64 * MB + 1}\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 413 /)
  expect(response).toContain('larger than 64 MB')
  expect(render).not.toHaveBeenCalled()
})

test('body that turns out too large while it arrives: 413, and what the app reads ends in an error', async () => {
  const outcome: unknown[] = []
  let seen = 0
  const { origin, logLines } = await startTestHost({
    limits: { bodyBytes: MB },
    render: (request, response, next) => {
      // Remix's adapter does the same.
      const body = createReadableStreamFromReadable(request)
      countBytes(body, (count) => (seen += count)).then(
        () => outcome.push('whole'),
        (error: unknown) => {
          outcome.push(error)
          response.status(500)
          next(error)
        },
      )
    },
  })
  const answer = await fetch(origin, { method: 'POST', body: endless(3 * MB), duplex: 'half' })
  expect(answer.status).toBe(413)
  await vi.waitFor(() => {
    expect(outcome).toEqual([expect.any(Error)])
  })
  expect(seen).toBeLessThan(2 * MB)
  expect(logLines().map(({ msg, status }) => ({ msg, status }))).toEqual([{ msg: 'request', status: 413 }])
})

test.each([
  ['the app, which does not read it', 'POST /api/stats', 401],
  ['the app, which gives it up', 'POST /api/stats?read', 401],
  ['the host, before the app is asked', 'TRACE /', 405],
  ['the app in the place of memory', 'GET /', 401],
])('body without an end that is answered by %s: the connection is closed at the limit', async (_by, line, status) => {
  const { port, server } = await startTestHost({
    limits: { bodyBytes: MB },
    documents: ['/'],
    render: (request, response) => {
      if (request.originalUrl.endsWith('?read')) request.once('data', () => request.destroy())
      response.status(401).send('Log in first.')
    },
  })
  let bytesRead = () => 0
  server.tcp.once('connection', (socket: Socket) => (bytesRead = () => socket.bytesRead))
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')))
  // The host closes the connection while the test sends.
  socket.on('error', () => socket.destroy())
  socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`)
  const piece = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const send = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', send)
  send()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(bytesRead()).toBeLessThan(3 * MB)
})

test('body within the limit: arrives whole', async () => {
  const { origin } = await startTestHost({
    limits: { bodyBytes: MB },
    render: (request, response, next) => {
      text(request).then((body) => response.send(String(body.length)), next)
    },
  })
  const answer = await fetch(origin, { method: 'POST', body: 'x'.repeat(MB) })
  expect(await answer.text()).toBe(String(MB))
})

test('app refuses a large body half-way and cancels it: the client still gets the response', async () => {
  const { origin } = await startTestHost({
    render: (request, response, next) => {
      request.once('data', () => {
        // Cancelling a web stream made from the request does the same.
        request.destroy()
        setImmediate(() => response.status(422).send('refused').on('error', next))
      })
      request.resume()
    },
  })
  const answer = await fetch(origin, { method: 'POST', body: new Uint8Array(20 * MB) })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toBe('refused')
})

test('proxy not trusted: its headers do not reach the app, the request id and the address are ours', async () => {
  const headersSeen: string[] = []
  const { origin } = await startTestHost({
    render: (request, response) => {
      headersSeen.push(...Object.keys(request.headers))
      response.send(request.hostname)
    },
  })
  const answer = await fetch(origin, {
    headers: {
      'X-Forwarded-Host': 'evil.example:1',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'for=1.2.3.4',
      'X-Request-Id': 'given-by-a-stranger',
    },
  })
  expect(await answer.text()).toBe('127.0.0.1')
  expect(headersSeen).not.toContain('x-forwarded-host')
  expect(headersSeen).not.toContain('x-forwarded-proto')
  expect(headersSeen).not.toContain('forwarded')
  expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
})

test('X-Forwarded-For without a trusted proxy: one warning that names the setting and what it costs', async () => {
  const { origin, logLines } = await startTestHost()
  for (const address of ['198.51.100.1', '198.51.100.2']) {
    await fetch(origin, { headers: { 'X-Forwarded-For': address } })
  }
  const warnings = logLines().filter(({ msg }) => msg.includes('TRUST_PROXY'))
  expect(warnings).toHaveLength(1)
  expect(warnings[0]?.msg).toContain('count as one address')
})

test('proxy trusted: host, scheme and request id are the ones it gives', async () => {
  const { origin } = await startTestHost({
    trustProxy: true,
    publicOrigin: 'https://www.example.com',
    render: (request, response) => void response.send(`${request.protocol}://${request.hostname}`),
  })
  const answer = await fetch(origin, {
    headers: { 'X-Forwarded-Host': 'www.example.com', 'X-Forwarded-Proto': 'https', 'X-Request-Id': 'proxy-0001' },
  })
  expect(await answer.text()).toBe('https://www.example.com')
  expect(answer.headers.get('X-Request-Id')).toBe('proxy-0001')
})

const RESPONSES = {
  '/silent': {},
  '/public': { 'Cache-Control': 'public, max-age=60' },
  '/with-cookie': { 'Cache-Control': 'public, max-age=60', 'Set-Cookie': 'a=b' },
  '/admin': { 'Cache-Control': 'public, max-age=60' },
  '/x/../admin/files/list?n=1': { 'Cache-Control': 'public, max-age=60' },
  '//admin/files/list': {},
}

test.each([
  ['/silent', 'no-store'],
  ['/public', 'public, max-age=60'],
  ['/with-cookie', 'no-store'],
  ['/admin', 'no-store'],
  ['/x/../admin/files/list?n=1', 'no-store'],
  ['//admin/files/list', 'no-store'],
] as const)('%s, read or sent a form: Cache-Control is %s', async (target, cacheControl) => {
  const render: RequestHandler = (_request, response) => void response.set(RESPONSES[target]).send('page')
  const { port } = await startTestHost({ render })
  for (const method of ['GET', 'POST']) {
    const response = await sendRaw(port, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(response.match(/^Cache-Control: .*$/gm)).toEqual([`Cache-Control: ${cacheControl}`])
  }
})

test.each([
  ['GET', '/%61dmin/files/list?q=%61', 'http://localhost:3000/admin/files/list?q=%61'],
  ['HEAD', '/%70roducts', 'http://localhost:3000/products'],
  ['GET', '/api/%73tats', 'http://localhost:3000/api/stats'],
  ['GET', '/uploads/%61.pdf', 'http://localhost:3000/uploads/a.pdf'],
  ['GET', '//evil.example/%61', 'http://localhost:3000//evil.example/a'],
  ['GET', '/%2e%2e//evil.example', 'http://localhost:3000/..//evil.example'],
])('%s %s, with escapes that nothing needs: 308 to %s, kept by no cache', async (method, target, location) => {
  const render = vi.fn<RequestHandler>()
  const { port } = await startTestHost({ render })
  const response = await sendRaw(
    port,
    `${method} ${target} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`,
  )
  expect(response).toMatch(/^HTTP\/1\.1 308 /)
  expect(response).toContain(`\r\nLocation: ${location}\r\n`)
  expect(response).toContain('\r\nCache-Control: no-store\r\n')
  expect(render).not.toHaveBeenCalled()
})

test('a form sent to an address with escapes that nothing needs: handed on as it is, kept by no cache', async () => {
  const { port } = await startTestHost()
  const head = 'POST /%61dmin/stats HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
  const response = await sendRaw(port, head)
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
  expect(response).toContain('\r\nCache-Control: no-store\r\n')
})

test('any response: carries the security headers once, HSTS only where the site is served over https', async () => {
  const render: RequestHandler = (_request, response) => {
    // Remix's adapter sets the headers of a route in the same way.
    response.append('Referrer-Policy', 'no-referrer').send('page')
  }
  const plain = await startTestHost({ render })
  const secure = await startTestHost({ render, publicOrigin: 'https://www.example.com' })
  for (const address of ['/', '/favicon.svg', '/healthz', '/assets/none.js']) {
    const { headers } = await fetch(plain.origin + address)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(headers.get('X-Powered-By')).toBeNull()
    expect(headers.get('Strict-Transport-Security')).toBeNull()
  }
  const page = await fetch(secure.origin)
  expect(page.headers.get('Referrer-Policy')).toBe('no-referrer')
  expect(page.headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
})

test('static files: hashed ones are kept for a year, others for an hour, unknown assets are a plain 404', async () => {
  const render = vi.fn<RequestHandler>()
  const { origin } = await startTestHost({ render })
  const asset = await fetch(`${origin}/assets/app-1a2b3c.js`)
  expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  const icon = await fetch(`${origin}/favicon.svg`)
  expect(icon.headers.get('Cache-Control')).toBe('public, max-age=3600')
  expect(icon.headers.get('Content-Type')).toBe('image/svg+xml')
  const unknown = await fetch(`${origin}/assets/app-000000.js`)
  expect(unknown.status).toBe(404)
  expect(unknown.headers.get('Content-Type')).toMatch(/^text\/plain/)
  expect(render).not.toHaveBeenCalled()
})

test.each(['//', '/?', '/a//b?x=%', '/?%E0%A4%A'])('odd address %s: answered, not failed over', async (target) => {
  const { port } = await startTestHost()
  const response = await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 200 /)
})

test('app fails: 500 in plain text with the request id and without the cause, which the log has', async () => {
  const { origin, logLines } = await startTestHost({
    render: () => {
      throw new Error('the cause')
    },
  })
  const response = await fetch(origin)
  const body = await response.text()
  const id = response.headers.get('X-Request-Id') ?? 'none'
  expect(response.status).toBe(500)
  expect(body).toBe(`Something went wrong.\nRequest ${id}\n`)
  expect(logLines()[0]).toMatchObject({ id, err: { message: 'the cause' } })
})

test('log: path and names of query parameters, never their values, cookies or tokens', async () => {
  const { origin, logLines } = await startTestHost()
  await fetch(`${origin}/admin/login?returnTo=secret-1`, {
    method: 'POST',
    body: 'password=secret-2',
    headers: { Cookie: 'session=secret-3', Authorization: 'Bearer secret-4' },
  })
  await vi.waitFor(() => {
    expect(logLines()).toHaveLength(1)
  })
  expect(logLines()[0]).toMatchObject({ method: 'POST', path: '/admin/login', query: ['returnTo'], status: 200 })
  expect(JSON.stringify(logLines())).not.toContain('secret')
})

test('readiness off: /readyz responds with 503, /healthz 200, and responses close their connection', async () => {
  const { origin, readiness } = await startTestHost()
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  readiness.isReady = false
  const ready = await fetch(`${origin}/readyz`)
  expect(ready.status).toBe(503)
  expect(ready.headers.get('Connection')).toBe('close')
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
})

test('a problem of the app: /readyz names it and stays 200, unless the process must get no more requests', async () => {
  const { origin, health } = await startTestHost()
  health.found.push('data-read-only')
  const degraded = await fetch(`${origin}/readyz`)
  expect([degraded.status, await degraded.text()]).toEqual([200, 'ready\ndata-read-only\n'])
  health.isReady = false
  const unready = await fetch(`${origin}/readyz`)
  expect([unready.status, await unready.text()]).toEqual([503, 'not ready\ndata-read-only\n'])
})

test('the adapter of Remix in front of a build: its own failure becomes the plain 500', async () => {
  const broken = { routes: {}, entry: { module: {} }, assets: {}, future: {} }
  // @ts-expect-error Not a build at all.
  const handle = createRequestHandler({ build: broken, mode: 'production' })
  const { origin } = await startTestHost({ render: (request, response, next) => void handle(request, response, next) })
  expect((await fetch(origin)).status).toBe(500)
})

async function countBytes(body: ReadableStream<Uint8Array>, add: (count: number) => void) {
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) add(part.value.byteLength)
}

function endless(length: number) {
  const chunk = new Uint8Array(64 * 1024)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= length) controller.close()
      else controller.enqueue(chunk)
      sent += chunk.byteLength
    },
  })
}

test.each([
  ['a visitor', {}, 'br'],
  ['a browser without brotli', { 'Accept-Encoding': 'gzip' }, 'gzip'],
  ['a browser that compresses nothing', { 'Accept-Encoding': 'identity' }, null],
  ['a person who may be logged in', { Cookie: 'session=open' }, null],
  ['a program with a token', { Authorization: 'Bearer live' }, null],
])('a page that is rendered for one request of %s: coded as %s', async (_case, headers, coding) => {
  const page = '<p>PV 90 S</p>'.repeat(500)
  const { origin } = await startTestHost({ render: (_request, response) => void response.type('html').send(page) })
  const response = await fetch(`${origin}/products/grades?q=pv`, {
    headers: { 'Accept-Encoding': 'gzip, br', ...headers },
  })
  expect(response.headers.get('Content-Encoding')).toBe(coding)
  expect(await response.text()).toBe(page)
})
