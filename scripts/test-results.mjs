import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * Numbers of passed and failed tests in a JSON report of Vitest or Playwright; none if the report was not written. `flaky`
 * names the tests of Playwright that passed at the second try only; Vitest's report does not tell.
 *
 * @param {string} file
 * @returns {{ passed: number, failed: number, flaky: string[] }}
 */
export function readCounts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, flaky: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.stats
    ? {
        passed: report.stats.expected + report.stats.flaky,
        failed: report.stats.unexpected,
        flaky: report.suites.flatMap(flakyIn),
      }
    : { passed: report.numPassedTests, failed: report.numFailedTests, flaky: [] }
}

/**
 * The names in a JSON file; none if it was not written.
 *
 * @param {string} file
 * @returns {string[]}
 */
export function readNames(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
}

/**
 * @typedef {{ title: string, file: string, suites?: Suite[], specs: { title: string, tests: { status: string }[] }[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
function flakyIn({ file, suites = [], specs }) {
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...flaky.map(({ title }) => `${file} › ${title}`), ...suites.flatMap(flakyIn)]
}

/**
 * The summary at the end of a runner's output.
 *
 * @param {string} output
 * @returns {string}
 */
export function summaryOf(output) {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n')
  const start = lines.findLastIndex((line) => /^ *(?:Test Files {2}|Running \d+ test)/.test(line))
  const closing = start === -1 ? [] : lines.slice(start)
  return closing
    .filter((line) =>
      /^ *(?:Test Files|Tests|Errors|Duration|\d+ (?:passed|failed|flaky|skipped|did not run)) */.test(line),
    )
    .join('\n')
}
