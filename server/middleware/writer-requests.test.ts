import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RequestHandler } from 'express'
import { JSDOM } from 'jsdom'
import { expect, test, vi } from 'vitest'
import type { HostInterface } from '#app/cms/host-interface.ts'
import { sendRaw, startTestHost } from '../../test/start-test-host.ts'

const MB = 1024 * 1024
const BROWSER = { 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

type HostOptions = NonNullable<Parameters<typeof startTestHost>[0]>

const isForWriter: HostInterface['isForWriter'] = (method, target) =>
  method !== 'GET' || /^\/(?:admin|api)(?:[/?]|$)/.test(target)

/** A node that does not write. `render` is what it must not reach. */
async function startReader(options: HostOptions = {}) {
  const render = vi.fn<RequestHandler>((_request, response) => void response.send('reader'))
  const host = await startTestHost({
    render,
    ...options,
    writing: { role: () => 'reader', isShared: true, isForWriter, ...options.writing },
  })
  return { ...host, render }
}

async function refusalOf(response: Response) {
  const { status, headers } = response
  const [retryAfter, cache] = [headers.get('Retry-After'), headers.get('Cache-Control')]
  return { status, retryAfter, cache, nothingDone: headers.get('X-Nothing-Done') }
}

const REFUSED = { status: 503, retryAfter: '5', cache: 'no-store', nothingDone: 'not-the-writer' }

test('a node that does not write: refuses staff and changes, in the form that the client reads, and serves pages', async () => {
  const { origin, render } = await startReader()
  for (const [method, address, reason] of [
    ['GET', '/admin/stats', 'Nothing was saved. This server cannot save at the moment.'],
    ['PUT', '/api/stats', '"code":"busy"'],
    ['DELETE', '/api/stats/1', '"code":"busy"'],
    ['POST', '/admin/stats.data', 'Nothing was saved.'],
  ] as const) {
    const response = await fetch(origin + address, { method, ...(method === 'PUT' && { body: 'x' }) })
    expect(await refusalOf(response), address).toEqual(REFUSED)
    expect(await response.text(), address).toContain(reason)
  }
  expect(render).not.toHaveBeenCalled()
  expect(await (await fetch(`${origin}/products`)).text()).toBe('reader')
})

test('an upload to a node that does not write: refused before its body is read or asked for', async () => {
  const { port } = await startReader()
  const head = `POST /admin/files HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${40 * MB}\r\n`
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 /)
  socket.destroy()
  expect(await sendRaw(port, `${head}Expect: 100-continue\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 503 /)
})

test('a form that a browser sends without scripts: the page shows what was typed, and sends the same again', async () => {
  const { origin, render } = await startReader()
  const typed = new FormData()
  for (const [name, value] of [
    ['version', '3'],
    ['title', 'A <b>new</b> "title"'],
    ['tags', 'first'],
    ['tags', 'second'],
    ['body', 'Line 1\nLine 2'],
    ['intent', 'save'],
  ] as const) {
    typed.append(name, value)
  }
  typed.append('picture', new File(['x'], 'picture.png'))
  const response = await fetch(`${origin}/admin/news?draft=1`, { method: 'POST', headers: BROWSER, body: typed })
  expect(await refusalOf(response)).toEqual(REFUSED)
  expect(response.headers.get('Content-Security-Policy')).toMatch(/script|default-src 'none'.*form-action 'self'/)
  const { document } = new JSDOM(await response.text()).window
  expect(document.querySelector('h1')?.textContent).toBe('Nothing was saved')
  const form = document.querySelector('form')
  expect([form?.getAttribute('action'), form?.method]).toEqual(['/admin/news?draft=1', 'post'])
  const again = [...document.querySelectorAll('input')].map(({ name, value }) => [name, value])
  expect(again).toEqual([...typed].filter(([, value]) => typeof value === 'string'))
  expect(form?.textContent).toContain('picture.png')
  expect(form?.querySelector('dd:nth-of-type(2)')?.textContent).toBe('A <b>new</b> "title"')
  expect(render).not.toHaveBeenCalled()
})

test.each<[string, { headers?: Record<string, string>; body?: string }]>([
  ['of another site', { headers: { ...BROWSER, 'Sec-Fetch-Site': 'cross-site' } }],
  ['with a password', { body: 'username=asha&password=secret' }],
  ['that is malformed', { headers: { ...BROWSER, 'Content-Type': 'multipart/form-data' } }],
  ['larger than a text can be', { body: `body=${'x'.repeat(MB + 1)}` }],
])('a form %s: refused without showing what it contained', async (_what, { body = 'title=secret', headers }) => {
  const { origin } = await startReader()
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`${origin}/admin/login`, {
    method: 'POST',
    headers: { ...type, ...BROWSER, ...headers },
    body,
  })
  expect([403, 503]).toContain(response.status)
  const page = await response.text()
  expect(page).not.toContain('<form')
  expect(page).not.toContain('secret')
})

test('a proxy sends a request whose node did not answer: no node carries it out, and the page says that it may have been', async () => {
  const render = vi.fn<RequestHandler>()
  const writer = await startTestHost({ render, writing: { isShared: true, isForWriter } })
  const headers = { ...BROWSER, 'X-Unanswered': '1', 'Content-Type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`${writer.origin}/admin/news`, { method: 'POST', headers, body: 'title=typed' })
  expect(response.status).toBe(502)
  const page = await response.text()
  expect(page).toContain('It may have saved this change')
  expect(page).toContain('value="typed"')
  const program = { method: 'PUT', headers: { 'X-Unanswered': '1' }, body: 'x' }
  const api = await fetch(`${writer.origin}/api/stats`, program)
  expect([api.status, await api.json()]).toMatchObject([502, { error: { code: 'outcome-unknown' } }])
  expect(render).not.toHaveBeenCalled()
})

test.each([true, false])(
  'a file that only staff may see, fast path %s: a node that does not write refuses it; other files are the own ones',
  async (hasFastPath) => {
    const serveFile = vi.fn<HostInterface['serveFile']>(() =>
      Promise.resolve({ status: 404, headers: [['Content-Length', '0']], body: undefined }),
    )
    const ofStaff: HostInterface['isForWriter'] = (_method, _target, cookie) => cookie === 'session=a'
    const { origin } = await startReader({ hasFastPath, serveFile, writing: { isForWriter: ofStaff } })
    const file = (cookie: string) => fetch(`${origin}/uploads/reports/new.docx`, { headers: { Cookie: cookie } })
    expect((await file('theme=dark')).status).toBe(404)
    expect(serveFile).toHaveBeenCalledOnce()
    expect(await refusalOf(await file('session=a'))).toEqual(REFUSED)
    expect(serveFile).toHaveBeenCalledOnce()
  },
)

test('the writer stops: it finishes its requests, refuses later ones, and gives up the right to write', async () => {
  const order: string[] = []
  let finish = (): void => undefined
  const host = await startTestHost({
    render: (_request, response) =>
      void (finish = () => {
        order.push('responded')
        response.send('saved')
      }),
    writing: {
      isShared: true,
      isForWriter,
      release: () => {
        order.push('released')
        return Promise.resolve()
      },
    },
  })
  const isWriter = async () => (await fetch(`${host.origin}/readyz/writer`)).status
  host.readiness.isLeaving = true
  expect(await isWriter(), 'until it gives up the right').toBe(200)
  const slow = fetch(`${host.origin}/admin/slow`, { method: 'POST', body: 'x' })
  await vi.waitFor(() => expect(host.traffic.renders.request).toBe(1))
  const handedOver = host.handOver(5_000)
  expect(await isWriter()).toBe(503)
  const later = await fetch(`${host.origin}/admin/later`, { method: 'POST', body: 'x' })
  expect(await refusalOf(later)).toEqual(REFUSED)
  expect(order).toEqual([])
  finish()
  expect(await (await slow).text()).toBe('saved')
  await handedOver
  expect(order).toEqual(['responded', 'released'])
})

test('a request that does not end: the writer gives up the right at the time limit', async () => {
  const release = vi.fn(() => Promise.resolve())
  const host = await startTestHost({ render: () => undefined, writing: { isShared: true, isForWriter, release } })
  const running = fetch(`${host.origin}/admin`).catch(() => undefined)
  await vi.waitFor(() => expect(host.traffic.renders.request).toBe(1))
  await host.handOver(50)
  expect(release).toHaveBeenCalledOnce()
  host.server.closeAllConnections()
  await running
})

test('a process that is alone has nobody to hand over to: it keeps the right and its requests', async () => {
  const release = vi.fn(() => Promise.resolve())
  const host = await startTestHost({ writing: { release, isForWriter: () => true } })
  await host.handOver(1_000)
  expect(release).not.toHaveBeenCalled()
  expect((await fetch(host.origin, { method: 'POST', body: 'x' })).status).toBe(200)
})

test('a client that waits with its body: the writer asks for it, unless it is too large', async () => {
  const host = await startTestHost({
    writing: { isForWriter },
    render: (request, response, next) => {
      text(request).then((body) => response.send(`saved ${body}`), next)
    },
  })
  const options = { method: 'POST', headers: { Expect: '100-continue', 'Content-Length': '1' } }
  const request = httpRequest(`${host.origin}/api/stats`, options)
  request.once('continue', () => request.end('x'))
  request.flushHeaders()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(await text(response)).toBe('saved x')
  const head = `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: ${100 * MB}\r\n\r\n`
  expect(await sendRaw(host.port, head)).toMatch(/^HTTP\/1\.1 413 /)
})

test.each([true, false])(
  'a node that lags, fast path %s: refuses what must be current, also from memory, and serves everything else',
  async (hasFastPath) => {
    let isCurrent = true
    const { origin } = await startReader({
      hasFastPath,
      documents: ['/'],
      writing: { isCurrent: () => isCurrent },
      serveFile: () => Promise.resolve({ status: 203, headers: [['Content-Length', '0']], body: undefined }),
    })
    const statusOf = async (address: string, headers: Record<string, string> = {}) =>
      (await fetch(origin + address, { headers })).status
    const asked = ['/', '/', '/uploads/a.docx', '/favicon.svg', '/other']
    const statuses = (headers?: Record<string, string>) =>
      Promise.all(asked.map((address) => statusOf(address, headers)))
    const onlyCurrent = { 'X-Only-Current': '1' }
    expect(await statuses(onlyCurrent)).toEqual([200, 200, 203, 200, 200])
    isCurrent = false
    expect(await statuses(onlyCurrent)).toEqual([503, 503, 503, 503, 503])
    expect(await statuses()).toEqual([200, 200, 203, 200, 200])
  },
)
