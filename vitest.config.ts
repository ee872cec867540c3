import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const shared = {
  // Mocks, stubbed globals and environment variables of a test end with it.
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
  // Long, so that a busy machine does not fail a test.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000, interval: 20 } },
  // Of tests of one file that run at the same time. More would delay one another, and many of these measure times.
  maxConcurrency: 3,
  // The first one has to be before all others.
  sequence: { setupFiles: 'list' as const },
}

const setupFiles = [
  './test/remove-hooks.ts',
  './test/fail-on-console.ts',
  './test/set-profile-of-test.ts',
  './test/wait-long-enough.ts',
]

const node = {
  ...shared,
  environment: 'node',
  setupFiles,
}

const nodeTests = ['app', 'server', 'scripts', 'test']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  .filter((file) => file.endsWith('.test.ts'))
  // `npm run test:nodes` only: it measures times, which tests beside it would change.
  .filter((file) => file !== 'test/reliability/takeover.test.ts' || process.env['TAKEOVER_KILLS'] !== undefined)
  // Tests on a real store start Ceph, with `npm run test:s3` and `npm run test:listing-day` only.
  .filter((file) => /^test\/(?:s3|listing-day\/listing-day)\b/.test(file) === (process.env['TEST_S3'] === '1'))
/** Collects garbage hundreds of times, which takes 15 s of a core in a process that has run other files. */
const COLLECTING = 'app/cms/operations/shared-caches/purge-queue.test.ts'

/** A mocked module would stay mocked for the files after this one. */
const isolated = nodeTests.filter((file) => file === COLLECTING || readFileSync(file, 'utf8').includes('vi.mock('))

/** Tests that mostly wait: for hosts that start, and for leases and other times that end. */
const WAITING = /\/test\/(?:reliability|operator|lists|bucket-sites|outcome-unknown|removals)|\/scripts\/dev\.test/

/** The projects in the order in which they run. A worker keeps its modules from one file of a project to the next. */
const ORDER = ['node', 'isolated', 'dom']

/** Runs tests that wait first: they take longest, and would otherwise run alone at the end. */
class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId, project }: TestSpecification) =>
      WAITING.test(moduleId) ? -1 : ORDER.indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    // Runs once for all projects.
    globalSetup: ['./test/memory-tmpdir.ts', './test/build-decoder.ts', './test/run-folder.ts'],
    // Two more than the cores: tests often wait, for a disk, a host or a time.
    maxWorkers: availableParallelism() + 2,
    projects: [
      // The test files of a worker share their modules, which saves half of the time. Importing a module has no side
      // effects.
      {
        test: {
          ...node,
          name: 'node',
          include: nodeTests,
          exclude: isolated,
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'dom',
          environment: 'jsdom',
          include: ['app/**/*.test.tsx'],
          setupFiles: [...setupFiles, './test/setup-dom.ts'],
          isolate: false,
        },
      },
      // Each of these files has a process of its own, and imports all of its modules anew.
      { test: { ...node, name: 'isolated', include: isolated } },
    ],
  },
})
