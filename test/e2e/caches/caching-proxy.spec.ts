import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '../../../app/routes.ts'
import { sendMessages } from '../contact-messages.ts'
import { expect } from '../fixtures.ts'
import { sendRaw, type RawResponse } from '../raw-request.ts'
import type { Site } from '../start-site.ts'
import { STAFF, test } from './proxied-site.ts'

/** A word in everything that only staff may see: the name of the account, a message, the list of files. */
const [SECRET = ''] = STAFF.split('-')

test('every route module in every spelling of its address, asked for by staff first: a stranger is given nothing of theirs', async ({
  proxied: { site, port },
}) => {
  // Thousands of requests, which keep the site busy. The next test asks for all addresses of a module.
  test.setTimeout(300_000)
  const isLong = process.env['CACHES_SPELLINGS'] === 'all'
  const addresses = isLong ? addressesOfRoutes() : [...addressOfEachModule().values()]
  await expectNothingOfStaff(site, port, addresses.flatMap(spellingsOf))
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
  return [...new Set(routes.flatMap((route) => addressesOf(route, '')).map(({ address }) => address))]
}

/** Many sections and collections share a module: of these, one address. Parts of a page have none of their own. */
function addressOfEachModule() {
  const own = routes.flatMap((route) => addressesOf(route, '')).filter(({ isPart }) => !isPart)
  return new Map(own.map(({ module, address }) => [module, address]))
}

interface RouteAddress {
  address: string
  module: string
  isPart: boolean
}

/** The addresses of a route and of its child routes, with a value for each parameter. */
function addressesOf({ path: own = '', file, index, children = [] }: RouteConfigEntry, above: string): RouteAddress[] {
  const whole = own === '' ? above : `${above}/${own}`
  const filled = whole
    .replace(':section/:entry', 'stats/0')
    .replace(':section', 'stats')
    .replace('*', 'no/such/page')
    .replace(/:(\w+)/g, 'none')
  const address = filled === '' ? '/' : filled
  const isPart = own === '' && !(index && above === '')
  return [{ address, module: file, isPart }, ...children.flatMap((child) => addressesOf(child, whole))]
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
