import { runNode } from './bootstrap.mjs'
import { findProgram, isExecutable } from './system-program.mjs'

/** Drives pages without drawing a window: the tests take a third less time with it. */
const HEADLESS_SHELL = { names: ['chromium-headless-shell'], packages: ['chromium-headless-shell'] }

const CHROMIUM = { names: ['chromium', 'chromium-browser', 'google-chrome'], packages: ['chromium'] }

/**
 * What `findChromium` will look for first. Nothing if CHROMIUM_PATH names a Chromium.
 *
 * @returns {import('./system-program.mjs').SystemProgram[]}
 */
export function wantedChromium() {
  return process.env['CHROMIUM_PATH'] ? [] : [HEADLESS_SHELL]
}

/**
 * Path of a Chromium for the browser tests: the one named by CHROMIUM_PATH, else the system's, else one installed with
 * apt if that is possible. `undefined` means Playwright's own, which is installed if it is missing.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH: ${named} is not a program`)
    return named
  }
  const found = findProgram(HEADLESS_SHELL) ?? findProgram(CHROMIUM)
  if (found !== undefined) return found
  console.log('Installing Chromium with Playwright …')
  runNode('node_modules/@playwright/test/cli.js', 'install', 'chromium')
  return undefined
}
