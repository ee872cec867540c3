import type { Page } from '@playwright/test'

/** Compressed sizes of the scripts that a page has fetched, in bytes. Those from the browser's cache count as well. */
export function scriptSizes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => /\/assets\/[\w.-]+\.js$/.test(name))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
}
