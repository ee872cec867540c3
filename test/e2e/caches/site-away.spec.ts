import { writeFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { referencesIn } from '../references.ts'
import { sitemapPaths } from '../sitemap-paths.ts'
import { startNginxOfDeploy, startVarnishOfDeploy } from '../start-caching-proxy.ts'
import { freePort, startSite, type Site } from '../start-site.ts'
import { BEHIND_PROXY, openStats, PURGE_SECRET, statusOf } from './proxied-site.ts'
import { startStubNodes } from './stub-nodes.ts'
import { get, MAX_HALT_MS, timed } from './timed-visits.ts'

const HOUR_S = 3600

let site: Site

// The last test ends the site that they share.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  site = await startSite({ variables: BEHIND_PROXY })
})

test.afterAll(() => site.stop())

test('the site is halted beside another node: visitors wait two seconds at most', async () => {
  const others = await startStubNodes(2)
  // The other node does not write.
  const origins = [site.origin, others[1]?.origin ?? '']
  const caches = [
    await startVarnishOfDeploy(origins, { port: await freePort(), secret: PURGE_SECRET }),
    await startNginxOfDeploy(origins),
  ]
  const pages = (await sitemapPaths(site.origin)).slice(0, 10)
  try {
    for (const { port } of caches) {
      site.process.kill('SIGSTOP')
      const visits = await Promise.all(pages.map((page) => timed(() => get(`http://127.0.0.1:${port}${page}`))))
      site.process.kill('SIGCONT')
      expect(Math.max(...visits.map(({ ms }) => ms))).toBeLessThan(MAX_HALT_MS)
      expect(new Set(visits.map(({ result }) => result.status))).toEqual(new Set([200]))
    }
  } finally {
    site.process.kill('SIGCONT')
    for (const { stop } of others) stop()
    for (const cache of caches) await cache.stop()
  }
})

test('the site is killed under load: for an hour everything that was asked for before is there, and it is fresh once the site is back', async ({
  start,
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
    for (const milliseconds of [HOUR_S / 2, HOUR_S + 500]) {
      await expect.poll(() => performance.now() - killed).toBeGreaterThan(milliseconds)
      await visitAll()
    }
    expect(faults).toEqual([])
    expect((await fetch(`${caches[1]}/admin`)).status).toBe(503)

    await start({ port: Number(new URL(site.origin).port), variables: BEHIND_PROXY })
    for (const cache of caches) {
      await expect.poll(async () => (await fetch(cache)).text(), { timeout: 30_000 }).not.toContain('79,999')
    }
  } finally {
    await nginx.stop()
    await varnish.stop()
  }
})

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
