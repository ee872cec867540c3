import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { startSite, type Site, type SiteOptions } from './start-site.ts'

export { expect }

interface TestFixtures {
  /** Starts a site of the test's own, which is stopped with the test however that ends. */
  start: (options?: SiteOptions) => Promise<Site>
  /** Console errors a test provokes on purpose, such as the one for a page that is a 404. */
  expectedConsoleErrors: RegExp[]
  /** Signs the page's visitor in through the login form. */
  signIn: () => Promise<void>
}

export interface WorkerOptions {
  /** Path of the Node that runs the sites. */
  node: string
}

interface WorkerFixtures extends WorkerOptions {
  /** The site of this worker. Tests that change content must not count on what another left. */
  site: Site
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  node: [process.execPath, { scope: 'worker', option: true }],

  site: [
    async ({ node }, use) => {
      const site = await startSite({ node })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],

  start: async ({ node }, use) => {
    const sites: Site[] = []
    await use(async (options) => {
      const site = await startSite({ node, ...options })
      sites.push(site)
      return site
    })
    for (const site of sites) await site.stop()
  },

  baseURL: async ({ site }, use) => {
    await use(site.origin)
  },

  expectedConsoleErrors: [[], { option: true }],

  // A refused inline script or style, a failed request and a failed hydration all end up as errors of the console.
  page: async ({ page, context, expectedConsoleErrors, javaScriptEnabled }, use) => {
    // The map of the contact page lies on another site, which tests do not depend on.
    await context.route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Elsewhere</p>' }))
    if (javaScriptEnabled) waitForHydration(page)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      const text = message.text()
      const isExpected = expectedConsoleErrors.some((pattern) => pattern.test(text))
      if (message.type() === 'error' && !isExpected) problems.push(`console: ${text} (${message.location().url})`)
    })
    await use(page)
    expect(problems, 'errors on the console of the page').toEqual([])
  },

  signIn: async ({ page, site }, use) => {
    await use(async () => {
      await page.goto('/admin/login')
      await page.getByLabel('Username').fill(site.username)
      await page.getByLabel('Password').fill(site.password)
      await page.getByLabel('Password').press('Enter')
      await page.waitForURL((url) => !url.pathname.startsWith('/admin/login'))
    })
  },
})

/**
 * Makes `goto` and `reload` wait until React has taken the page over: a click on a control that needs it would be lost, as a
 * visitor's would. `before-scripts.spec.ts` tests what works until then.
 */
function waitForHydration(page: Page) {
  const isHydrated = () => !('__remixContext' in window) || 'hydrated' in document.documentElement.dataset
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...args) => {
    const response = await goto(...args)
    await page.waitForFunction(isHydrated)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload(...args)
    await page.waitForFunction(isHydrated)
    return response
  }
}

/** Fails with the list of what axe finds against WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  // One run in the page itself; the other mode is for frames, and the only one, the map's, is another site's.
  // Only violations are described in full, which takes half of the time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(' | ')})`,
  )
  expect(found, 'accessibility violations').toEqual([])
}
