import { EventEmitter, once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { testFileBody, type TestFileBody } from '../../test/file-body.ts'
import { LIBRARY_BROTLI, sendRaw, startTestHost } from '../../test/start-test-host.ts'
import type { FileResponse, FileBody } from '#app/cms/host-interface.ts'
import type { Handle } from './public-responses.ts'

const PAGE = '<p>A page in UTF-8 – हिन्दी – long enough to be compressed.</p>'.repeat(50)
const PUBLIC = { 'Cache-Control': 'public, max-age=0, must-revalidate', 'Content-Type': 'text/html; charset=utf-8' }

/** A page that contains how often it was rendered. */
function countedPage(headers: Record<string, string> = PUBLIC, status = 200) {
  let made = 0
  const handle = vi.fn<Handle>(() => {
    made += 1
    return Promise.resolve(new Response(`${PAGE}${made}`, { status, headers }))
  })
  return handle
}

function fileOf(body: FileBody): FileResponse {
  return { status: 200, headers: [['Content-Length', String(body.size)]], body }
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Sends a request with the given headers only. Does not decompress the response. */
async function ask(
  origin: string,
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const sent = httpRequest(origin, { path: target, headers, method }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
}

test('a document: carries its headers for shared caches, and an unknown address carries none', async () => {
  const { origin } = await startTestHost({
    documents: ['/'],
    handle: (request) =>
      Promise.resolve(
        new Response(PAGE, { status: new URL(request.url).pathname === '/' ? 200 : 404, headers: PUBLIC }),
      ),
  })
  expect((await ask(origin, '/')).headers['cache-tag']).toBe('document /')
  expect((await ask(origin, '/nowhere')).headers['cache-tag']).toBeUndefined()
})

test.each([
  ['sets a cookie', { ...PUBLIC, 'Set-Cookie': 'a=b' }, 200],
  ['is private', { ...PUBLIC, 'Cache-Control': 'private' }, 200],
  ['does not say who may keep it', { 'Content-Type': 'text/html' }, 200],
  ['differs by request', { ...PUBLIC, Vary: 'Cookie' }, 200],
  ['is not found', PUBLIC, 404],
  ['failed', PUBLIC, 500],
  ['leads elsewhere', { ...PUBLIC, Location: '/' }, 308],
])('a document that %s: not kept, each visitor gets a response of their own', async (_case, headers, status) => {
  const handle = countedPage(headers, status)
  const { origin } = await startTestHost({
    documents: ['/'],
    handle,
    render: (request, response) => void response.send(`for ${String(request.headers['x-visitor'])}`),
  })
  for (const visitor of ['one', 'two']) {
    expect((await ask(origin, '/', { 'X-Visitor': visitor })).body.toString()).toBe(`for ${visitor}`)
  }
  // Called once, to find that the response cannot be cached.
  expect(handle).toHaveBeenCalledOnce()
})

test('a document that cannot be made: the app answers, and the log has the cause', async () => {
  const { origin, logLines } = await startTestHost({
    documents: ['/'],
    handle: () => Promise.reject(new Error('cause')),
  })
  expect((await ask(origin, '/')).body.toString()).toBe('page')
  expect(logLines().some(({ msg }) => msg === 'a response could not be rendered for the cache')).toBe(true)
})

test.each([
  ['another method', 'POST', '/', {}],
  ['a body', 'GET', '/', { 'Content-Length': '0' }],
  ['an address that is no public document', 'GET', '/admin', {}],
])('%s: goes on to the app', async (_case, method, target, headers) => {
  const handle = countedPage()
  const { origin } = await startTestHost({ documents: ['/'], handle })
  expect((await ask(origin, target, headers, method)).body.toString()).toBe('page')
  expect(handle).not.toHaveBeenCalled()
})

test('_data in the address of a document: refused as everywhere', async () => {
  const { origin } = await startTestHost({ documents: ['/'], handle: countedPage() })
  expect((await ask(origin, '/?_data=root')).status).toBe(400)
})

test('_data in the path of a file: no data request, so it is cached as all others', async () => {
  const handle = countedPage()
  const { origin } = await startTestHost({ documents: ['/price_data.pdf'], handle })
  for (let time = 0; time < 2; time += 1) expect((await ask(origin, '/price_data.pdf')).status).toBe(200)
  expect(handle).toHaveBeenCalledTimes(1)
})

test.each(['/?_data=root', '/?%5Fdata=root', '/?a=1&_d%61ta', '/?_data'])(
  'the parameter _data, written as %s: refused',
  async (target) => {
    const { origin } = await startTestHost({ handle: countedPage() })
    expect((await ask(origin, target)).status).toBe(400)
  },
)

test('a document: made once, then the same answer for whoever asks, whatever they send', async () => {
  const handle = countedPage()
  const { origin } = await startTestHost({ documents: ['/'], handle })
  const first = await ask(origin, '/')
  const second = await ask(origin, '/?utm_source=mail', {
    Cookie: 'session=administrator',
    Authorization: 'Bearer token',
    'Accept-Language': 'hi',
    'User-Agent': 'other',
    'X-Forwarded-Host': 'localhost',
    Range: 'bytes=0-5',
  })
  expect(first.body.toString()).toBe(`${PAGE}1`)
  expect(second).toEqual({ ...first, headers: { ...first.headers, date: second.headers.date } })
  expect(handle).toHaveBeenCalledOnce()
})

test('the request a document is made from: holds the address and nothing of the visitor', async () => {
  const handle = countedPage()
  const { origin } = await startTestHost({ documents: ['/products'], handle, publicOrigin: 'https://www.example.com' })
  await ask(origin, '/products?evil=1', { Cookie: 'a=b', 'X-Anything': 'x' })
  const [asked] = handle.mock.calls[0] ?? []
  expect([asked?.url, asked?.method, [...(asked?.headers ?? [])]]).toEqual([
    'https://www.example.com/products',
    'GET',
    [],
  ])
})

test('a hundred visitors at once: one render, and all get it', async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const handle = vi.fn<Handle>(async () => {
    await gate
    return new Response(PAGE, { headers: PUBLIC })
  })
  const { origin, server } = await startTestHost({ documents: ['/'], handle })
  const visitors = Array.from({ length: 100 }, () => ask(origin, '/'))
  await vi.waitFor(async () => {
    expect(await new Promise((resolve) => server.tcp.getConnections((_error, count) => resolve(count)))).toBe(100)
  })
  release()
  const responses = await Promise.all(visitors)
  expect(new Set(responses.map(({ status, body }) => `${status} ${body.toString()}`))).toEqual(new Set([`200 ${PAGE}`]))
  expect(handle).toHaveBeenCalledOnce()
})

test('content changes: the very next request sees it, also while an older render is under way', async () => {
  const releases: (() => void)[] = []
  let made = 0
  const handle = vi.fn<Handle>(async () => {
    made += 1
    const version = made
    await new Promise<void>((resolve) => releases.push(resolve))
    return new Response(`version ${version}`, { headers: PUBLIC })
  })
  const { origin, changeContent } = await startTestHost({ documents: ['/'], handle })
  const before = ask(origin, '/')
  await vi.waitFor(() => {
    expect(releases).toHaveLength(1)
  })
  changeContent()
  const after = ask(origin, '/')
  await vi.waitFor(() => {
    expect(releases).toHaveLength(2)
  })
  // The newer render is ready first. The older one must not replace it.
  releases[1]?.()
  expect((await after).body.toString()).toBe('version 2')
  releases[0]?.()
  expect((await before).body.toString()).toBe('version 1')
  expect((await ask(origin, '/')).body.toString()).toBe('version 2')
  expect(handle).toHaveBeenCalledTimes(2)
})

test('every coding: unpacks to the same page, is shorter than it and says how it is packed', async () => {
  const { origin } = await startTestHost({ documents: ['/'], handle: countedPage() })
  const plain = await ask(origin, '/')
  expect(plain.headers['content-encoding']).toBeUndefined()
  for (const [coding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const packed = await ask(origin, '/', { 'Accept-Encoding': coding })
    expect(packed.headers).toMatchObject({
      'content-encoding': coding,
      vary: 'Accept-Encoding',
      etag: plain.headers.etag,
    })
    expect(Number(packed.headers['content-length'])).toBe(packed.body.length)
    expect(packed.body.length).toBeLessThan(plain.body.length)
    expect(unpack(packed.body)).toEqual(plain.body)
  }
})

test('a page of a megabyte: arrives whole', async () => {
  const large = '<p>x – हिन्दी</p>'.repeat(50_000)
  const handle = () => Promise.resolve(new Response(large, { headers: PUBLIC }))
  const { origin } = await startTestHost({ documents: ['/'], handle })
  expect((await ask(origin, '/')).body.toString()).toBe(large)
})

test('a client that refuses every coding there is: 406', async () => {
  const { origin } = await startTestHost({ documents: ['/'], handle: countedPage() })
  expect((await ask(origin, '/', { 'Accept-Encoding': 'identity;q=0' })).status).toBe(406)
})

test('a response too short to gain from it: not compressed', async () => {
  const handle = () => Promise.resolve(new Response('short', { headers: PUBLIC }))
  const { origin } = await startTestHost({ documents: ['/'], handle })
  const { headers, body } = await ask(origin, '/', { 'Accept-Encoding': 'br, gzip' })
  expect([body.toString(), headers['content-encoding'], headers.vary]).toEqual(['short', undefined, undefined])
})

test('HEAD: the headers of GET without the bytes, also where the page is made for it', async () => {
  const { origin } = await startTestHost({ documents: ['/'], handle: countedPage() })
  const head = await ask(origin, '/', { 'Accept-Encoding': 'br' }, 'HEAD')
  const got = await ask(origin, '/', { 'Accept-Encoding': 'br' })
  expect([head.status, head.body.length]).toEqual([200, 0])
  expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' })
})

test('a visitor who has the page: 304 with its tag, policy and rules, without the bytes', async () => {
  const handle = countedPage({ ...PUBLIC, 'Content-Security-Policy': "default-src 'none'" })
  const { origin } = await startTestHost({ documents: ['/'], handle })
  const { headers } = await ask(origin, '/')
  const etag = headers.etag ?? ''
  const opaque = etag.replace('W/', '')
  for (const condition of [etag, opaque, `"other", ${etag}`, `W/"other",${opaque}`, '*']) {
    const response = await ask(origin, '/', { 'If-None-Match': condition, 'Accept-Encoding': 'br' })
    expect([response.status, response.body.length, condition]).toEqual([304, 0, condition])
    expect(response.headers).toMatchObject({
      etag,
      vary: 'Accept-Encoding',
      'cache-control': PUBLIC['Cache-Control'],
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers).not.toHaveProperty('content-type')
  }
  for (const condition of ['"other"', opaque.slice(1, -1), 'W/"', '']) {
    expect((await ask(origin, '/', { 'If-None-Match': condition })).status).toBe(200)
  }
})

test('another policy with the same page: another tag, so that browsers take it over', async () => {
  let policy = "default-src 'none'"
  const handle = () =>
    Promise.resolve(new Response(PAGE, { headers: { ...PUBLIC, 'Content-Security-Policy': policy } }))
  const { origin, changeContent } = await startTestHost({ documents: ['/'], handle })
  const { etag } = (await ask(origin, '/')).headers
  policy = "default-src 'self'"
  changeContent()
  expect((await ask(origin, '/', { 'If-None-Match': etag ?? '' })).headers['content-security-policy']).toBe(policy)
})

test('a visitor under another of our names: the policy names the origin they use', async () => {
  const policy = 'script-src https://www.example.com/assets/; frame-src https://www.example.com.maps.example'
  const handle = () =>
    Promise.resolve(new Response(PAGE, { headers: { ...PUBLIC, 'Content-Security-Policy': policy } }))
  const { origin } = await startTestHost({ documents: ['/'], handle, publicOrigin: 'https://www.example.com' })
  const own = await ask(origin, '/', { Host: 'www.example.com' })
  const local = await ask(origin, '/', { Host: 'localhost:8080' })
  expect(own.headers['content-security-policy']).toBe(policy)
  expect(local.headers['content-security-policy']).toBe(
    'script-src http://localhost:8080/assets/; frame-src https://www.example.com.maps.example',
  )
})

test('behind a proxy: each name of the site gets the same policy, and others get no page', async () => {
  const policy = 'script-src https://www.example.com/assets/ example.com:*/assets/'
  const handle = () =>
    Promise.resolve(new Response(PAGE, { headers: { ...PUBLIC, 'Content-Security-Policy': policy } }))
  const { origin } = await startTestHost({
    documents: ['/'],
    handle,
    publicOrigin: 'https://www.example.com',
    allowedHosts: ['example.com'],
    trustProxy: true,
  })
  const own = await ask(origin, '/', { Host: 'www.example.com' })
  const other = await ask(origin, '/', { Host: 'example.com:99' })
  expect([own, other].map(({ headers }) => headers['content-security-policy'])).toEqual([policy, policy])
  expect(other.headers.etag).toBe(own.headers.etag)
  const local = await ask(origin, '/', { Host: 'localhost:99' })
  expect([local.status, local.headers.etag]).toEqual([421, undefined])
})

test('an asset whose brotli form the build has made: that one is sent, and the others are as they were', async () => {
  const { origin } = await startTestHost()
  const asset = await ask(origin, '/assets/lib-4d5e6f.js', { 'Accept-Encoding': 'gzip, br' })
  expect(asset.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/javascript; charset=utf-8' })
  expect(asset.body).toEqual(LIBRARY_BROTLI)
  const other = await ask(origin, '/assets/lib-4d5e6f.js', { 'Accept-Encoding': 'gzip' })
  expect(gunzipSync(other.body)).toEqual(brotliDecompressSync(LIBRARY_BROTLI))
})

test('two requests in one packet: answered in their order', async () => {
  const { port } = await startTestHost({ documents: ['/'], handle: countedPage({ ...PUBLIC, 'X-Kind': 'document' }) })
  const head = 'Host: localhost\r\n'
  const responses = await sendRaw(
    port,
    `GET / HTTP/1.1\r\n${head}\r\nGET /slow HTTP/1.1\r\n${head}\r\nGET / HTTP/1.1\r\n${head}Connection: close\r\n\r\n`,
  )
  expect(responses.match(/X-Kind: document|page$|\npage/g)).toEqual(['X-Kind: document', '\npage', 'X-Kind: document'])
})

test('stopping: documents come from the app, which closes the connection', async () => {
  const { origin, readiness } = await startTestHost({ documents: ['/'], handle: countedPage() })
  await ask(origin, '/')
  readiness.isReady = false
  const response = await ask(origin, '/')
  expect([response.body.toString(), response.headers.connection]).toEqual(['page', 'close'])
})

test('static files: from memory with a tag, packed where it helps, parts where asked, nothing outside the folders', async () => {
  const { origin } = await startTestHost()
  const asset = await ask(origin, '/assets/app-1a2b3c.js', { 'Accept-Encoding': 'br' })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  const unpacked = brotliDecompressSync(asset.body)
  const part = await ask(origin, '/assets/app-1a2b3c.js', { Range: 'bytes=0-5' })
  expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 0-5/${unpacked.length}`])
  expect(part.body).toEqual(unpacked.subarray(0, 6))
  expect((await ask(origin, '/assets/app-1a2b3c.js', { Range: 'bytes=99999-' })).status).toBe(416)
  const again = { 'If-None-Match': asset.headers.etag ?? '' }
  expect((await ask(origin, '/assets/app-1a2b3c.js', again)).status).toBe(304)
  for (const target of ['/assets/../../favicon.svg', '/assets/%2e%2e/x', '/../package.json']) {
    expect((await ask(origin, target)).body.toString()).not.toContain('svg')
  }
})

test('a file for a client that reads nothing: only what buffers hold is read from disk', async () => {
  const body = testFileBody(200 * 1024 * 1024)
  const { port } = await startTestHost({ serveFile: () => Promise.resolve(fileOf(body)) })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /uploads/film.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n')
  socket.pause()
  let before = -1
  await vi.waitFor(
    () => {
      const isStill = body.taken() > 0 && body.taken() === before
      before = body.taken()
      expect(isStill).toBe(true)
    },
    { interval: 200, timeout: 5_000 },
  )
  expect(body.taken()).toBeLessThan(body.size / 10)
  socket.destroy()
  await vi.waitFor(() => {
    expect(body.isClosed()).toBe(true)
  })
})

test('files asked for one behind the other over a connection that is then cut: one at a time is opened, and closed', async () => {
  const bodies: TestFileBody[] = []
  const { port } = await startTestHost({
    serveFile: () => {
      const body = testFileBody(200 * 1024 * 1024)
      bodies.push(body)
      return Promise.resolve(fileOf(body))
    },
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /uploads/film.mp4 HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3))
  socket.pause()
  await vi.waitFor(() => {
    expect(bodies).toHaveLength(1)
  })
  socket.destroy()
  await vi.waitFor(() => {
    expect(bodies[0]?.isClosed()).toBe(true)
  })
  expect(bodies).toHaveLength(1)
})

test('a file: conditions and range reach the app, the response carries the headers of every response', async () => {
  const seen: (string | undefined)[] = []
  const { origin, logLines } = await startTestHost({
    serveFile: (pathname, { method, header }) => {
      seen.push(pathname, method, header('range'), header('if-none-match'))
      return Promise.resolve({ status: 304, headers: [['Cross-Origin-Resource-Policy', 'same-site']], body: undefined })
    },
  })
  const response = await ask(origin, '/uploads/x.pdf?y=1', { Range: 'bytes=0-1', 'If-None-Match': '"a"' })
  expect(seen).toEqual(['/uploads/x.pdf', 'GET', 'bytes=0-1', '"a"'])
  expect(response.status).toBe(304)
  expect(response.headers).toMatchObject({
    'cross-origin-resource-policy': 'same-site',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  await vi.waitFor(() => {
    expect(logLines().map(({ path, status }) => ({ path, status }))).toEqual([{ path: '/uploads/x.pdf', status: 304 }])
  })
})

test('a file that cannot be read half-way: the connection is cut, so that nobody takes it for whole', async () => {
  const { origin, logLines } = await startTestHost({
    serveFile: () => Promise.resolve(fileOf(testFileBody(5000, { endsAt: 1000 }))),
  })
  await expect(ask(origin, '/uploads/x.pdf')).rejects.toThrow()
  expect(logLines().some(({ msg }) => msg === 'a file could not be sent')).toBe(true)
})

test.each([
  ['a picture', 'x.avif', 'image/avif', 7],
  ['a document', 'x.pdf', 'application/pdf', 1024 * 1024],
  ['text', 'x.png', 'text/vtt', 5_000],
])('%s: read once, then from memory until content changes, as it is', async (_case, name, type, size) => {
  let reads = 0
  const { origin, changeContent } = await startTestHost({
    serveFile: () => {
      reads += 1
      return Promise.resolve({
        status: 200,
        headers: [
          ['Content-Type', type],
          ['Content-Length', String(size)],
          ['Cache-Control', 'public, max-age=300'],
          ['ETag', '"7-1"'],
        ],
        body: testFileBody(size),
      })
    },
  })
  for (let round = 0; round < 3; round += 1) {
    const { body, headers } = await ask(origin, `/uploads/${name}`, { 'Accept-Encoding': 'br' })
    expect([body.equals(Buffer.alloc(size)), headers.etag, headers['content-encoding']]).toEqual([
      true,
      '"7-1"',
      undefined,
    ])
  }
  expect(reads).toBe(1)
  changeContent()
  await ask(origin, `/uploads/${name}`)
  expect(reads).toBe(2)
})

test('slow readers that hold many bytes: files that are not in memory are streamed, the others come from it', async () => {
  const reads = new Map<string, number>()
  const { origin, unread } = await startTestHost({
    serveFile: (pathname) => {
      reads.set(pathname, (reads.get(pathname) ?? 0) + 1)
      const headers: FileResponse['headers'] = [
        ['Content-Length', '7'],
        ['Cache-Control', 'public'],
      ]
      return Promise.resolve({ status: 200, headers, body: testFileBody(7) })
    },
  })
  await ask(origin, '/uploads/before.pdf')
  const readers = new EventEmitter().setMaxListeners(100)
  for (let count = 0; count < 32; count += 1) unread.add(Buffer.alloc(1024 * 1024), readers)
  for (let round = 0; round < 3; round += 1) {
    for (const name of ['before', 'after']) expect((await ask(origin, `/uploads/${name}.pdf`)).body.length).toBe(7)
  }
  expect(Object.fromEntries(reads)).toEqual({ '/uploads/before.pdf': 1, '/uploads/after.pdf': 3 })
  readers.emit('close')
  for (let round = 0; round < 3; round += 1) await ask(origin, '/uploads/after.pdf')
  expect(reads.get('/uploads/after.pdf')).toBe(4)
})

test('a large file: from disk at its first request only; a file that must not be kept: each time', async () => {
  const sizes = { '/uploads/large.png': String(1025 * 1024), '/uploads/early.png': '7' }
  let reads = 0
  const { origin } = await startTestHost({
    serveFile: (pathname) => {
      reads += 1
      const isEarly = pathname.includes('early')
      const length = isEarly ? sizes['/uploads/early.png'] : sizes['/uploads/large.png']
      return Promise.resolve({
        status: 200,
        headers: [
          ['Content-Length', length],
          ['Cache-Control', isEarly ? 'no-store' : 'public'],
        ],
        body: testFileBody(Number(length)),
      })
    },
  })
  for (const [target, length] of Object.entries(sizes)) {
    reads = 0
    const reading: number[] = []
    for (let round = 0; round < 3; round += 1) {
      expect((await ask(origin, target)).body.length).toBe(Number(length))
      reading.push(reads)
    }
    // Opened once to find that it is not cached. Then for each response, or once more to read it into memory.
    expect(reading).toEqual(target.includes('early') ? [2, 3, 4] : [2, 3, 3])
  }
})

/** The production host with one document of 5 MB. `reads` are the sizes of its bodies that were opened. */
async function startWithLargeDocument() {
  const size = 5_000_000
  const bodies: TestFileBody[] = []
  const host = await startTestHost({
    serveFile: (_pathname, { header }) => {
      const headers: FileResponse['headers'] = [
        ['Cache-Control', 'public, max-age=300'],
        ['ETag', '"7-1"'],
      ]
      if (header('if-none-match') === '"7-1"') return Promise.resolve({ status: 304, headers, body: undefined })
      const body = testFileBody(size)
      bodies.push(body)
      return Promise.resolve({ status: 200, headers: [...headers, ['Content-Length', String(size)]], body })
    },
  })
  const wholeReads = () => bodies.filter((body) => body.taken() === size).length
  /** Requests the document twice: the second request reads it into memory. */
  const request = async () => {
    await ask(host.origin, '/uploads/large.pdf')
    await ask(host.origin, '/uploads/large.pdf')
  }
  return { ...host, size, bodies, wholeReads, request }
}

test.each([
  ['on the fast path', {}],
  ['through Node’s parser', { Accept: 'x'.repeat(5_000), Expect: 'nothing' }],
])('a large document in demand, %s: from memory, also after a change of other content', async (_case, headers) => {
  const { origin, size, bodies, wholeReads, request, changeContent } = await startWithLargeDocument()
  await request()
  expect(wholeReads()).toBe(2)
  const opened = bodies.length
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await ask(origin, '/uploads/large.pdf', headers, method)
    expect([response.status, response.headers['content-length']]).toEqual([200, String(size)])
    expect(response.body.equals(Buffer.alloc(method === 'GET' ? size : 0))).toBe(true)
  }
  changeContent()
  expect((await ask(origin, '/uploads/large.pdf', headers)).body.length).toBe(size)
  expect(bodies.length).toBe(opened)
  expect(bodies.every((body) => body.isClosed())).toBe(true)
})

test('a large document for a client that reads nothing: its bytes count as unread until the client is gone', async () => {
  const { port, size, request, unread } = await startWithLargeDocument()
  await request()
  const socket = connect(port, '127.0.0.1')
  socket.pause().write('GET /uploads/large.pdf HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await vi.waitFor(() => {
    expect([unread.bytes, unread.largeBytes]).toEqual([0, size])
  })
  socket.destroy()
  await vi.waitFor(() => {
    expect(unread.largeBytes).toBe(0)
  })
})

test('an error of the host itself: this request gets 500, the log has the cause, others go on', async () => {
  const { port, origin, logLines } = await startTestHost({
    documents: ['/'],
    addressOf: (target) => {
      if (target === '/broken') throw new Error('cause')
      return target === '/' ? target : undefined
    },
    handle: countedPage(),
    serveFile: () => {
      throw new Error('cause')
    },
  })
  const get = (target: string, fields = '') => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`
  // On the fast path, through Node's parser, and while a file is opened.
  expect(await sendRaw(port, get('/broken', 'Connection: close\r\n'))).toMatch(/^HTTP\/1\.1 500 /)
  const response = await sendRaw(port, get('/broken', 'X: 1\r\nX: 2\r\nConnection: close\r\n'))
  expect(response).toMatch(/^HTTP\/1\.1 500 /)
  expect(response).toMatch(/\r\n\r\nSomething went wrong\.\nRequest [\w-]{36}\n$/)
  expect(await sendRaw(port, get('/uploads/x.pdf', 'Connection: close\r\n'))).toMatch(/^HTTP\/1\.1 500 /)
  expect((await ask(origin, '/')).status).toBe(200)
  const causes = logLines().filter(({ err }) => err !== undefined)
  expect(causes.map(({ msg }) => msg)).toEqual([
    'A request failed',
    'request failed',
    'request failed',
    'a response could not be rendered for the cache',
    'request failed',
  ])
})

test('addresses that are none: one render for all, with its status and headers, until content changes', async () => {
  let made = 0
  const { origin, changeContent } = await startTestHost({
    unknownAddressOf: (target) => (target.startsWith('/x') ? '/~' : undefined),
    handle: (request) => {
      made += 1
      const headers = {
        'Content-Type': 'text/html',
        'Cache-Control': 'no-store',
        'X-Made-For': new URL(request.url).pathname,
      }
      return Promise.resolve(new Response(`${PAGE}${made}`, { status: 404, headers }))
    },
  })
  for (let n = 0; n < 20; n += 1) {
    const fields = n % 2 === 0 ? {} : { Connection: 'close', 'If-None-Match': '*', Cookie: 'session=open' }
    const response = await ask(origin, `/x${n}?y=${n}`, { 'Accept-Encoding': 'br', ...fields })
    expect(response).toMatchObject({
      status: 404,
      headers: {
        'cache-control': 'no-store',
        'content-encoding': 'br',
        'x-content-type-options': 'nosniff',
        'x-made-for': '/~',
      },
    })
    expect(response.headers).not.toHaveProperty('etag')
    expect(brotliDecompressSync(response.body).toString()).toBe(`${PAGE}1`)
  }
  const head = await ask(origin, '/xyz', {}, 'HEAD')
  expect([head.status, head.body.length]).toEqual([404, 0])
  changeContent()
  expect((await ask(origin, '/x')).body.toString()).toBe(`${PAGE}2`)
})

test('an address that was taken for none, but is something: the app answers', async () => {
  const { origin } = await startTestHost({ unknownAddressOf: () => '/~', handle: countedPage() })
  expect((await ask(origin, '/x')).body.toString()).toBe('page')
})

test('addresses of the host itself: never taken for unknown', async () => {
  const { origin } = await startTestHost({ unknownAddressOf: () => '/~', handle: countedPage({}, 404) })
  for (const target of ['/healthz', '/readyz', '/favicon.svg', '/fav%69con.svg', '/assets/app-1a2b3c.js']) {
    for (const fields of [{}, { Range: 'bytes=0-' }, { 'If-Match': '*' }]) {
      expect([(await ask(origin, target, fields)).status, target]).not.toEqual([404, target])
    }
  }
  expect((await ask(origin, '/assets/none.js')).body.toString()).toMatch(/^Not found\./)
})

test('a response whose tag stands for its bytes: sent in no other coding', async () => {
  const handle = () => Promise.resolve(Response.json([PAGE], { headers: { 'Cache-Control': 'public', ETag: '"v1"' } }))
  const { origin } = await startTestHost({ documents: ['/api/stats'], handle })
  const { headers, body } = await ask(origin, '/api/stats', { 'Accept-Encoding': 'br, gzip' })
  expect([headers.etag, headers['content-encoding'], headers.vary]).toEqual(['"v1"', undefined, undefined])
  expect(JSON.parse(body.toString())).toEqual([PAGE])
  expect((await ask(origin, '/api/stats', { 'If-None-Match': '"v1"' })).status).toBe(304)
})

test.each([
  ['If-Match', '"other"'],
  ['If-Unmodified-Since', 'Mon, 01 Jan 2001 00:00:00 GMT'],
  ['If-Modified-Since', 'Mon, 01 Jan 2001 00:00:00 GMT'],
  ['Range', 'bytes=0-1'],
])('%s on a small picture: answered where files are read, as for a large one', async (name, value) => {
  const seen: (string | undefined)[] = []
  const { origin } = await startTestHost({
    serveFile: (_pathname, { header }) => {
      seen.push(header(name.toLowerCase()))
      const headers: FileResponse['headers'] = [
        ['Cache-Control', 'public'],
        ['Content-Length', '7'],
        ['ETag', '"7-1"'],
      ]
      return Promise.resolve({ status: 200, headers, body: testFileBody(7) })
    },
  })
  await ask(origin, '/uploads/x.avif')
  await ask(origin, '/uploads/x.avif', { [name]: value })
  expect(seen).toEqual([undefined, value])
  // With If-None-Match, If-Modified-Since is ignored.
  await ask(origin, '/uploads/x.avif', { 'If-Modified-Since': value, 'If-None-Match': '"7-1"' })
  expect(seen).toHaveLength(2)
})
