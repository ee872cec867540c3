import { chromium } from '@playwright/test'
import lighthouse, { type Artifacts, type RunnerResult } from 'lighthouse'
import { SITE_PAGES } from '#app/site/addresses/site-addresses.ts'
import { findChromium } from '../../scripts/system-program.mjs'
import { freePort } from '../e2e/start-site.ts'
import type { BenchSite } from './bench-site.ts'
import { whenIdle } from './servers.ts'

interface PageQuality {
  path: string
  /** Scores of Lighthouse, 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Milliseconds. */
  largestContentfulPaint: number
  totalBlockingTime: number
  /** The same by processor time, see `processorBlockingTime`. */
  processorBlockingTime: number
  cumulativeLayoutShift: number
  /** Bytes transferred until the page has loaded. */
  bytes: { all: number; script: number; stylesheet: number; font: number }
}

/** One page of every kind. */
const PAGES = [
  ...SITE_PAGES,
  '/products/hffr-compound',
  '/products/cable-filling',
  '/products/hffr-compound/hf-60-s',
  '/products/grades?compare=hf-60-s,hf-62-m',
  '/search?q=HF+60+S',
  '/news/customers-day-goa-2026',
  '/careers/laboratory-technician',
]

/** Runs for each page. The median by performance counts, as Lighthouse advises, since its timings vary. */
const RUNS = 3

/** How often one run may be tried. */
const ATTEMPTS = 3

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** Runs Lighthouse on each kind of page, with its own mobile settings and simulated throttling. */
export async function measurePageQuality(site: BenchSite): Promise<PageQuality[]> {
  const host = await site.start()
  // Before that, the host renders pages for its cache, on the processor that the browser needs.
  await whenIdle(host.pid)
  const port = await freePort()
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    const rows: PageQuality[] = []
    for (const path of PAGES) {
      // A page of a later stage of the offer is not there yet.
      if ((await fetch(host.origin + path)).status === 404) continue
      const runs: PageQuality[] = []
      for (let run = 0; run < RUNS; run += 1) {
        runs.push(summarise(path, await visit(host.origin + path, port)))
      }
      const [middle] = runs.sort((a, b) => a.performance - b.performance).slice(Math.floor(RUNS / 2))
      if (middle) rows.push(middle)
    }
    return rows
  } finally {
    await browser.close()
    await host.stop()
  }
}

/**
 * One run of Lighthouse. On a small machine the browser at times does not come to paint or to record a trace: such a
 * run is repeated. Throws if none succeeds.
 */
async function visit(address: string, port: number): Promise<RunnerResult> {
  let reason = 'no result'
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await lighthouse(address, { port, onlyCategories: CATEGORIES, logLevel: 'error' })
    const error = result?.lhr.runtimeError
    if (result && !error && 'Trace' in result.artifacts) return result
    reason = error?.message ?? reason
  }
  throw new Error(`Lighthouse cannot measure ${address}: ${reason}`)
}

function summarise(path: string, { lhr, artifacts }: RunnerResult): PageQuality {
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  const details = lhr.audits['network-requests']?.details
  const requests = details?.type === 'table' ? details.items : []
  const bytesOf = (type?: string) =>
    requests
      .filter(({ resourceType }) => type === undefined || resourceType === type)
      .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
  return {
    path,
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestContentfulPaint: value('largest-contentful-paint'),
    totalBlockingTime: value('total-blocking-time'),
    processorBlockingTime: processorBlockingTime(
      artifacts.Trace,
      new URL(path, lhr.finalDisplayedUrl).href,
      lhr.configSettings.throttling.cpuSlowdownMultiplier,
    ),
    cumulativeLayoutShift: value('cumulative-layout-shift'),
    bytes: {
      all: bytesOf(),
      script: bytesOf('Script'),
      stylesheet: bytesOf('Stylesheet'),
      font: bytesOf('Font'),
    },
  }
}

/** Milliseconds from which a task of the main thread counts as blocking (Total Blocking Time, web.dev/articles/tbt). */
const BLOCKING_MS = 50

/**
 * Blocking time of the main thread after the first paint of content, in milliseconds: of each task, what its processor
 * time, `slowdown` times as long, has above 50 ms. Lighthouse counts the whole duration of tasks: on a machine with two
 * cores and no GPU they mostly wait for the other threads of the browser.
 */
function processorBlockingTime({ traceEvents }: Artifacts['Trace'], url: string, slowdown: number): number {
  const navigation = traceEvents.findLast(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
  )
  const ofPage = traceEvents.filter(({ pid, ts }) => pid === navigation?.pid && ts >= navigation.ts)
  const paint = ofPage.find(({ name }) => name === 'firstContentfulPaint')
  const thread = traceEvents.find(
    ({ pid, name, args }) => pid === navigation?.pid && name === 'thread_name' && args.name === 'CrRendererMain',
  )
  if (!paint || !thread) return Number.NaN
  return ofPage
    .filter(({ name, tid, ts, dur }) => name.endsWith('RunTask') && tid === thread.tid && ts + dur > paint.ts)
    .map(({ tdur = 0 }: { dur: number; tdur?: number }) => (slowdown * tdur) / 1000 - BLOCKING_MS)
    .reduce((sum, blocking) => sum + Math.max(0, blocking), 0)
}
