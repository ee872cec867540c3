// `npm run test:crash` and the like: the long form of a harness of test/reliability or test/listing-day, on a fresh build.
import { bootstrap, runNode } from './bootstrap.mjs'
import { CEPH, findProgram, STRACE, VARNISH } from './system-program.mjs'

/** @type {Record<string, Record<string, string>>} */
const longForms = {
  crash: { CRASH_KILLS: '1000', PUBLISH_KILLS: '40' },
  damage: { DAMAGES: '100' },
  faults: { FAULTS: '300' },
  nodes: { NODES_ROUNDS: '40' },
  power: { POWER_CUTS: '100' },
  soak: { SOAK_MINUTES: '60' },
  'listing-day': { LISTING_DAY_MINUTES: '10', TEST_S3: '1' },
}
/** @type {Record<string, string[]>} */
const files = {
  crash: ['reliability/crash', 'reliability/publish'],
  'listing-day': ['listing-day/listing-day'],
}
const [name = ''] = process.argv.slice(2)
// Other moments, damages and faults at each run. The title of the test has the seed that repeats it.
const variables = { RELIABILITY_SEED: String(Date.now() % 1_000_000), ...longForms[name] }
for (const [variable, value] of Object.entries(variables)) process.env[variable] ??= value
bootstrap()
// For the faults of system calls. Without it they are not tested, and the harness says so.
if (name === 'faults') findProgram(STRACE)
if (name === 'listing-day') {
  findProgram(CEPH)
  process.env['VARNISH_PATH'] ??= findProgram(VARNISH)
}
const tests = (files[name] ?? [`reliability/${name}`]).map((file) => `test/${file}.test.ts`)
runNode('node_modules/vitest/vitest.mjs', 'run', ...tests)
