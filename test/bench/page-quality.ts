import lighthouse, { type RunnerResult } from 'lighthouse'
import { freePort } from '../e2e/start-site.ts'
import type { BenchSite } from './bench-site.ts'
import { launchChromium } from './launch-chromium.ts'
import { whenIdle } from './servers.ts'

export interface PageQuality {
  path: string
  /** Lighthouse's scores, 0 to 100. */
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  /** Milliseconds. */
  largestContentfulPaint: number
  totalBlockingTime: number
  cumulativeLayoutShift: number
  /** Bytes over the wire until the page is at rest. */
  bytes: { all: number; script: number; stylesheet: number; font: number; image: number }
}

/** One page of every kind. */
const PAGES = [
  '/',
  '/aboutus',
  '/certificate',
  '/products',
  '/products/hffr-compound',
  '/products/cable-filling',
  '/services',
  '/investors',
  '/investors/industry-report',
  '/investors/Drhp',
  '/events',
  '/gallery',
  '/careers',
  '/contactus',
]

/** Of each page; the middle one by performance counts, as Lighthouse advises, since its timings vary from look to look. */
const LOOKS = 3

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** Lighthouse as a phone on a slow line sees each kind of page (its own mobile settings, simulated throttling). */
export async function measurePageQuality(site: BenchSite): Promise<PageQuality[]> {
  const host = await site.start()
  // Until then it makes pages ready, on the processor that the browser needs.
  await whenIdle(host.pid)
  const port = await freePort()
  const browser = await launchChromium({ port })
  try {
    const rows: PageQuality[] = []
    for (const path of PAGES) {
      const looks: PageQuality[] = []
      for (let look = 0; look < LOOKS; look += 1) {
        const result = await lighthouse(host.origin + path, { port, onlyCategories: CATEGORIES, logLevel: 'error' })
        if (!result) throw new Error(`Lighthouse did not look at ${path}`)
        looks.push(summarise(path, result))
      }
      const [middle] = looks.sort((a, b) => a.performance - b.performance).slice(Math.floor(LOOKS / 2))
      if (middle) rows.push(middle)
    }
    return rows
  } finally {
    await browser.close()
    await host.stop()
  }
}

/** Bytes of the image that is the largest thing a phone paints on the home page. */
export async function measureLargestImage(site: BenchSite) {
  const host = await site.start()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
    })
    await page.goto(host.origin, { waitUntil: 'networkidle' })
    return await page.evaluate(
      async () =>
        new Promise<{ url: string; bytes: number }>((resolve) => {
          new PerformanceObserver((list) => {
            const url =
              list
                .getEntries()
                .flatMap((entry) => ('url' in entry ? [String(entry.url)] : []))
                .at(-1) ?? ''
            const [resource] = performance.getEntriesByName(url)
            resolve({ url, bytes: resource instanceof PerformanceResourceTiming ? resource.encodedBodySize : 0 })
          }).observe({ type: 'largest-contentful-paint', buffered: true })
        }),
    )
  } finally {
    await browser.close()
    await host.stop()
  }
}

function summarise(path: string, { lhr }: RunnerResult): PageQuality {
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
    cumulativeLayoutShift: value('cumulative-layout-shift'),
    bytes: {
      all: bytesOf(),
      script: bytesOf('Script'),
      stylesheet: bytesOf('Stylesheet'),
      font: bytesOf('Font'),
      image: bytesOf('Image'),
    },
  }
}
