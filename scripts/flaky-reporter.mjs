import { writeFileSync } from 'node:fs'

/** Reporter for Vitest: writes the names of the tests that passed only at the second try to VITEST_FLAKY_FILE. */
export default class FlakyReporter {
  /** @type {string[]} */
  #names = []

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} › ${test.fullName}`)
  }

  onTestRunEnd() {
    const file = process.env['VITEST_FLAKY_FILE']
    if (file) writeFileSync(file, JSON.stringify(this.#names))
  }
}
