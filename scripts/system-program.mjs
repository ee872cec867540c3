import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/**
 * Path of a program of the system, installed with apt if it is missing and that is possible; else undefined.
 *
 * @param {string[]} names - Its possible names, the preferred one first.
 * @param {string | string[]} debianPackages
 * @returns {string | undefined}
 */
export function findProgram(names, debianPackages) {
  const present = findOnPath(names)
  if (present !== undefined) return present
  if (process.getuid?.() !== 0 || findOnPath(['apt-get']) === undefined) return undefined
  const packages = [debianPackages].flat()
  console.log(`Installing ${packages.join(' and ')} with apt …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env })
  }
  return findOnPath(names)
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string[]} names */
function findOnPath(names) {
  // Debian installs servers there, and not every user has it in PATH.
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}
