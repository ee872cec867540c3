import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { hostInterfaceOf } from '#app/cms/host-interface.server.ts'
import { runningSite } from '#app/cms/site.server.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { canRun, FAKETIME, NGINX, VARNISH } from '../scripts/system-program.mjs'
import { signIn } from './administrator.ts'
import { createTestSite } from './create-test-site.ts'
import { startNginxOfDeploy, startVarnishOfDeploy } from './e2e/start-caching-proxy.ts'
import { freePort } from './e2e/start-site.ts'
import {
  FILE_ADDRESSES,
  FILES,
  FIXED_ADDRESSES,
  hasBytesOfFile,
  HIDDEN,
  otherAddresses,
  PDF,
  REQUESTS,
  spellingsOf,
  writeGatedDocuments,
} from './gated-documents.ts'
import { renderData, respond } from './respond-with-data.ts'
import { sendUnchanged, type Asked } from './send-unchanged.ts'
import { startTestHost } from './start-test-host.ts'

/**
 * Documents that visitors confirm first, and withdrawn ones, behind the caches that `deploy/` has configurations for. A
 * cache might keep what one person was given, or what was public before.
 */

const testWithCaches = test.runIf(canRun(NGINX, VARNISH, FAKETIME))

const PURGE_SECRET = 'purge-secret-of-the-tests'
const varnishPort = await freePort()

const site = await createTestSite({
  settings: { TRUST_PROXY: 'true', PURGE_URLS: `varnish+http://127.0.0.1:${varnishPort}`, PURGE_SECRET },
  prepare(env) {
    writeGatedDocuments(env)
    return Promise.resolve()
  },
})
const session = await signIn()

afterEach(() => {
  vi.useRealTimers()
})

/** The site with Varnish and nginx in front of it, until the test ends. */
async function startCaches() {
  const host = await startTestHost({
    app: hostInterfaceOf(runningSite()),
    handle: respond,
    render: renderData,
    trustProxy: true,
  })
  const folder = await mkdtemp(path.join(tmpdir(), 'clock-'))
  const clock = path.join(folder, 'clock')
  await writeFile(clock, '+0s')
  const varnish = await startVarnishOfDeploy(host.origin, { port: varnishPort, secret: PURGE_SECRET })
  onTestFinished(() => varnish.stop())
  const nginx = await startNginxOfDeploy(host.origin, { clock })
  onTestFinished(async () => {
    await nginx.stop()
    await rm(folder, { recursive: true })
  })
  const ports = { varnish: varnish.port, nginx: nginx.port }
  /** Sets the clock of nginx ahead, and waits until it has the time. */
  const setAhead = async (seconds: number) => {
    await writeFile(clock, `+${seconds}s`)
    await expect
      .poll(
        async () => Date.parse((await sendUnchanged(ports.nginx, '/robots.txt')).headers['date'] ?? '') - Date.now(),
      )
      .toBeGreaterThan((seconds - 1.5) * 1000)
  }
  const stopHost = () => {
    host.server.closeAllConnections()
    host.server.tcp.close()
  }
  // Varnish asks the site each second whether it is ready.
  await expect.poll(async () => (await sendUnchanged(ports.varnish, '/robots.txt')).status).toBe(200)
  return { ports: Object.entries(ports), setAhead, stopHost }
}

/** What a proxy in front, or somebody who pretends to be one, may send besides. */
const REQUESTS_TO_CACHES: Asked[] = [
  ...['TRACE', 'PURGE', 'PURGEKEYS', 'BAN', 'PROPFIND', 'GET'].map((method) => ({ method })),
  ...['LOCALHOST:3000', '127.0.0.1', '127.0.0.1:3000', 'cache.example'].map((host) => ({ headers: { host } })),
  ...Object.entries({
    'x-forwarded-host': '127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1, 10.0.0.1',
    'x-rewrite-url': '/robots.txt',
    'x-http-method-override': 'PURGE',
    'x-brotli': '1',
    'x-accel-redirect': '/uploads/documents/rhp.pdf',
    'surrogate-capability': 'key="ESI/1.0"',
    'surrogate-key': 'everything',
    'cache-control': 'no-cache',
    pragma: 'no-cache',
    'if-range': '*',
    range: 'bytes=0-9,20-29',
    expect: '100-continue',
    'accept-encoding': 'identity;q=0, gzip',
    te: 'trailers',
  }).map(([name, value]) => ({ headers: { [name]: value } })),
  { headers: { 'cache-control': 'only-if-cached' } },
  { method: 'PURGE', headers: { 'surrogate-key': 'everything', authorization: 'Bearer ' } },
]

interface Try {
  target: string
  asked: Asked
}

/** True for a file or a part of one. Varnish sends parts of a page too. */
function isFile({ headers, body }: { headers: Record<string, string | undefined>; body: Buffer }) {
  const isOfPage = headers['content-type']?.startsWith('text/html') === true
  const isPart = headers['content-range'] !== undefined && !isOfPage
  return headers['content-type'] === 'application/pdf' || isPart || hasBytesOfFile(body)
}

/** The requests that gave a file, or a part of one. Several are on their way at once, as from many visitors. */
async function filesGivenTo(port: number, tries: readonly Try[]) {
  const found: unknown[] = []
  const waiting = [...tries]
  const visitor = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // A cache closes the connection after some of these requests.
      const response = await sendUnchanged(port, next.target, next.asked).catch(() => undefined)
      if (response && isFile(response)) found.push({ ...next, status: response.status, headers: response.headers })
    }
  }
  await Promise.all([visitor(), visitor(), visitor(), visitor()])
  return found
}

/** Confirms the text of a document through a cache. Resolves with the address of its file. */
async function confirmedAddress(port: number, slug: string) {
  const { status, headers } = await sendUnchanged(port, `/documents/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    body: 'answer=confirmed',
  })
  expect(status).toBe(303)
  return headers['location'] ?? ''
}

testWithCaches(
  'gated files, after staff and a visitor who has confirmed got them through the same cache: no byte for others',
  { timeout: 120_000 },
  async () => {
    const { ports } = await startCaches()
    const own = [...FILE_ADDRESSES, ...FIXED_ADDRESSES]
    const tries: Try[] = [
      ...own.flatMap((address) => spellingsOf(address).map((target) => ({ target, asked: {} }))),
      ...own.flatMap((target) => [...REQUESTS, ...REQUESTS_TO_CACHES].map((asked) => ({ target, asked }))),
      ...own.map((address) => ({ target: `http://localhost:3000${address}`, asked: {} })),
      ...own.map((address) => ({ target: '/robots.txt', asked: { headers: { 'x-original-url': address } } })),
      ...otherAddresses().map((target) => ({ target, asked: {} })),
    ]
    expect(tries.length).toBeGreaterThan(500)
    for (const [name, port] of ports) {
      for (const address of FILE_ADDRESSES) {
        const { status, body } = await sendUnchanged(port, address, { headers: { cookie: session } })
        expect([status, hasBytesOfFile(body)], `staff through ${name}: ${address}`).toEqual([200, true])
      }
      const confirmed = await confirmedAddress(port, 'red-herring-prospectus')
      for (const headers of [{}, { range: 'bytes=0-99' }]) {
        expect(isFile(await sendUnchanged(port, confirmed, { headers })), `confirmed through ${name}`).toBe(true)
      }
      expect(await filesGivenTo(port, tries), name).toEqual([])
      expect((await sendUnchanged(port, '/robots.txt')).status, name).toBe(200)
    }
  },
)

testWithCaches(
  'a signed address: through a cache too for ten minutes, for one file, and with its own signature only',
  async () => {
    const { ports } = await startCaches()
    const start = Date.now()
    for (const [name, port] of ports) {
      const confirmed = await confirmedAddress(port, 'red-herring-prospectus')
      const { status, headers, body } = await sendUnchanged(port, confirmed)
      expect([status, headers['cache-control'], headers['x-robots-tag']], name).toEqual([200, 'no-store', 'noindex'])
      expect(body.subarray(PDF.length).toString(), name).toBe(`% ${FILES.rhp}`)
      const [, , signed = ''] = confirmed.split('/')
      const [time = '', signature = ''] = signed.split('.')
      const altered = [
        ...[FILES.abridged, FILES.further, FILES.earlier, HIDDEN].map((file) => confirmed.replace(FILES.rhp, file)),
        confirmed.replace(signature, signature.split('').toReversed().join('')),
        confirmed.replace(time, (Number.parseInt(time, 36) + 1).toString(36)),
        confirmed.replace('/documents/', '//documents/'),
        confirmed.replace('/documents/', '/x/../documents/').replace('rhp.pdf', 'abridged-prospectus.pdf'),
      ]
      expect(
        await filesGivenTo(
          port,
          altered.map((target) => ({ target, asked: {} })),
        ),
        name,
      ).toEqual([])
      vi.useFakeTimers({ toFake: ['Date'], now: start + 11 * 60_000 })
      const late = REQUESTS.map((asked) => ({ target: confirmed, asked }))
      expect(await filesGivenTo(port, late), `${name}, late`).toEqual([])
      vi.useRealTimers()
    }
  },
)

/** Requests that get a public file, or a part of it. */
const READS: Asked[] = [
  {},
  { method: 'HEAD' },
  { headers: { range: 'bytes=0-99' } },
  { headers: { 'accept-encoding': 'br' } },
]

testWithCaches.each([
  ['gated', 'group-companies-2023', { kind: 'rhp' as const }],
  ['withdrawn', 'group-companies-2024', { withdrawnBecause: 'A wrong figure' }],
])(
  '%s after it was public: gone from both caches, also if the site ends soon afterwards',
  { timeout: 60_000 },
  async (what, slug, change) => {
    const { ports, setAhead, stopHost } = await startCaches()
    const section = documents.entry(slug)
    const { fileUrl } = site.content.read(section).value
    const tries = [fileUrl, `/documents/${slug}`].flatMap((target) => READS.map((asked) => ({ target, asked })))
    for (const [name, port] of ports) {
      expect((await filesGivenTo(port, tries)).length, `${name} stores it`).toBe(tries.length)
    }
    await site.content.update(section, { author: 'asha', reason: 'Test', change: (now) => ({ ...now, ...change }) })
    await site.sharedCaches.confirmed()
    // Varnish was told, nginx forgets by time.
    await setAhead(11)
    for (const [name, port] of ports) {
      expect(await filesGivenTo(port, tries), `${name} has it when it is ${what}`).toEqual([])
    }
    stopHost()
    await setAhead(120)
    for (const [name, port] of ports) {
      expect(await filesGivenTo(port, tries), `${name} has it while the site is down`).toEqual([])
    }
  },
)
