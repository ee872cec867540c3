// `npm test`: the build and all checks of the source, then all tests. Its last line has the number of tests.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, existsSync, readFileSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { installIfChanged, root } from './bootstrap.mjs'
import {
  findChromium,
  findNode24,
  CURL,
  DBUS,
  FAKETIME,
  findProgram,
  FIREFOX,
  HEADLESS_SHELL,
  installCommand,
  installMissing,
  missingOf,
  NGINX,
  OPENSSL,
  STRACE,
  VARNISH,
  WEBKIT_DRIVER,
  XVFB,
} from './system-program.mjs'
import { stripVTControlCharacters } from 'node:util'

const programs = [FIREFOX, WEBKIT_DRIVER, XVFB, DBUS, CURL, NGINX, VARNISH, FAKETIME, OPENSSL, STRACE]
const isChromiumNamed = Boolean(process.env['CHROMIUM_PATH'])
const installed = installMissing([...(isChromiumNamed ? [] : [HEADLESS_SHELL]), ...programs])
// Runs at the same time, and takes as long.
installIfChanged()
const node24 = findNode24()
await installed
const chromium = findChromium()
// Retries what could not be installed. The tests find all but these two by PATH.
const [nginx, varnish] = [NGINX, VARNISH].map(findProgram)
const missing = missingOf(programs)
if (chromium === undefined) missing.push(HEADLESS_SHELL)
const untested = [...missing.map(({ names: [name] }) => name), ...(node24 === undefined ? ['Node 24'] : [])]
const advice =
  untested.length === 0
    ? ''
    : `Not tested here, because it is missing: ${untested.join(', ')}.\n${missing.length > 0 ? `${installCommand(missing)}\n` : ''}`
if (untested.length > 0) console.error(advice)
if (untested.length > 0 && process.env['CI']) process.exit(1)
const reports = mkdtempSync(path.join(tmpdir(), 'test-reports-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')

/** @typedef {{ name: string, program: string, args: string[] }} Step */

/** Tests need the build. @type {Step} */
const build = { name: 'Build', program: 'scripts/build.mjs', args: ['--if-changed'] }

/** @type {Step} */
const format = {
  name: 'Format',
  program: 'node_modules/oxfmt/bin/oxfmt',
  args: ['--check'],
}

/** The other checks, which read the build. @type {Step[]} */
const checks = [
  { name: 'Types and lint', program: 'node_modules/oxlint/bin/oxlint', args: [] },
  {
    name: 'Import direction',
    program: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['app', 'server', 'scripts', 'test', '--config', '.dependency-cruiser.mjs'],
  },
  {
    name: 'Import direction of the folders of the site',
    program: 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    args: ['app/site', '--config', '.dependency-cruiser.folders.mjs'],
  },
  { name: 'Dead code', program: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
]

/** @type {Step} */
const unitTests = {
  name: 'Unit, component and route tests',
  program: 'node_modules/vitest/vitest.mjs',
  args: [
    ...['run', '--retry=1', '--silent=passed-only', '--reporter=dot', '--reporter=json'],
    `--outputFile.json=${vitestReport}`,
  ],
}

/** @type {Step} */
const endToEndTests = {
  name: 'End-to-end tests',
  program: 'node_modules/@playwright/test/cli.js',
  args: ['test', '--reporter=dot,json'],
}

let summaries = ''
let hasFailed = false
// The checks run beside the tests, one at a time and with less priority: each needs one core, and tests often wait. With
// the least one they would be left at the end, when the other core has nothing to do.
const built = pass(build)
const checked = passAll([format])
  .then(() => built)
  .then(() => passAll(checks))
if ((await built) && (await passTests(unitTests)) && !hasFailed) await passTests(endToEndTests)
await checked

const counts = [vitestReport, playwrightReport].map(readCounts)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const flaky = counts.flatMap((count) => count.flaky)
const slowest = counts
  .flatMap(({ seconds }) => [...seconds])
  .toSorted(([, one], [, other]) => other - one)
  .slice(0, 10)
rmSync(reports, { recursive: true })
if (slowest.length > 0)
  summaries += `\nSlowest files\n${slowest.map(([name, seconds]) => `  ${seconds.toFixed(1).padStart(6)} s  ${name}\n`).join('')}`
if (flaky.length > 0)
  summaries += `\nFlaky, passed at the second try, to be fixed:\n${flaky.map((name) => `  ${name}\n`).join('')}`
if (advice) summaries += `\n${advice}`
console.log(`${summaries}\ntests: ${passed} passed, ${failed} failed`)
process.exitCode = hasFailed || failed > 0 || passed === 0 ? 1 : 0

/**
 * Runs checks one after the other.
 *
 * @param {Step[]} steps
 */
async function passAll(steps) {
  for (const step of steps) await pass(step, constants.priority.PRIORITY_BELOW_NORMAL)
}

/**
 * Runs a check. Its output is shown if it fails.
 *
 * @param {Step} step
 * @param {number} [priority] of its process, otherwise that of this one
 * @returns {Promise<boolean>} whether it passed
 */
async function pass(step, priority) {
  const began = Date.now()
  const { exitCode, output } = await run(step, () => undefined, priority)
  console.log(`\n── ${step.name}: ${((Date.now() - began) / 1000).toFixed(0)} s`)
  if (exitCode !== 0) console.error(`${output.trimEnd()}\n✗ ${step.name} failed (exit code ${exitCode}).`)
  hasFailed ||= exitCode !== 0
  return exitCode === 0
}

/**
 * Runs tests and shows their output as it arrives.
 *
 * @param {Step} step
 * @returns {Promise<boolean>} whether all of them passed
 */
async function passTests(step) {
  console.log(`\n── ${step.name}`)
  const { exitCode, output } = await run(step, (text) => process.stdout.write(text))
  summaries += `\n${step.name}\n${summaryOf(output)}\n`
  if (exitCode !== 0) console.error(`\n✗ ${step.name} failed (exit code ${exitCode}); what comes after it was not run.`)
  hasFailed ||= exitCode !== 0
  return exitCode === 0
}

/**
 * Runs a step. Its output is passed to `show` as it arrives, and returned.
 *
 * @param {Step} step
 * @param {(text: string) => void} show
 * @param {number} [priority] of its process, otherwise that of this one
 * @returns {Promise<{ exitCode: number, output: string }>}
 */
function run({ program, args }, show, priority) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      NODE_24_PATH: node24,
      ...(chromium ? { CHROMIUM_PATH: chromium } : { WITHOUT_CHROMIUM: '1' }),
      ...(nginx && { NGINX_PATH: nginx }),
      ...(varnish && { VARNISH_PATH: varnish }),
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
  })
  if (child.pid !== undefined && priority !== undefined) setPriority(child.pid, priority)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      show(text)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => {
      resolve({ exitCode: exitCode ?? 1, output })
    })
  })
}

/**
 * What a JSON report of Vitest or Playwright says: the numbers of passed and failed tests, 0 if the report was not
 * written; the tests that passed only at the second try; and how long each file took.
 *
 * @param {string} file
 * @returns {{ passed: number, failed: number, flaky: string[], seconds: Map<string, number> }}
 */
function readCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, flaky: [], seconds: new Map() }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.stats
    ? {
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected,
        flaky: report.suites.flatMap(flakyIn),
        seconds: new Map(report.suites.map((/** @type {Suite} */ suite) => [suite.file, secondsOf(suite)])),
      }
    : {
        passed: report.numPassedTests,
        failed: report.numFailedTests,
        flaky: report.testResults.flatMap(retriedIn),
        seconds: new Map(
          report.testResults.map((/** @type {FileResult} */ { name, startTime, endTime }) => [
            path.relative(root, name),
            (endTime - startTime) / 1000,
          ]),
        ),
      }
}

/**
 * Of a passed test, the report of Vitest keeps the errors of its first try.
 *
 * @typedef {object} FileResult
 * @property {string} name
 * @property {number} startTime
 * @property {number} endTime
 * @property {{ fullName: string, status: string, failureMessages: string[] }[]} assertionResults
 * @param {FileResult} file
 * @returns {string[]}
 */
function retriedIn({ name, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages: [error] }) =>
        `${path.relative(root, name)} › ${fullName}: ${error?.split('\n')[0]}`,
    )
}

/**
 * @typedef {{ title: string, file: string, suites?: Suite[], specs: { title: string, tests: { status: string, results: { duration: number }[] }[] }[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
function flakyIn({ file, suites = [], specs }) {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...flaky.map(({ title }) => `${file} › ${title}`), ...suites.flatMap(flakyIn)]
}

/**
 * @param {Suite} suite
 * @returns {number}
 */
function secondsOf({ suites = [], specs }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...results.map(({ duration }) => duration / 1000), ...suites.map(secondsOf)].reduce(
    (sum, seconds) => sum + seconds,
    0,
  )
}

/**
 * The summary at the end of a runner's output.
 *
 * @param {string} output
 * @returns {string}
 */
function summaryOf(output) {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n')
  const start = lines.findLastIndex((line) => /^ *(?:Test Files {2}|Running \d+ test)/.test(line))
  const closing = start === -1 ? [] : lines.slice(start)
  return closing
    .filter((line) =>
      /^ *(?:Test Files|Tests|Errors|Duration|\d+ (?:passed|failed|flaky|skipped|did not run)) */.test(line),
    )
    .join('\n')
}
