import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { RouteConfigEntry } from '@remix-run/route-config'
import { z } from 'zod'
import routes from '../../../app/routes.ts'
import { sendMessages } from '../contact-messages.ts'
import { expect, test as base } from '../fixtures.ts'
import { sendRaw, type RawResponse } from '../raw-request.ts'
import { startCachingProxy, startNginxOfDeploy, startVarnishOfDeploy } from '../start-caching-proxy.ts'
import { sitemapPaths } from '../sitemap-paths.ts'
import { freePort, startSite, type Site } from '../start-site.ts'

/** Stands in what only staff may see: the name of the account, a message, the list of files. */
const SECRET = 'canary'

/** Of the site and of Varnish. */
const PURGE_SECRET = 'purge-secret-of-the-tests'

interface Proxied {
  site: Site
  /** nginx that keeps whatever says nothing against it. */
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
      const site = await startSite({
        variables: {
          TRUST_PROXY: 'true',
          ADMIN_USERNAME: `${SECRET}-name`,
          ALLOWED_HOSTS: '127.0.0.1',
          PURGE_URLS: `varnish+http://127.0.0.1:${varnishPort}`,
          PURGE_SECRET,
        },
      })
      const proxies = [
        await startCachingProxy(site.origin),
        await startNginxOfDeploy(site.origin),
        await startVarnishOfDeploy(site.origin, { port: varnishPort, secret: PURGE_SECRET }),
      ] as const
      await use({ site, port: proxies[0].port, nginx: proxies[1].port, varnish: varnishPort })
      for (const proxy of proxies) await proxy.stop()
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

test('every address in every spelling, asked for by staff first: a stranger is given nothing of theirs', async ({
  proxied: { site, port },
}) => {
  // Some 3,000 requests.
  test.setTimeout(180_000)
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
      // An address that the proxy has not kept before.
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

// The last one: the site does not come back.
test('Varnish: each save is on the next page, and pages that were asked for survive the site', async ({
  proxied: { site, varnish },
}) => {
  const cache = `http://127.0.0.1:${varnish}`
  const save = await openStats(site)
  for (let number = 1; number <= 20; number += 1) {
    const capacity = 70_000 + number
    await (await fetch(cache)).text()
    await save(String(capacity))
    expect(await (await fetch(cache)).text()).toContain(capacity.toLocaleString('en-IN'))
  }
  const foreign = await fetch(cache, { method: 'PURGE', headers: { 'surrogate-key': 'everything' } })
  expect(foreign.status).toBe(403)

  // The second call about the last save removes pages once more.
  await expect.poll(() => existsSync(path.join(site.dataDir, 'purges.json'))).toBe(false)
  const paths = await sitemapPaths(cache)
  const statuses = async () => Promise.all(paths.map(async (page) => (await fetch(cache + page)).status))
  expect(new Set(await statuses())).toEqual(new Set([200]))
  site.process.kill('SIGKILL')
  expect(new Set(await statuses())).toEqual(new Set([200]))
  expect((await fetch(`${cache}/admin`)).status).toBe(503)
})

async function expectNothingOfStaff(site: Site, port: number, targets: readonly string[]) {
  await writeFile(path.join(site.uploadsDir, `reports/${SECRET}.pdf`), '%PDF-1.4')
  await sendMessages(site, [SECRET])
  const cookie = await signIn(site)
  let shownToStaff = 0
  // An assertion takes longer than its request: each fault is noted here, and they are expected to be none at the end.
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

/** Returns the function that saves another capacity. */
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

/** The paths of a route and of those below it, with something that is there for each of their parameters. */
function pathsOf({ path: own = '', children = [] }: RouteConfigEntry, above: string): string[] {
  const whole = own === '' ? above : `${above}/${own}`
  const filled = whole
    .replace(':section/:entry', 'stats/0')
    .replace(':section', 'stats')
    .replace('*', 'no/such/page')
    .replace(/:(\w+)/g, 'none')
  return [filled === '' ? '/' : filled, ...children.flatMap((child) => pathsOf(child, whole))]
}

/** Ways to write an address that the app, or something in front of it, may take for the same. */
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
  const head = `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers}Connection: close\r\n\r\n`
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
    body: new URLSearchParams({ username: `${SECRET}-name`, password: site.password }),
  })
  expect(response.status).toBe(303)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
