import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, constants } from 'node:http2'
import { z } from 'zod'
import { expect, test as base } from '../fixtures.ts'
import {
  startNginxOfDeploy,
  startTlsProxyOfDeploy,
  startVarnishOfDeploy,
  type CachingProxy,
} from '../start-caching-proxy.ts'
import { freePort } from '../start-site.ts'
import { startStubNodes, type StubNode } from './stub-nodes.ts'
import { get, MAX_HALT_MS, timed } from './timed-visits.ts'

const PURGE_SECRET = 'purge-secret-of-the-tests'

/** Time in which a cache notices that a node is no longer ready, or is ready again. */
const NOTICE_MS = 5_000

interface Caches {
  nodes: StubNode[]
  startNginx: (options?: { clock?: string }) => Promise<string>
  startVarnish: (options?: { isThousandfold?: boolean }) => Promise<string>
}

/** Three nodes, the first of which writes, and caches of deploy/ in front of them. */
const test = base.extend<{ caches: Caches }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern.
  caches: async ({}, use) => {
    const nodes = await startStubNodes(3)
    const origins = nodes.map(({ origin }) => origin)
    const started: CachingProxy[] = []
    const keep = (cache: CachingProxy) => {
      started.push(cache)
      return `http://127.0.0.1:${cache.port}`
    }
    try {
      await use({
        nodes,
        startNginx: async (options) => keep(await startNginxOfDeploy(origins, options)),
        startVarnish: async (options) =>
          keep(await startVarnishOfDeploy(origins, { port: await freePort(), secret: PURGE_SECRET, ...options })),
      })
    } finally {
      for (const cache of started) await cache.stop()
      for (const { stop } of nodes) stop()
    }
  },
})

test('parameters of campaigns do not pass the caches, all others do', async ({
  caches: { nodes, startNginx, startVarnish },
}) => {
  for (const cache of [await startNginx(), await startVarnish()]) {
    await get(`${cache}/products`)
    for (const query of [
      'utm_source=mail',
      'utm_source=mail&utm_medium=a%20b&utm_campaign=//day',
      'fbclid=IwAR0_x',
      'gclid=1&utm_id=',
      'mc_cid=1&mc_eid=2',
      'igshid=x&msclkid=y',
      'utm_content',
    ]) {
      expect((await get(`${cache}/products?${query}`)).body, query).toMatch(/^node \d \/products$/)
    }
    for (const [query, left] of [
      ['page=2&utm_source=mail&utm_medium=x', '?page=2'],
      ['utm_source=mail&page=2&gclid=7', '?page=2'],
      ['page=2&fbclid=1&tag=a', '?page=2&tag=a'],
      ['page=2', '?page=2'],
      ['xutm_source=1', '?xutm_source=1'],
      ['a=utm_source=1', '?a=utm_source=1'],
    ] as const) {
      expect((await get(`${cache}/products?${query}`)).body, query).toMatch(new RegExp(`^node \\d /products\\${left}$`))
    }
    const targets = nodes.flatMap(({ requests }) => requests.map(({ url }) => url))
    expect(targets.filter((url) => url === '/products')).toHaveLength(1)
    for (const node of nodes) node.requests = []
    // What staff and programs send is passed on as it is.
    expect((await get(`${cache}/admin/x?utm_source=1`)).body).toContain('/admin/x?utm_source=1')
    const posted = await fetch(`${cache}/contactus?utm_source=1`, { method: 'POST', body: 'a=b' })
    expect(await posted.text()).toContain('/contactus?utm_source=1')
    for (const node of nodes) node.requests = []
  }
})

test('health and readiness of the nodes are not public', async ({ caches: { startNginx, startVarnish } }) => {
  for (const cache of [await startNginx(), await startVarnish()]) {
    for (const path of ['/healthz', '/readyz', '/readyz/writer', '/readyz?x']) {
      expect((await get(cache + path)).status, path).toBe(404)
    }
  }
})

test('a halted node costs a visitor of a page two seconds', async ({ caches: { nodes, startNginx, startVarnish } }) => {
  const [writer, reader] = nodes
  for (const cache of [await startVarnish(), await startNginx()]) {
    for (const halted of [writer, reader]) {
      if (!halted) continue
      await expect.poll(() => nodeOf(`${cache}/ready-${halted.name}-${Math.random()}`)).toBeDefined()
      halted.isHalted = true
      const visits = await Promise.all(
        Array.from({ length: 12 }, (_, number) =>
          timed(() => get(`${cache}/page-${number}-without-${halted.name.at(-1)}`)),
        ),
      )
      expect(visits.map(({ result }) => result.status)).toEqual(visits.map(() => 200))
      expect(Math.max(...visits.map(({ ms }) => ms))).toBeLessThan(MAX_HALT_MS)
      halted.isHalted = false
    }
  }
})

test('Varnish: pages come from the node that writes, then from one that is ready, and from any while none is', async ({
  caches: { nodes, startVarnish },
}) => {
  const cache = await startVarnish()
  let number = 0
  const page = () => nodeOf(`${cache}/page-${(number += 1)}`)
  const asked = async () =>
    new Set([await page(), await page(), await page(), await page(), await page(), await page()])
  const poll = (message: string) => expect.poll(asked, { message, timeout: NOTICE_MS * 2 })
  const [first, second, third] = nodes
  if (!first || !second || !third) throw new Error('There are three nodes')

  await poll('the writer').toEqual(new Set(['node 1']))
  first.isWriter = false
  second.isWriter = true
  await poll('the next writer').toEqual(new Set(['node 2']))
  // Staff too, without a second hop.
  expect(await nodeOf(`${cache}/admin/dashboard`)).toBe('node 2')

  second.isWriter = false
  second.isReady = false
  await poll('the nodes that are ready').toEqual(new Set(['node 1', 'node 3']))
  for (const node of nodes) node.isReady = false
  await poll('any node').not.toEqual(new Set([undefined]))
  expect((await get(`${cache}/page-of-nodes-that-are-cut-off`)).status).toBe(200)
  third.isReady = true
  await poll('the only node that is ready').toEqual(new Set(['node 3']))
})

test('during an update: a script of the other version is found on the node that has it', async ({
  caches: { nodes, startNginx, startVarnish },
}) => {
  for (const [number, node] of nodes.entries()) node.files.add(`/assets/entry-${number}.js`)
  for (const cache of [await startNginx(), await startVarnish()]) {
    for (const number of nodes.keys()) {
      expect((await get(`${cache}/assets/entry-${number}.js`)).status, `${cache} ${number}`).toBe(200)
    }
    expect((await get(`${cache}/assets/entry-of-none.js`)).status).toBe(404)
  }
})

test('a file that was deleted does not come back when the site goes down', async ({
  caches: { nodes, startNginx, startVarnish },
}, info) => {
  const clock = info.outputPath('clock')
  await writeFile(clock, '+0s')
  const address = '/uploads/reports/deleted.pdf'
  const caches = [await startNginx({ clock }), await startVarnish({ isThousandfold: true })]
  for (const cache of caches) expect((await get(cache + address)).status).toBe(200)
  for (const node of nodes) node.gone.add(address)
  await writeFile(clock, '+60s')
  for (const cache of caches) await expect.poll(async () => (await get(cache + address)).status).toBe(404)
  for (const { stop } of nodes) stop()
  for (const cache of caches) {
    for (let round = 0; round < 5; round += 1) expect([404, 502, 503]).toContain((await get(cache + address)).status)
  }
})

test('browsers get brotli from Varnish, other clients gzip, and each is fetched once', async ({
  caches: { nodes, startVarnish },
}) => {
  const cache = await startVarnish()
  const accepted = ['gzip, deflate, br', 'br', 'gzip', 'identity', 'br;q=0, gzip']
  for (const encoding of [...accepted, ...accepted]) {
    const response = await fetch(`${cache}/`, { headers: { 'accept-encoding': encoding } })
    await response.arrayBuffer()
  }
  const asked = nodes.flatMap(({ requests }) => requests.map(({ headers }) => headers['accept-encoding']))
  expect(asked.sort()).toEqual(['br', 'gzip'])
})

test('TLS: pages over HTTP/2 from two caches, the address of the visitor reaches the site, and one cache may be down', async ({
  caches: { nodes, startVarnish, startNginx },
}, info) => {
  const caches = [await startVarnish(), await startNginx(), `http://127.0.0.1:${await freePort()}`]
  const certificate = info.outputPath('certificate.pem')
  const key = info.outputPath('key.pem')
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'].concat([
      '-subj',
      '/CN=www.example.com',
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
    { encoding: 'utf8' },
  )
  expect(made.status, made.stderr).toBe(0)
  const proxy = await startTlsProxyOfDeploy({ certificate, key, caches })
  const session = connect(`https://127.0.0.1:${proxy.port}`, { rejectUnauthorized: false })
  try {
    const ask = async (path: string, method = 'GET') => {
      const stream = session.request({
        [constants.HTTP2_HEADER_PATH]: path,
        [constants.HTTP2_HEADER_METHOD]: method,
        [constants.HTTP2_HEADER_AUTHORITY]: 'www.example.com',
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-host': 'evil.example',
      })
      stream.end()
      const [headers]: unknown[] = await once(stream, 'response')
      stream.resume()
      return z.looseObject({ ':status': z.number() }).parse(headers)[':status']
    }
    for (const path of ['/', '/', '/products', '/products', '/admin/dashboard', '/admin/dashboard']) {
      expect(await ask(path), path).toBe(200)
    }
    expect(await ask('/contactus', 'POST')).toBe(200)
    const requests = nodes.flatMap(({ requests: some }) => some)
    expect(requests.length).toBeGreaterThan(4)
    for (const { headers } of requests) {
      expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: 'www.example.com' })
      expect(headers['x-forwarded-host']).toBeUndefined()
    }
    expect(session.alpnProtocol).toBe('h2')
  } finally {
    session.close()
    await proxy.stop()
  }
})

/** The name of the node that a page comes from; undefined for an error. */
async function nodeOf(url: string) {
  return /^node \d/.exec((await get(url)).body)?.[0]
}
