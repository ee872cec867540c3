import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

const VERSION = '24.21.0'

/**
 * Path of a Node 24, the release line of the Dockerfile: this process's own, or that of the npm package `node-{system}`, which
 * is fetched once and kept in node_modules. Ends the process if it cannot be had.
 *
 * @returns {string}
 */
export function findNode24() {
  if (process.versions.node.startsWith('24.')) return process.execPath
  const folder = path.join(root, 'node_modules/.cache', `node-${VERSION}`)
  const system = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const program = path.join(folder, 'node_modules', system, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(program)) {
    console.log(`Fetching Node ${VERSION} …`)
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
    spawnSync('npm', ['install', '--prefix', folder, ...options, `${system}@${VERSION}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
  }
  const found = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (found === `v${VERSION}`) return program
  console.error(`Node ${VERSION} could not be fetched: npm has no ${system}@${VERSION}, or there is no network.`)
  process.exit(1)
}
