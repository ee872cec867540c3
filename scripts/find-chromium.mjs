import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { runNode } from './bootstrap.mjs'

/**
 * Path of a Chromium for the browser tests: the one named by CHROMIUM_PATH, else the system's, else one installed with
 * apt where that is possible. `undefined` means Playwright's own, which is installed if it is missing.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH: ${named} is not a program`)
    return named
  }
  const present = findOnPath()
  if (present) return present
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    installWithApt()
    const installed = findOnPath()
    if (installed) return installed
  }
  console.log('Installing Chromium with Playwright …')
  runNode('node_modules/@playwright/test/cli.js', 'install', 'chromium')
  return undefined
}

function installWithApt() {
  console.log('Installing Chromium with apt …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
}

function findOnPath() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find(isExecutable)
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
