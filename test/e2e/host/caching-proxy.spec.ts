import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { RouteConfigEntry } from '@remix-run/route-config'
import routes from '../../../app/routes.ts'
import { sendMessages } from '../contact-messages.ts'
import { expect, test as base } from '../fixtures.ts'
import { sendRaw, type RawResponse } from '../raw-request.ts'
import { startCachingProxy } from '../start-caching-proxy.ts'
import { startSite, type Site } from '../start-site.ts'

/** Stands in what only staff may see: the name of the account, a message, the list of files. */
const SECRET = 'canary'

const test = base.extend<object, { proxied: { site: Site; port: number } }>({
  proxied: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern.
    async ({}, use) => {
      const site = await startSite({ variables: { TRUST_PROXY: 'true', ADMIN_USERNAME: `${SECRET}-name` } })
      const proxy = await startCachingProxy(site.origin)
      await use({ site, port: proxy.port })
      await proxy.stop()
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

test('every address in every spelling, asked for by staff first: a stranger is given nothing of theirs', async ({
  proxied: { site, port },
}) => {
  await writeFile(path.join(site.uploadsDir, `reports/${SECRET}.pdf`), '%PDF-1.4')
  await sendMessages(site, [SECRET])
  const cookie = await signIn(site)
  const targets = [...new Set(routes.flatMap((route) => pathsOf(route, '')))].flatMap(spellingsOf)
  expect(targets.length).toBeGreaterThan(400)

  let shownToStaff = 0
  const work = async (target: string) => {
    const forStaff = await ask(port, target, `Cookie: ${cookie}\r\n`)
    const forStranger = await ask(port, target)
    if (textOf(forStaff).includes(SECRET)) shownToStaff += 1
    expect(textOf(forStranger), target).not.toContain(SECRET)
    for (const { headers } of [forStaff, forStranger]) {
      if (isAdmin(target)) expect(headers.get('x-cache'), target).not.toBe('HIT')
      if (headers.has('set-cookie')) {
        expect([headers.get('cache-control'), headers.get('x-cache')], target).toEqual(['no-store', 'MISS'])
      }
    }
  }
  const workers = [0, 1, 2, 3].map(async () => {
    for (let target = targets.pop(); target !== undefined; target = targets.pop()) await work(target)
  })
  await Promise.all(workers)
  expect(shownToStaff).toBeGreaterThan(40)
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
  const data = address === '/' ? '/_root.data' : `${address}.data`
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
