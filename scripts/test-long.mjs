// `npm run test:api`, `test:caches`, `test:crash` and the like: the long form of some tests, on a fresh build.
import { bootstrap, runNode } from './bootstrap.mjs'
import {
  findChromium,
  CEPH,
  CURL,
  DBUS,
  FAKETIME,
  findProgram,
  FIREFOX,
  NGINX,
  STRACE,
  VARNISH,
  WEBKIT_DRIVER,
  XVFB,
} from './system-program.mjs'

/**
 * @typedef {object} LongForm
 * @property {Record<string, string>} variables - Variables that are already set are not changed.
 * @property {import('./system-program.mjs').SystemProgram[]} [programs] - The tests of a missing one fail or are skipped, and say so.
 * @property {string[]} [vitest] - Files.
 * @property {string[]} [playwright] - Arguments.
 */

/** @type {Record<string, LongForm>} */
const longForms = {
  api: {
    variables: { API_CASES: '10000', API_REQUESTS: '5000' },
    vitest: ['test/write-properties.test.ts'],
    playwright: ['--project=host', 'api-hostile'],
  },
  browsers: {
    variables: { ALL_ENGINE_TESTS: '1' },
    programs: [FIREFOX, WEBKIT_DRIVER, XVFB, DBUS],
    playwright: ['--project=firefox', '--project=webkit'],
  },
  caches: {
    variables: { CACHES_SAVES: '500', CACHES_SPELLINGS: 'all' },
    programs: [NGINX, VARNISH, FAKETIME],
    playwright: ['--project=caches'],
  },
  crash: {
    variables: { CRASH_KILLS: '1000', PUBLISH_KILLS: '40' },
    vitest: ['test/reliability/crash.test.ts', 'test/reliability/publish.test.ts'],
  },
  damage: { variables: { DAMAGES: '100' }, vitest: ['test/reliability/damage.test.ts'] },
  faults: { variables: { FAULTS: '300' }, programs: [STRACE], vitest: ['test/reliability/faults.test.ts'] },
  'listing-day': {
    variables: { LISTING_DAY_MINUTES: '10', TEST_S3: '1' },
    programs: [CEPH, VARNISH],
    vitest: ['test/listing-day/listing-day.test.ts'],
  },
  lists: { variables: { LISTS_MINUTES: '60' }, vitest: ['test/lists/lists.test.ts'] },
  nodes: {
    programs: [FAKETIME],
    variables: { NODES_ROUNDS: '40', TAKEOVER_KILLS: '5', TAKEOVER_LOAD: '8', TAKEOVER_QUIET_MINUTES: '11' },
    vitest: ['test/reliability/nodes.test.ts', 'test/reliability/takeover.test.ts'],
  },
  operator: { variables: { OPERATOR_INSTALL: '1' }, programs: [CURL], vitest: ['test/operator/operator.test.ts'] },
  power: { variables: { POWER_CUTS: '100' }, vitest: ['test/reliability/power.test.ts'] },
  replacements: {
    variables: { REPLACEMENTS: '50' },
    programs: [NGINX, VARNISH, FAKETIME],
    vitest: ['test/reliability/replacements.test.ts'],
  },
  soak: { variables: { SOAK_MINUTES: '60' }, vitest: ['test/reliability/soak.test.ts'] },
}

/** Tests find a program by its name, or by one of these variables. */
const variableOf = new Map([
  [NGINX, 'NGINX_PATH'],
  [VARNISH, 'VARNISH_PATH'],
])

const [name = ''] = process.argv.slice(2)
const { variables, programs = [], vitest, playwright } = longForms[name] ?? noSuchForm()
// Each run has other moments, damages and faults. The title of a test contains the seed that repeats it.
process.env['RELIABILITY_SEED'] ??= String(Date.now() % 1_000_000)
for (const [variable, value] of Object.entries(variables)) process.env[variable] ??= value
bootstrap()
for (const program of programs) {
  const found = findProgram(program)
  const variable = variableOf.get(program)
  if (found && variable) process.env[variable] ??= found
}
if (vitest) runNode('node_modules/vitest/vitest.mjs', 'run', ...vitest)
if (playwright) {
  const chromium = findChromium()
  if (chromium) process.env['CHROMIUM_PATH'] = chromium
  runNode('node_modules/@playwright/test/cli.js', 'test', ...playwright)
}

/** @returns {never} */
function noSuchForm() {
  console.error(`“${name}” has no long form. These have one: ${Object.keys(longForms).join(', ')}.`)
  process.exit(2)
}
