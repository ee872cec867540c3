import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/system-program.mjs'
import type { BenchSite } from './bench-site.ts'
import { median, whenIdle } from './servers.ts'

/** The first interaction with a page. Milliseconds. */
interface InteractionTime {
  page: string
  what: string
  /** From the input to the next paint, as browsers report it (Event Timing). */
  toPaint: number
  /** Processor time of the main thread for it. On a machine without GPU, painting waits for other threads. */
  processor: number
}

/** How much slower the processor is made: as Lighthouse does for a phone. */
const SLOWDOWN = 4

const ROUNDS = 7

/** Time in which a page at rest has done what it does after it has loaded. */
const REST_MS = 1_000

/** What visitors do first. Each is done on a page that has just been loaded. */
const INTERACTIONS: readonly { page: string; what: string; target: (page: Page) => ReturnType<Page['locator']> }[] = [
  { page: '/', what: 'menu', target: (page) => page.locator('.nav__open') },
  { page: '/', what: 'next slide', target: (page) => page.locator('.hero__ctl .ctl').last() },
  { page: '/', what: 'next product range', target: (page) => page.locator('.range__ctl .ctl').last() },
  { page: '/', what: 'a power cable', target: (page) => page.locator('.power__row a').nth(1) },
  { page: '/gallery', what: 'picture', target: (page) => page.locator('.exhibit a').first() },
  { page: '/investors', what: 'section', target: (page) => page.locator('.disclosure summary').first() },
  { page: '/investors/Drhp', what: 'confirmation', target: (page) => page.locator('dialog button[type=submit]') },
  { page: '/contactus', what: 'empty form', target: (page) => page.locator('main form button[type=submit]') },
]

/** Measures what visitors do first on a phone with a slow processor. Medians. */
export async function measureInteractions(site: BenchSite): Promise<InteractionTime[]> {
  const host = await site.start({ core: 0 })
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  try {
    await whenIdle(host.pid)
    const rows: InteractionTime[] = []
    for (const { page, what, target } of INTERACTIONS) {
      const rounds: Pick<InteractionTime, 'toPaint' | 'processor'>[] = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await interact(browser, host.origin + page, target))
      rows.push({
        page,
        what,
        toPaint: median(rounds.map(({ toPaint }) => toPaint)),
        processor: median(rounds.map(({ processor }) => processor)),
      })
    }
    return rows
  } finally {
    await browser.close()
    await host.stop()
  }
}

async function interact(browser: Browser, address: string, target: (typeof INTERACTIONS)[number]['target']) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  try {
    const page = await context.newPage()
    await page.addInitScript(recordInteractions)
    await page.goto(address)
    await page.locator('html[data-hydrated]').waitFor()
    const place = target(page)
    await place.scrollIntoViewIfNeeded()
    await page.waitForTimeout(REST_MS)
    const client = await context.newCDPSession(page)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    const before = await taskSeconds(client)
    await place.click()
    const toPaint = await page.waitForFunction(() => window.longestInteraction)
    const processor = (await taskSeconds(client)) - before
    return { toPaint: Number(await toPaint.jsonValue()), processor: processor * 1000 }
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
function recordInteractions() {
  // TypeScript does not know the option yet.
  const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[])
      if (entry.interactionId > 0) window.longestInteraction = Math.max(window.longestInteraction ?? 0, entry.duration)
  }).observe(options)
}

async function taskSeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

declare global {
  interface Window {
    /** Set once an interaction was painted (ms). */
    longestInteraction?: number
  }
}
