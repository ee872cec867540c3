import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import {
  canRun,
  DBUS,
  FAKETIME,
  FIREFOX,
  NGINX,
  OPENSSL,
  VARNISH,
  WEBKIT_DRIVER,
  XVFB,
} from './scripts/system-program.mjs'
import useMemory from './test/memory-tmpdir.ts'
import type { EngineOptions } from './test/e2e/engines/fixtures.ts'
import type { WorkerOptions } from './test/e2e/fixtures.ts'

// Sites and profiles of browsers. The workers have the same TMPDIR, and remove nothing.
const removeMemory = useMemory()
if (removeMemory) process.once('exit', removeMemory)

const chromium = process.env['CHROMIUM_PATH']
const node24 = process.env['NODE_24_PATH']

const CACHES = 'caches/*.spec.ts'
const ENGINES = 'engines/*.spec.ts'

/** `npm test` sets it where there is no Chromium and none can be installed: the tests that open a page are left out. */
const withPages = process.env['WITHOUT_CHROMIUM']
  ? readdirSync('test/e2e', { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        name.endsWith('.spec.ts') &&
        /\{[^{}]*\b(?:page|browser|context|signIn)\b[^{}]*\}\) =>/.test(
          readFileSync(path.join('test/e2e', name), 'utf8'),
        ),
    )
  : []

/** Firefox and WebKit run the tests with this tag, and all of them for `npm run test:browsers`. */
const engineTests = process.env['ALL_ENGINE_TESTS'] ? {} : { grep: /@short/ }

/** Runs against the production host in build/, which `npm test` builds first. */
export default defineConfig<object, WorkerOptions & EngineOptions>({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/prepare-site-data.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Two more than the cores of a small machine: tests wait for pages to settle.
  workers: 4,
  // A test that passes only at the second try is reported as flaky.
  retries: 1,
  // Long, so that a busy machine does not fail a test.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    // Films and moving pictures use a core while a page is open, and elements that fade in have too little contrast for
    // axe at first. `home.spec.ts` and `before-scripts.spec.ts` test pages with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test would use a third of the total time.
    trace: 'on-first-retry',
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // Playwright switches off the memory in which browsers keep the pages that Back leads to.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: [
        // Containers give /dev/shm 64 MB, too little for large pages, and have no GPU: drawing in software is slow.
        ...['--disable-dev-shm-usage', '--disable-gpu'],
        // No spare renderer process: half of them would start for nothing. Contexts share no process.
        '--renderer-process-limit=1',
        // The map of the contact page is on another site, on which tests must not depend.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  projects: [
    // What comes first does not run alone at the end: long files, and browsers that have only one worker.
    // One worker, because its tests share a site behind three caches, and often wait.
    ...(canRun(NGINX, VARNISH, FAKETIME, OPENSSL) ? [{ name: 'caches', testMatch: CACHES, workers: 1 }] : []),
    // One worker each, because these browsers are large.
    ...(canRun(FIREFOX)
      ? [{ name: 'firefox', testMatch: ENGINES, use: { engineName: 'firefox' as const }, workers: 1, ...engineTests }]
      : []),
    ...(canRun(WEBKIT_DRIVER, XVFB, DBUS)
      ? [{ name: 'webkit', testMatch: ENGINES, use: { engineName: 'webkit' as const }, workers: 1, ...engineTests }]
      : []),
    // Node's release line in the Dockerfile.
    ...(node24 === undefined
      ? []
      : [
          {
            name: 'node-24',
            testMatch: 'host/{process,api-contract}.spec.ts',
            // Sockets, streams, signals and every kind of request: the other tests do not depend on the release line.
            grep: /a log without room|a reader of the log|large upload by a stranger|every kind of body/,
            use: { node: node24 },
          },
        ]),
    // One project, because each has its own workers, and each worker starts a site and a browser.
    { name: 'host', testIgnore: [CACHES, ENGINES, ...withPages] },
  ],
})
