import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test as base, expect, type APIRequestContext, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { newPerson, type Person } from './new-person.ts'
import type { Role } from '#app/cms/people/roles.ts'
import { startSite, type Site, type SiteOptions } from './start-site.ts'

export { expect }

interface TestFixtures {
  /** Starts a separate site, which is stopped after the test, even if the test fails. */
  start: (options?: SiteOptions) => Promise<Site>
  /** Console errors a test provokes on purpose, such as the one for a page that is a 404. */
  expectedConsoleErrors: RegExp[]
  /** Signs the page's visitor in. All tests of a worker share one session. The next call replaces an ended one. */
  signIn: () => Promise<void>
  /** Sends requests as the administrator of the worker's site, in the session that its tests share. */
  administrator: APIRequestContext
  /** Invites a person to the worker's site, who sets a password: for what a test changes in an account. */
  newPerson: (name: string, role?: Role) => Promise<Person>
}

export interface WorkerOptions {
  /** Path of the Node that runs the sites. */
  node: string
}

interface WorkerFixtures extends WorkerOptions {
  /** The site of this worker. Tests that change content must not depend on the content that others left. */
  site: Site
  session: Session
}

/** The session that the tests of a worker share. */
interface Session {
  cookies: Awaited<ReturnType<APIRequestContext['storageState']>>['cookies']
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

  session: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern.
    async ({}, use) => {
      await use({ cookies: [] })
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

  // A refused inline script or style, a failed request and a failed hydration are all reported as console errors. No
  // request is routed: that would disable the cache and use a third of the time. `start` is named so that its sites stop
  // after the page is closed: a page reports the lost connection of its event stream.
  page: async ({ start: _start, page, expectedConsoleErrors, javaScriptEnabled }, use) => {
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

  signIn: async ({ context, site, session }, use) => {
    await use(async () => {
      await context.addCookies(session.cookies)
      await ensureSignedIn(context.request, site, session)
    })
  },

  administrator: async ({ playwright, site, session }, use) => {
    const storageState = { cookies: session.cookies, origins: [] }
    const request = await playwright.request.newContext({ baseURL: site.origin, storageState })
    await ensureSignedIn(request, site, session)
    await use(request)
    await request.dispose()
  },

  newPerson: async ({ playwright, site, administrator }, use) => {
    await use(async (name, role = 'administrator') => {
      const own = await playwright.request.newContext({ baseURL: site.origin })
      const person = await newPerson(administrator, own, { name, role })
      await own.dispose()
      return person
    })
  },
})

/** Signs in, unless the session of the request's cookies is open. `session` then gets the cookies of the new one. */
export async function ensureSignedIn(
  request: APIRequestContext,
  site: Site,
  session: Session = { cookies: [] },
): Promise<void> {
  const answer = await request.get(`${site.origin}/api/drafts`)
  if (answer.status() === 200) return
  const signedIn = await request.post(`${site.origin}/admin/login`, {
    headers: { origin: site.origin },
    form: { username: site.username, password: site.password },
    maxRedirects: 0,
  })
  expect(signedIn.status(), 'the status of the sign-in').toBe(303)
  session.cookies = (await request.storageState()).cookies
}

/**
 * Makes `goto` and `reload` wait until React has hydrated the page: an earlier click on a control that needs React
 * would be lost, as a visitor's would. `before-scripts.spec.ts` tests what works before that.
 */
export function waitForHydration(page: Page): void {
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

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Only violations are described in full, so that axe takes half of the time.
  resultTypes: ['violations'],
  // Only the HTML of an element is shown.
  selectors: false,
  // Frames are not checked: the only one, the map, belongs to another site.
  iframes: false,
}

/** Fails with the list of what axe finds against WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  // Loaded once per document: for another window width, axe is already there and compiled.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: { run: (options: unknown) => Promise<AxeResults> } }
    const results = await axe.run(options)
    return results.violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(' | ')})`,
    )
  }, AXE_OPTIONS)
  expect(violations, 'accessibility violations').toEqual([])
}
