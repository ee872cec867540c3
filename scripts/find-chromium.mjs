import { runNode } from './bootstrap.mjs'
import { findProgram, isExecutable } from './system-program.mjs'

/**
 * Path of a Chromium for the browser tests: the one named by CHROMIUM_PATH, else the system's, else one installed with
 * apt if that is possible. `undefined` means Playwright's own, which is installed if it is missing. The headless shell is preferred: the tests take a
 * third less time with it.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH: ${named} is not a program`)
    return named
  }
  const found =
    findProgram(['chromium-headless-shell'], 'chromium-headless-shell') ??
    findProgram(['chromium', 'chromium-browser', 'google-chrome'], 'chromium')
  if (found !== undefined) return found
  console.log('Installing Chromium with Playwright …')
  runNode('node_modules/@playwright/test/cli.js', 'install', 'chromium')
  return undefined
}
