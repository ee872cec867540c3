import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, request as requestOf, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { expect } from '../fixtures.ts'
import { referencesIn } from '../references.ts'
import { startNginxOfDeploy, startVarnishOfDeploy, type CachingProxy } from '../start-caching-proxy.ts'
import { freePort } from '../start-site.ts'
import { openStats, PURGE_SECRET, statusOf, test } from './proxied-site.ts'

/** `npm run test:caches` sets a higher number. */
const SAVES = Number(process.env['CACHES_SAVES'] ?? 20)
/** Visitors who request the same page at once. */
const CROWD = 200

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
