import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectSecurely } from 'node:tls'
import type { RequestHandler } from 'express'
import { JSDOM } from 'jsdom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { canRun, NGINX, OPENSSL, VARNISH } from '../scripts/system-program.mjs'
import {
  startNginxOfDeploy,
  startTlsProxyOfDeploy,
  startVarnishOfDeploy,
  type CachingProxy,
} from './e2e/start-caching-proxy.ts'
import { freePort } from './e2e/start-site.ts'
import { startTestHost, type TestHost } from './start-test-host.ts'

/**
 * Two nodes of the host behind each proxy of `deploy/`: who gets which request, and what a visitor gets while none or
 * another node writes.
 */

const PUBLIC = 'http://localhost:3000'
const BROWSER = { Origin: PUBLIC, 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' }
const PROXIES = ['nginx', 'Varnish'] as const
type ProxyName = (typeof PROXIES)[number]

const testWithProxies = test.runIf(canRun(NGINX, VARNISH, OPENSSL))

interface Node extends TestHost {
  name: string
  isCurrent: boolean
}

/** Which of the nodes writes: 0, 1 or none. */
interface Nodes {
  nodes: [Node, Node]
  writer: number | undefined
}

async function startNodes(render: (name: string) => RequestHandler): Promise<Nodes> {
  const all: Nodes = { nodes: [] as unknown as [Node, Node], writer: 0 }
  for (const number of [0, 1]) {
    const name = `node ${number}`
    const host = await startTestHost({
      render: render(name),
      trustProxy: true,
      // Behind these proxies, the host is that of the visitor.
      publicOrigin: PUBLIC,
      writing: {
        role: () => (all.writer === number ? 'writer' : 'standby'),
        isShared: true,
        isForWriter: (method, target) =>
          !['GET', 'HEAD', 'OPTIONS'].includes(method) || /^\/(?:admin|api)(?:[/?]|$)/.test(target),
        isCurrent: () => all.nodes[number]?.isCurrent ?? true,
      },
    })
    all.nodes[number] = Object.assign(host, { name, isCurrent: true })
  }
  return all
}

/** Starts a proxy in front of the nodes. Resolves when it knows which of them writes. */
async function startProxy(name: ProxyName, { nodes }: Pick<Nodes, 'nodes'>): Promise<number> {
  const origins = nodes.map(({ origin }) => origin)
  const proxy: CachingProxy =
    name === 'nginx'
      ? await startNginxOfDeploy(origins)
      : await startVarnishOfDeploy(origins, { port: await freePort(), secret: 'purge-secret-of-the-tests' })
  onTestFinished(() => proxy.stop())
  return proxy.port
}

/** Sends a request with the name of the site, which `fetch` would not do. */
async function ask(
  port: number,
  address: string,
  {
    method = 'GET',
    headers = {},
    body = '',
    isSecure = false,
  }: { method?: string; headers?: Record<string, string>; body?: string; isSecure?: boolean } = {},
) {
  const socket = isSecure
    ? connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect(port, '127.0.0.1')
  const fields = { Host: 'localhost:3000', Connection: 'close', ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const length = method === 'GET' ? '' : `Content-Length: ${Buffer.byteLength(body)}\r\n`
  socket.write(`${method} ${address} HTTP/1.1\r\n${lines.join('\r\n')}\r\n${length}\r\n${body}`)
  const answer = await text(socket)
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  return { status: Number(head.slice(9, 12)), head, body: rest.join('\r\n\r\n') }
}

testWithProxies.each(PROXIES)('%s: staff and changes reach the node that writes, also the next one', async (name) => {
  const all = await startNodes((node) => (request, response, next) => {
    text(request).then((body) => response.send(`${node} got ${request.method} ${request.originalUrl} ${body}`), next)
  })
  const port = await startProxy(name, all)
  for (const writer of [0, 1, 0]) {
    all.writer = writer
    await untilKnown(port)
    for (const [method, address, body] of [
      ['GET', '/admin/stats?a=%20b&utm_source=x', ''],
      ['POST', '/admin/stats', 'title=typed'],
      ['PUT', '/api/stats', '{}'],
      ['DELETE', '/api/stats/1', ''],
      ['POST', '/contactus', 'message=typed'],
    ] as const) {
      const answer = await ask(port, address, { method, body })
      expect(answer.body).toContain(`node ${writer} got ${method} ${address} ${body}`)
    }
  }
})

/** Resolves when a proxy sends changes to the node that writes: Varnish looks once a second. */
const untilKnown = (port: number) =>
  vi.waitFor(async () => expect((await ask(port, '/api/known', { method: 'PUT' })).status).toBe(200), 10_000)

/** A form as a browser without scripts sends it. */
const typedForm = (address = '/admin/stats') =>
  [
    address,
    {
      method: 'POST',
      headers: { ...BROWSER, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'version=3&title=what+was+typed',
    },
  ] as const

/** What the button of a refusal sends. */
function sentAgain(page: string) {
  const form = new JSDOM(page).window.document.querySelector('form')
  const fields = [...(form?.querySelectorAll('input') ?? [])].map(
    ({ name, value }) => [name, value] as [string, string],
  )
  return [form?.getAttribute('action'), Object.fromEntries(fields)]
}
const TYPED = ['/admin/stats', { version: '3', title: 'what was typed' }]

testWithProxies.each(PROXIES)(
  '%s, no node writes: a form gets a page with what was typed, and nothing is done',
  async (name) => {
    const render = vi.fn<RequestHandler>((_request, response) => void response.send('page'))
    const all = await startNodes(() => render)
    all.writer = undefined
    const port = await startProxy(name, all)
    const page = await vi.waitUntil(async () => {
      const answer = await ask(port, ...typedForm())
      return answer.body.includes('Nothing was saved') ? answer : undefined
    }, 10_000)
    expect(page.status).toBe(503)
    expect(page.head).toMatch(/^retry-after: 5/im)
    expect(sentAgain(page.body)).toEqual(TYPED)
    const api = await ask(port, '/api/stats', { method: 'PUT', body: '{}' })
    expect([api.status, JSON.parse(api.body)]).toMatchObject([503, { error: { code: 'busy' } }])
    expect(render).not.toHaveBeenCalled()
    expect((await ask(port, '/products')).body).toContain('page')
  },
)

testWithProxies.each([...PROXIES, 'TLS before nginx', 'TLS before Varnish'] as const)(
  '%s, the node that writes ends while it carries a form out: carried out once, and the page has what was typed',
  async (name) => {
    const begun: string[] = []
    const all = await startNodes((node) => (request, response, next) => {
      text(request).then((body) => {
        if (request.method !== 'POST') {
          response.send('page')
          return
        }
        begun.push(`${node} ${body}`)
        // The next one writes already, and must not carry it out again.
        all.writer = 1
        request.socket.destroy()
      }, next)
    })
    const isSecure = name.startsWith('TLS')
    const behind = await startProxy(name.endsWith('nginx') ? 'nginx' : 'Varnish', all)
    const port = isSecure ? await startTls(behind) : behind
    await untilKnown(behind)
    const [address, form] = typedForm()
    const page = await ask(port, address, { ...form, isSecure })
    expect(page.status, page.body).toBe(502)
    expect(page.body).toContain('It may have saved this change')
    // Varnish alone does not keep what it passes on.
    if (name !== 'Varnish') expect(sentAgain(page.body)).toEqual(TYPED)
    expect(begun).toEqual(['node 0 version=3&title=what+was+typed'])
  },
)

/** The proxy with TLS before a cache. */
async function startTls(port: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const options = ['-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', ...options, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  const proxy = await startTlsProxyOfDeploy({ certificate, key, caches: [`http://127.0.0.1:${port}`] })
  onTestFinished(() => proxy.stop())
  return proxy.port
}

testWithProxies.each(PROXIES)(
  '%s, a refusal of the node that writes: passed on as it is, and not repeated',
  async (name) => {
    const asked: string[] = []
    const all = await startNodes((node) => (request, response) => {
      asked.push(`${node} ${request.method}`)
      response.status(request.method === 'POST' ? 503 : 200).send('Too many forms')
    })
    const port = await startProxy(name, all)
    await untilKnown(port)
    asked.length = 0
    const refusal = await ask(port, ...typedForm())
    expect([refusal.status, refusal.body.includes('Too many forms')]).toEqual([503, true])
    expect(asked).toEqual(['node 0 POST'])
  },
)

testWithProxies(
  'nginx, a node that is cut off from the others: not asked while another one knows the changes, and asked while none does',
  async () => {
    const all = await startNodes((node) => (_request, response) => {
      const stored = { 'CDN-Cache-Control': 'max-age=10', 'Cache-Control': 'public, max-age=0' }
      response.set(stored).send(node)
    })
    const [, second] = all.nodes
    const port = await startProxy('nginx', all)
    second.isCurrent = false
    const nodesOf = async (round: string) => {
      const pages = await Promise.all(Array.from({ length: 12 }, (_, number) => ask(port, `/page-${round}-${number}`)))
      expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
      return new Set(pages.map(({ body }) => /node \d/.exec(body)?.[0]))
    }
    expect(await nodesOf('a')).toEqual(new Set(['node 0']))
    for (const node of all.nodes) node.isCurrent = false
    expect(await nodesOf('b')).toEqual(new Set(['node 0', 'node 1']))
    // Both were left out for a moment because they refused. They are asked all the same.
    expect(await nodesOf('c')).not.toContain(undefined)
  },
)

/** One client of the test on framing: what it sends, and what may come back. */
interface Attack {
  id: string
  method: string
  connection: string
  framing: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']
const CONNECTIONS = ['content-length', 'host', 'cookie', 'authorization', 'origin', 'close', 'keep-alive', 'x-unknown']
const FRAMINGS = ['content-length', 'chunked', 'both', 'none']
const ATTACKS = METHODS.flatMap((method) =>
  CONNECTIONS.flatMap((connection) =>
    FRAMINGS.map((framing): Attack => ({ id: `${method}-${connection}-${framing}`, method, connection, framing })),
  ),
)

/** A request whose body is the beginning of another one. */
function attackOf({ id, method, connection, framing }: Attack) {
  const hidden = `POST /api/hidden-${id} HTTP/1.1\r\nHost: localhost:3000\r\nX-Client: hidden-${id}\r\nContent-Length: 0\r\nX-Ignore: `
  const length = `Content-Length: ${hidden.length}\r\n`
  const chunked = 'Transfer-Encoding: chunked\r\n'
  const chunks = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  const [fields, body] = {
    'content-length': [length, hidden],
    chunked: [chunked, chunks],
    both: [length + chunked, chunks],
    none: ['', hidden],
  }[framing] ?? ['', '']
  return `${method} /api/attack-${id} HTTP/1.1\r\nHost: localhost:3000\r\nX-Client: attack-${id}\r\nCookie: session=attack\r\nConnection: ${connection}\r\n${fields}\r\n${body}`
}

async function untilClosed(socket: Socket, bytes: string) {
  socket.on('error', () => undefined).write(bytes)
  const timer = setTimeout(() => socket.destroy(), 2_000)
  await once(socket, 'data').catch(() => undefined)
  clearTimeout(timer)
  socket.destroy()
}

testWithProxies.each(PROXIES)(
  '%s: whatever the methods, connection options and framings of strangers, each request reaches a node once, with its own answer',
  { timeout: 120_000 },
  async (name) => {
    const seen: { client: unknown; address: string; cookie: unknown; body: string }[] = []
    const all = await startNodes(() => (request, response, next) => {
      text(request).then((body) => {
        const { headers, originalUrl: address } = request
        seen.push({ client: headers['x-client'], address, cookie: headers.cookie, body })
        response.send(`answer to ${String(headers['x-client'])}`)
      }, next)
    })
    const port = await startProxy(name, all)
    await untilKnown(port)
    seen.length = 0
    const faults: string[] = []
    const one = async (attack: Attack) => {
      const { id } = attack
      const attacking = untilClosed(connect(port, '127.0.0.1'), attackOf(attack))
      for (const number of [1, 2, 3]) {
        const client = `clean-${number}-${id}`
        const headers = { 'X-Client': client, Cookie: `session=${client}` }
        const answer = await ask(port, `/api/${client}`, { headers })
        if (answer.status !== 200 || !answer.body.includes(`answer to ${client}`))
          faults.push(`${client}: ${answer.body}`)
        if (number === 1) await attacking
      }
    }
    const left = [...ATTACKS]
    const worker = async () => {
      for (let attack = left.shift(); attack; attack = left.shift()) await one(attack)
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    expect(faults).toEqual([])
    for (const { client, address, cookie, body } of seen) {
      expect(address).toBe(`/api/${String(client)}`)
      const isClean = String(client).startsWith('clean-')
      expect(cookie, address).toBe(
        isClean ? `session=${String(client)}` : address.includes('hidden') ? undefined : 'session=attack',
      )
      if (isClean) expect(body, address).toBe('')
    }
    const count = (kind: string) => seen.filter(({ client }) => String(client).startsWith(kind)).length
    expect(count('clean-')).toBe(3 * ATTACKS.length)
    // Without a length it is a request of its own, which its sender does not end.
    expect(seen.filter(({ client }) => String(client).startsWith('hidden-'))).toEqual([])
    expect(new Set(seen.map(({ client }) => client)).size, 'none twice').toBe(seen.length)
    // Varnish refuses four of the connection options, and bodies of HEAD.
    expect(count('attack-')).toBeGreaterThan(ATTACKS.length / 4)
  },
)
