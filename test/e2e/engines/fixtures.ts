import { test as base, expect } from '@playwright/test'
import {
  DBUS,
  FIREFOX,
  WEBKIT_DRIVER,
  XVFB,
  findProgram,
  type SystemProgram,
} from '../../../scripts/system-program.mjs'
import { startSite, type Site } from '../start-site.ts'
import type { Engine, WindowOptions } from './engine.ts'
import { firefox } from './firefox.ts'
import { visitorOf, type Visitor } from './visitor.ts'
import { webkit } from './webkit.ts'

export { expect }

/** `npm run test:browsers` runs the whole form. */
export const isShortForm = !process.env['ALL_ENGINE_TESTS']

export interface EngineOptions {
  engineName: 'firefox' | 'webkit'
}

interface VisitOptions extends WindowOptions {
  /** By default the site of this worker. */
  site?: Site
}

interface TestFixtures {
  /** Opens a window with a visitor of the site. It is closed after the test, which fails if its console has errors. */
  visit: (options?: VisitOptions) => Promise<Visitor>
  /** A site for one test that changes what other tests need. */
  ownSite: Site
  /** Console errors a test provokes on purpose, such as the one for a form that is refused. */
  expectedErrors: RegExp[]
}

interface WorkerFixtures extends EngineOptions {
  engine: Engine
  /** The site of this worker. */
  site: Site
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['firefox', { scope: 'worker', option: true }],

  engine: [
    async ({ engineName }, use) => {
      const engine = engineName === 'firefox' ? openFirefox() : openWebKit()
      await use(engine)
      await engine.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern.
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern.
  ownSite: async ({}, use) => {
    const site = await startSite()
    await use(site)
    await site.stop()
  },

  expectedErrors: [[], { option: true }],

  visit: async ({ engine, site, expectedErrors }, use, testInfo) => {
    const visitors: Visitor[] = []
    await use(async ({ site: visited = site, ...options } = { hasScripts: true }) => {
      const visitor = visitorOf(await engine.open(options), visited.origin)
      visitors.push(visitor)
      return visitor
    })
    const errors: string[] = []
    for (const [index, visitor] of visitors.entries()) {
      if (testInfo.status !== testInfo.expectedStatus) {
        await visitor.screenshot(testInfo.outputPath(`window-${index + 1}.png`)).catch(() => undefined)
      }
      errors.push(...(await visitor.errors().catch((error: unknown) => [String(error)])))
      await visitor.close()
    }
    const unexpected = errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))
    expect(unexpected, 'errors on the console').toEqual([])
  },
})

function openFirefox() {
  return firefox(required(FIREFOX))
}

function openWebKit() {
  return webkit({ driver: required(WEBKIT_DRIVER), xvfb: required(XVFB), dbus: required(DBUS) })
}

function required(program: SystemProgram): string {
  const found = findProgram(program)
  if (found === undefined) {
    throw new Error(`${program.names[0] ?? ''} is missing: install Debian’s package ${program.packages.join(' and ')}`)
  }
  return found
}
