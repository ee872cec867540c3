import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../e2e/start-site.ts'
import { startNginxOfDeploy, startVarnishOfDeploy } from '../e2e/start-caching-proxy.ts'
import { sitemapPaths } from '../e2e/sitemap-paths.ts'
import { pdfName, type BenchSite } from './bench-site.ts'
import { openNews } from './saves.ts'
import { getOk, percentile, processorSecondsOf, type Server } from './servers.ts'
import { ENCODINGS, runWrk, type LoadResult } from './throughput.ts'

const SECRET = 'a-secret-for-measuring-only'
const PDF = `/uploads/reports/${pdfName('5 MB')}`

interface CacheRow extends LoadResult {
  what: string
  /** The server that got the load: the site itself, or a cache in front of it. */
  entrance: string
  /** Requests that the site itself has served. */
  reached: number
}

/** Measures the home page and a large PDF, from the site itself and from the caches of `deploy/` in front of it. */
export async function measureCaches(site: BenchSite, seconds: number): Promise<CacheRow[]> {
  const { host, requests, purgePort } = await startBehindCaches(site)
  const varnish = await startVarnishOfDeploy(host.origin, { port: purgePort, secret: SECRET })
  const nginx = await startNginxOfDeploy(host.origin)
  const entrances = { site: host.origin, nginx: originOf(nginx.port), Varnish: originOf(varnish.port) }
  const rows: CacheRow[] = []
  try {
    for (const [what, path] of [
      ['home page', '/'],
      ['PDF of 5 MB', PDF],
    ] as const) {
      for (const [entrance, origin] of Object.entries(entrances)) {
        await getOk(origin + path, { headers: ENCODINGS })
        const before = await requests()
        const result = await runWrk(origin + path, seconds, ENCODINGS)
        rows.push({ what, entrance, ...result, reached: (await requests()) - before })
      }
    }
    return rows
  } finally {
    await varnish.stop()
    await nginx.stop()
    await host.stop()
  }
}

interface DayRow {
  what: string
  requests: number
  /** Milliseconds from the time when a request was due until its response was complete. */
  p50: number
  p99: number
  errors: number
  reached: number
  /** Share of one core that the site used. */
  core: number
}

/** Requests and PDFs a second at the peak of one listing day (docs/growth.md). */
const PEAK = { requests: 220, documents: 5.5 }
/** Locations of a content delivery network, and how long each caches a page (seconds, CDN-Cache-Control). */
const CDN = { places: 100, freshSeconds: 10 }
const SAVE_EVERY_MS = 2_000

/**
 * Measures the peak of a listing day, and ten times as much, through the Varnish of `deploy/`; then the requests of a
 * content delivery network, which do not depend on its number of visitors. Staff save every two seconds. Requests are
 * sent when they are due, even if earlier ones have no response yet.
 */
export async function measureListingDay(site: BenchSite, seconds: number): Promise<DayRow[]> {
  const { host, requests, purgePort } = await startBehindCaches(site)
  const varnish = await startVarnishOfDeploy(host.origin, { port: purgePort, secret: SECRET })
  const save = await openNews(host.origin, site)
  let edition = 0
  const measure = async (what: string, streams: readonly Stream[]) => {
    const [reachedBefore, usedBefore] = [await requests(), await processorSecondsOf(host.pid)]
    const saves: Promise<void>[] = []
    const saving = setInterval(() => saves.push(save(++edition)), SAVE_EVERY_MS)
    const loads = await Promise.all(streams.map((stream) => send(stream, seconds)))
    clearInterval(saving)
    await Promise.all(saves)
    const waits = loads.flatMap((load) => load.waits)
    return {
      what,
      requests: waits.length,
      p50: percentile(waits, 0.5),
      p99: percentile(waits, 0.99),
      errors: loads.reduce((sum, { errors }) => sum + errors, 0),
      reached: (await requests()) - reachedBefore - saves.length,
      core: ((await processorSecondsOf(host.pid)) - usedBefore) / seconds,
    }
  }
  try {
    const pages = await sitemapPaths(host.origin)
    const files = await filesOf(host.origin)
    const visitors = (times: number): Stream[] => [
      // A page and seven of its files, as a browser with an empty cache requests them.
      { origin: originOf(varnish.port), paths: pages, perSecond: (PEAK.requests / 8) * times },
      { origin: originOf(varnish.port), paths: files, perSecond: (PEAK.requests / 8) * 7 * times },
      { origin: originOf(varnish.port), paths: [PDF], perSecond: PEAK.documents * times },
    ]
    const places: Stream = {
      origin: host.origin,
      paths: pages,
      perSecond: (CDN.places * pages.length) / CDN.freshSeconds,
    }
    return [
      await measure('listing day, through Varnish', visitors(1)),
      await measure('10 times, through Varnish', visitors(10)),
      await measure(`${CDN.places} places of a CDN with ${pages.length} pages each`, [places]),
    ]
  } finally {
    await varnish.stop()
    await host.stop()
  }
}

/** A host with metrics, which purges a Varnish at a port that is still free. */
async function startBehindCaches(site: BenchSite) {
  const [purgePort, metricsPort] = [await freePort(), await freePort()]
  const variables = {
    TRUST_PROXY: 'true',
    ALLOWED_HOSTS: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    PURGE_URLS: `varnish+${originOf(purgePort)}`,
    PURGE_SECRET: SECRET,
  }
  const host: Server = await site.start({ variables })
  /** Requests that the site has served since its start. */
  const requests = async () => {
    const { body } = await getOk(`${originOf(metricsPort)}/metrics`)
    const lines = body.toString().match(/^website_requests_total\{.*\} \d+$/gm) ?? []
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  return { host, requests, purgePort }
}

/** Files of the home page that a browser requests: styles, scripts, fonts and images. */
async function filesOf(origin: string) {
  const html = await (await fetch(origin)).text()
  return [...new Set(html.match(/(?<=")\/(?:assets|variants|uploads)\/[^" ]+\.(?:css|js|woff2|avif|svg)(?=")/g))]
}

/** Requests at a constant rate, to each path in turn. */
interface Stream {
  origin: string
  paths: readonly string[]
  perSecond: number
}

async function send({ origin, paths, perSecond }: Stream, seconds: number) {
  const agent = new Agent({ keepAlive: true })
  const waits: number[] = []
  let errors = 0
  const start = performance.now()
  const request = async (path: string, due: number) => {
    // A timer may fire a fraction of a millisecond early.
    const began = Math.min(due, performance.now())
    try {
      await getOk(origin + path, { agent, headers: ENCODINGS })
    } catch {
      errors += 1
    }
    waits.push(performance.now() - began)
  }
  const sent: Promise<void>[] = []
  while (sent.length < perSecond * seconds) {
    const due = start + (sent.length / perSecond) * 1000
    const early = due - performance.now()
    if (early > 0) await wait(early)
    sent.push(request(paths[sent.length % paths.length] ?? '/', due))
  }
  await Promise.all(sent)
  agent.destroy()
  return { waits, errors }
}

function originOf(port: number) {
  return `http://127.0.0.1:${port}`
}
