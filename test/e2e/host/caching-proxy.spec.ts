import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, request as requestOf, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { z } from 'zod'
import routes from '../../../app/routes.ts'
import { sendMessages } from '../contact-messages.ts'
import { expect, test as base } from '../fixtures.ts'
import { referencesIn } from '../references.ts'
import { sendRaw, type RawResponse } from '../raw-request.ts'
import {
  startCachingProxy,
  startNginxOfDeploy,
  startVarnishOfDeploy,
  type CachingProxy,
} from '../start-caching-proxy.ts'
import { sitemapPaths } from '../sitemap-paths.ts'
import { freePort, startSite, type Site } from '../start-site.ts'

/** A word in everything that only staff may see: the name of the account, a message, the list of files. */
const SECRET = 'canary'

/** Shared by the site and Varnish. */
const PURGE_SECRET = 'purge-secret-of-the-tests'

/** `npm run test:caches` sets a higher number. */
const SAVES = Number(process.env['CACHES_SAVES'] ?? 20)
const HOUR_S = 3600
/** Visitors who request the same page at once. */
const CROWD = 200

interface Proxied {
  site: Site
  /** Starts the site again on the same port, with the shipped content. */
  startAgain: () => Promise<Site>
  /** An nginx that caches every response that does not forbid it. */
  port: number
  /** The caches that `deploy/` has configurations for. */
  nginx: number
  varnish: number
}

const test = base.extend<object, { proxied: Proxied }>({
  proxied: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern.
    async ({}, use) => {
      const varnishPort = await freePort()
      const options = {
        port: await freePort(),
        username: `${SECRET}-name`,
        variables: {
          TRUST_PROXY: 'true',
          ALLOWED_HOSTS: '127.0.0.1',
          PURGE_URLS: `varnish+http://127.0.0.1:${varnishPort}`,
          PURGE_SECRET,
        },
      }
      // The first to stop is the last one that has started. If one does not start, the others are stopped too.
      const running: { stop: () => Promise<unknown> }[] = []
      const keep = <Started extends { stop: () => Promise<unknown> }>(started: Started) => {
        running.unshift(started)
        return started
      }
      try {
        const site = keep(await startSite(options))
        const { port } = keep(await startCachingProxy(site.origin))
        const nginx = keep(await startNginxOfDeploy(site.origin))
        const varnish = keep(await startVarnishOfDeploy(site.origin, { port: varnishPort, secret: PURGE_SECRET }))
        const startAgain = async () => keep(await startSite(options))
        await use({ site, startAgain, port, nginx: nginx.port, varnish: varnish.port })
      } finally {
        for (const started of running) await started.stop()
      }
    },
    { scope: 'worker' },
  ],
})

test('every address in every spelling, asked for by staff first: a stranger is given nothing of theirs', async ({
  proxied: { site, port },
}) => {
  // About 6,000 requests, which keep the site busy: half a minute of a quiet core.
  test.setTimeout(300_000)
  await expectNothingOfStaff(site, port, addressesOfRoutes().flatMap(spellingsOf))
})

test('every address behind the caches of deploy/: a stranger is given nothing of the staff who asked first', async ({
  proxied: { site, nginx, varnish },
}) => {
  const targets = addressesOfRoutes().flatMap((address) => [address, dataAddressOf(address)])
  for (const port of [nginx, varnish]) await expectNothingOfStaff(site, port, targets)
})

test('who else has a section open: the stream passes both caches event by event', async ({
  proxied: { site, nginx, varnish },
}) => {
  const cookie = await signIn(site)
  for (const port of [nginx, varnish]) {
    const leaving = new AbortController()
    const address = `http://127.0.0.1:${port}/admin/presence/stats?window=behind-${port}`
    const headers = { cookie, accept: 'text/event-stream' }
    const stream = await fetch(address, { headers, signal: leaving.signal })
    const { value } = (await stream.body?.getReader().read()) ?? {}
    expect(new TextDecoder().decode(value)).toMatch(/^data: \{"others":/)
    leaving.abort()
  }
})

test('what a stranger forwards, or sends too much of: refused, and nothing that is kept shows it', async ({
  proxied: { port },
}) => {
  let count = 0
  for (const address of ['/robots.txt', '/', '/api/stats', '/favicon.svg', '/sitemap.xml']) {
    for (const header of [
      'X-Forwarded-Proto: http://evil.example/robots.txt?',
      'X-Forwarded-Proto: http://evil.example/products?, http',
      'X-Forwarded-Proto: https://evil',
      'X-Forwarded-Proto: x y',
      'X-Forwarded-Host: localhost:9',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Host: evil.example/x',
      ['X-1', 'X-2', 'X-3'].map((name) => `${name}: ${'x'.repeat(7_000)}`).join('\r\n'),
    ]) {
      // An address that the proxy has not cached before.
      const target = `${address}?number=${(count += 1)}`
      const name = `${target} ${header.slice(0, 60)}`
      // A request that announces a body, even an empty one, gets no response from the cache.
      const refused = await ask(port, target, `${header}\r\nContent-Length: 0\r\n`)
      expect([400, 421, 431], name).toContain(refused.status)
      expect(refused.headers.get('cache-control'), name).toBe('no-store')
      const next = await ask(port, target)
      expect([next.status, next.headers.get('x-cache')], name).toEqual([200, 'MISS'])
    }
  }
  const kept = [await ask(port, '/robots.txt?kept'), await ask(port, '/robots.txt?kept')]
  expect(kept.map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT'])
})

test('each save is on the next page through Varnish, and others may not purge', async ({
  proxied: { site, varnish },
}) => {
  test.setTimeout(60_000 + SAVES * 500)
  const cache = `http://127.0.0.1:${varnish}`
  const save = await openStats(site)
  for (let number = 1; number <= SAVES; number += 1) {
    const capacity = 70_000 + number
    await (await fetch(cache)).text()
    await save(String(capacity))
    expect(await (await fetch(cache)).text()).toContain(capacity.toLocaleString('en-IN'))
  }
  for (const authorization of ['', 'Bearer ', `Bearer ${PURGE_SECRET}x`]) {
    const foreign = await fetch(cache, { method: 'PURGE', headers: { 'surrogate-key': 'everything', authorization } })
    expect(foreign.status, authorization).toBe(403)
  }
})

test('nginx: a deleted file is gone and a page that was not asked for is new, ten seconds later at the latest', async ({
  proxied: { site },
}) => {
  const clock = test.info().outputPath('clock')
  await writeFile(clock, '+0s')
  const nginx = await startNginxOfDeploy(site.origin, { clock })
  const cache = `http://127.0.0.1:${nginx.port}`
  const file = path.join(site.uploadsDir, 'reports/deleted.pdf')
  const address = '/uploads/reports/deleted.pdf'
  const save = await openStats(site)
  /** Waits until nginx has the time that the clock says. */
  const setAhead = async (seconds: number) => {
    await writeFile(clock, `+${seconds}s`)
    await expect
      .poll(async () => Date.parse((await fetch(`${cache}/robots.txt`)).headers.get('date') ?? '') - Date.now())
      .toBeGreaterThan((seconds - 1.5) * 1000)
  }
  try {
    await writeFile(file, '%PDF-1.4')
    await expect.poll(() => statusOf(cache + address)).toBe(200)
    await save('61001')
    await (await fetch(cache)).text()
    await save('61002')
    await rm(file)
    await expect.poll(() => statusOf(site.origin + address)).toBe(404)
    await setAhead(60)
    const page = await fetch(cache)
    const [capacity] = /61,00\d/.exec(await page.text()) ?? []
    expect([page.headers.get('x-cache'), capacity]).toEqual(['EXPIRED', '61,002'])
    for (let round = 0; round < 3; round += 1) expect(await statusOf(cache + address)).toBe(404)
  } finally {
    await nginx.stop()
  }
})

test('HEAD, ranges and conditions: the caches respond as the site does, or as HTTP allows', async ({
  proxied: { site, nginx, varnish },
}) => {
  const faults: string[] = []
  const { host } = new URL(site.origin)
  for (const address of await kindsOfAddresses(site.origin)) {
    const whole = await outcome(site.origin + address, 'GET', {})
    const caches = [nginx, varnish].map((port) => `http://127.0.0.1:${port}${address}`)
    for (const cache of caches) await outcome(cache, 'GET', { host })
    for (const [fields, statuses] of partialRequests(whole)) {
      for (const method of ['GET', 'HEAD']) {
        const ofSite = await outcome(site.origin + address, method, fields)
        for (const cache of caches) {
          const { status, headers, body } = await outcome(cache, method, { ...fields, host })
          const expected = method === 'HEAD' ? '' : bodyOf(whole.body, status, headers['content-range'])
          const isRight =
            (status === ofSite.status || (ofSite.status !== 206 && statuses.includes(status))) &&
            (status === 416 || headers.etag === whole.headers.etag) &&
            (status >= 300 || headers['cache-control'] === whole.headers['cache-control']) &&
            (expected === undefined || body === expected)
          if (!isRight)
            faults.push(`${method} ${cache} ${JSON.stringify(fields)}: ${status}, the site: ${ofSite.status}`)
        }
      }
    }
  }
  expect(faults).toEqual([])
})

test('a crowd for pages that no cache has: one of its requests for each page reaches the site', async ({
  proxied: { site },
}) => {
  const asked = new Map<string, number>()
  const counting = createServer((request, response) => {
    const address = request.url ?? ''
    if (!/^\/(?:healthz|readyz)/.test(address)) asked.set(address, (asked.get(address) ?? 0) + 1)
    const { method, headers } = request
    const onward = requestOf(site.origin + address, { method, headers }, (from) => {
      response.writeHead(from.statusCode ?? 500, from.headers)
      from.pipe(response)
    })
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(counting, 'listening')
  const { port } = z.object({ port: z.number() }).parse(counting.address())
  const origin = `http://127.0.0.1:${port}`
  const caches = [
    await startNginxOfDeploy(origin),
    await startVarnishOfDeploy(origin, { port: await freePort(), secret: PURGE_SECRET }),
  ]
  try {
    const pages = ['/', '/products', '/investors']
    const expectOneEach = async (cache: CachingProxy) => {
      asked.clear()
      const crowd = Array.from({ length: CROWD }, (_, number) => pages[number % pages.length] ?? '/')
      const statuses = await Promise.all(crowd.map((page) => statusOf(`http://127.0.0.1:${cache.port}${page}`)))
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect(Object.fromEntries(asked)).toEqual({ '/': 1, '/products': 1, '/investors': 1 })
    }
    for (const cache of caches) await expectOneEach(cache)

    const [, varnish] = caches
    const key = (await fetch(site.origin)).headers.get('surrogate-key')?.split(' ').at(-1) ?? ''
    const purged = await fetch(`http://127.0.0.1:${varnish?.port}`, {
      method: 'PURGE',
      headers: { 'surrogate-key': key, authorization: `Bearer ${PURGE_SECRET}` },
    })
    expect(purged.status).toBe(200)
    if (varnish) await expectOneEach(varnish)
  } finally {
    for (const cache of caches) await cache.stop()
    counting.closeAllConnections()
    counting.close()
  }
})

test('the site is killed under load: for an hour everything that was asked for before is there, and it is fresh once the site is back', async ({
  proxied: { site, startAgain },
}) => {
  test.setTimeout(180_000)
  await (
    await openStats(site)
  )('79999')
  const addresses = await everythingOf(site.origin)
  expect(addresses.length).toBeGreaterThan(100)
  const clock = test.info().outputPath('clock')
  await writeFile(clock, '+0s')
  const nginx = await startNginxOfDeploy(site.origin, { clock })
  const varnish = await startVarnishOfDeploy(site.origin, {
    port: await freePort(),
    secret: PURGE_SECRET,
    isThousandfold: true,
  })
  const caches = [nginx, varnish].map(({ port }) => `http://127.0.0.1:${port}`)
  const faults: string[] = []
  const visit = async (cache: string) => {
    for (const address of addresses) {
      const status = await statusOf(cache + address)
      if (status !== 200) faults.push(`${status} ${cache}${address}`)
    }
  }
  const visitAll = () => Promise.all(caches.map(visit))
  try {
    await visitAll()
    const underLoad = visitAll()
    site.process.kill('SIGKILL')
    await underLoad
    const killed = performance.now()
    for (const minutes of [20, 61]) {
      await writeFile(clock, `+${minutes * 60}s`)
      await expect
        .poll(async () => Date.parse((await fetch(`${caches[0]}/`)).headers.get('date') ?? '') - Date.now())
        .toBeGreaterThan((minutes - 1) * 60_000)
      await visitAll()
    }
    // One hour in the time of this cache, in which a millisecond counts as a second.
    while (performance.now() - killed < HOUR_S + 500) await visitAll()
    expect(faults).toEqual([])
    expect((await fetch(`${caches[1]}/admin`)).status).toBe(503)

    await startAgain()
    for (const cache of caches) {
      await expect.poll(async () => (await fetch(cache)).text(), { timeout: 30_000 }).not.toContain('79,999')
    }
  } finally {
    await nginx.stop()
    await varnish.stop()
  }
})

/** One address of each kind: a page, its data, a script, a picture, a document and a text. */
async function kindsOfAddresses(origin: string) {
  const { files } = await referencesIn(await (await fetch(`${origin}/investors`)).text(), 'text/html')
  const { files: ofHome } = await referencesIn(await (await fetch(origin)).text(), 'text/html')
  const { links } = await referencesIn(await (await fetch(`${origin}/investors`)).text(), 'text/html')
  const first = (list: readonly string[], pattern: RegExp) => list.filter((one) => pattern.test(one)).slice(0, 1)
  return [
    ...['/', '/products.data', '/robots.txt'],
    ...first(files, /^\/assets\/.*\.js$/),
    ...first(ofHome, /^\/variants\//),
    ...first(links, /^\/uploads\/.*\.pdf$/),
  ]
}

/** Range requests and conditional requests, with the statuses that RFC 9110 allows for them. */
function partialRequests({ headers, body }: Outcome): [fields: Record<string, string>, statuses: number[]][] {
  const etag = headers.etag ?? ''
  const lastModified = headers['last-modified']
  return [
    [{}, [200]],
    [{ range: 'bytes=0-9' }, [200, 206]],
    [{ range: 'bytes=-50' }, [200, 206]],
    [{ range: 'bytes=20-' }, [200, 206]],
    [{ range: `bytes=${body.length}-` }, [200, 416]],
    [{ range: 'bytes=0-0,2-3' }, [200, 206]],
    [{ 'if-none-match': etag }, [304]],
    [{ 'if-none-match': `"other", ${etag}` }, [200, 304]],
    [{ 'if-none-match': '"other"' }, [200]],
    [{ 'if-none-match': '*' }, [200, 304]],
    [{ range: 'bytes=0-9', 'if-range': etag }, [200, 206]],
    [{ range: 'bytes=0-9', 'if-range': '"other"' }, [200]],
    ...(lastModified === undefined
      ? []
      : [[{ 'if-modified-since': lastModified }, [304]] satisfies [Record<string, string>, number[]]]),
  ]
}

/** The expected body, if it is the whole or one part of it; otherwise undefined. */
function bodyOf(whole: string, status: number, range: string | undefined) {
  if (status === 200) return whole
  if (status === 304) return ''
  const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(range ?? '') ?? []
  return from === undefined ? undefined : whole.slice(Number(from), Number(to) + 1)
}

interface Outcome {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

async function outcome(url: string, method: string, headers: Record<string, string>): Promise<Outcome> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    requestOf(url, { method, headers, agent: false }, resolve).once('error', reject).end()
  })
  const body = (await buffer(response)).toString('latin1')
  return { status: response.statusCode ?? 0, headers: response.headers, body }
}

/** The addresses of all pages, and of all files that a page loads or links to. */
async function everythingOf(origin: string) {
  const all = new Set<string>()
  for (const page of await sitemapPaths(origin)) {
    all.add(page)
    const { files, links } = await referencesIn(await (await fetch(origin + page)).text(), 'text/html')
    for (const file of [...files, ...links]) {
      const { pathname, search } = new URL(file, origin + page)
      if (/^\/(?:assets|variants|uploads|policies|images)\//.test(pathname)) all.add(pathname + search)
    }
  }
  return [...all]
}

async function statusOf(url: string) {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

async function expectNothingOfStaff(site: Site, port: number, targets: readonly string[]) {
  await writeFile(path.join(site.uploadsDir, `reports/${SECRET}.pdf`), '%PDF-1.4')
  await sendMessages(site, [SECRET])
  const cookie = await signIn(site)
  let shownToStaff = 0
  // Faults are collected and asserted at the end, because an assertion takes longer than its request.
  const faults: string[] = []
  const work = async (target: string) => {
    const forStaff = await ask(port, target, `Cookie: ${cookie}\r\n`)
    const forStranger = await ask(port, target)
    if (textOf(forStaff).includes(SECRET)) shownToStaff += 1
    if (textOf(forStranger).includes(SECRET)) faults.push(`${target} shows a stranger what is for staff`)
    for (const { headers } of [forStaff, forStranger]) {
      const isHit = headers.get('x-cache') === 'HIT'
      if (isHit && isAdmin(target)) faults.push(`${target} comes from the cache`)
      if (!headers.has('set-cookie')) continue
      if (isHit || headers.get('cache-control') !== 'no-store')
        faults.push(`${target} sets a cookie that may be stored`)
    }
  }
  expect(targets.length).toBeGreaterThan(100)
  const waiting = [...targets]
  const workers = [0, 1, 2, 3].map(async () => {
    for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) await work(target)
  })
  await Promise.all(workers)
  expect(faults).toEqual([])
  expect(shownToStaff).toBeGreaterThan(20)
}

function addressesOfRoutes() {
  return [...new Set(routes.flatMap((route) => pathsOf(route, '')))]
}

/** Signs in. Resolves with a function that saves a capacity. */
async function openStats({ origin, password }: Site) {
  const signedIn = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${SECRET}-name`, password }),
  })
  const { token } = z.object({ token: z.string() }).parse(await signedIn.json())
  const stats = z.looseObject({}).parse(await (await fetch(`${origin}/api/stats`)).json())
  return async (capacity: string) => {
    const saved = await fetch(`${origin}/api/stats/stats`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ ...stats, capacity }),
    })
    expect(saved.status).toBe(200)
  }
}

/** The paths of a route and of its child routes, with a value for each parameter. */
function pathsOf({ path: own = '', children = [] }: RouteConfigEntry, above: string): string[] {
  const whole = own === '' ? above : `${above}/${own}`
  const filled = whole
    .replace(':section/:entry', 'stats/0')
    .replace(':section', 'stats')
    .replace('*', 'no/such/page')
    .replace(/:(\w+)/g, 'none')
  return [filled === '' ? '/' : filled, ...children.flatMap((child) => pathsOf(child, whole))]
}

/** Spellings of an address that the app, or a server in front of it, may treat as the same address. */
function spellingsOf(address: string): string[] {
  const data = dataAddressOf(address)
  return [
    address,
    data,
    `${data}?_routes=routes%2Fadmin%2Fadmin-layout`,
    `${address}?`,
    `${address}/`,
    `/${address}`,
    `/.${address}`,
    `/%2e${address}`,
    `/x/..${address}`,
    `/x/%2E%2E${address}`,
    address.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    data.replace(/\w(?=\W*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    address.toUpperCase(),
    `${address};x`,
    `${address}%20`,
  ]
}

function dataAddressOf(address: string) {
  return address === '/' ? '/_root.data' : `${address}.data`
}

function isAdmin(target: string) {
  return /^\/admin(?:[/.]|$)/.test(decodeURIComponent(new URL(`http://host${target}`).pathname))
}

async function ask(port: number, target: string, headers = '') {
  const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}Connection: close\r\n\r\n`
  const response = await sendRaw(port, Buffer.from(head))
  if (!response) throw new Error(`${target} got no response`)
  return response
}

function textOf({ headers, body }: RawResponse) {
  return JSON.stringify([...headers]) + body
}

async function signIn(site: Site) {
  const response = await fetch(`${site.origin}/admin/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin },
    body: new URLSearchParams({ username: site.username, password: site.password }),
  })
  expect(response.status).toBe(303)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
