import { spawn, spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * @typedef {object} SystemProgram
 * @property {string[]} names - Its possible names, the preferred one first.
 * @property {string[]} packages - The Debian packages it comes with.
 * @property {(program: string) => boolean} [isComplete] - True if all of its packages are installed.
 */

/** Runs the example commands of /api/docs. */
export const CURL = { names: ['curl'], packages: ['curl'] }
export const NGINX = { names: ['nginx'], packages: ['nginx-light'] }
export const VARNISH = { names: ['varnishd'], packages: ['varnish', 'varnish-modules'], isComplete: hasXkey }
export const CEPH = { names: ['radosgw'], packages: ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'] }
export const FIREFOX = { names: ['firefox-esr', 'firefox'], packages: ['firefox-esr'] }
/** Drives the WebKit that comes with it. It needs a display and a message bus of its own. */
export const WEBKIT_DRIVER = { names: ['WebKitWebDriver'], packages: ['webkit2gtk-driver'] }
export const XVFB = { names: ['Xvfb'], packages: ['xvfb'] }
export const DBUS = { names: ['dbus-run-session'], packages: ['dbus-daemon'] }
/** Sets the time of a program ahead. */
export const FAKETIME = { names: ['faketime'], packages: ['faketime'] }
/** Makes certificates. */
export const OPENSSL = { names: ['openssl'], packages: ['openssl'] }
/** Makes system calls fail. */
export const STRACE = { names: ['strace'], packages: ['strace'] }

/**
 * Whether tests that need these programs run on this machine. In CI they always do: there, a missing program is a fault.
 *
 * @param {...SystemProgram} programs
 * @returns {boolean}
 */
export function canRun(...programs) {
  return Boolean(process.env['CI']) || programs.every((program) => findComplete(program) !== undefined)
}

/**
 * Of these programs, those that are not installed.
 *
 * @param {readonly SystemProgram[]} programs
 * @returns {SystemProgram[]}
 */
export function missingOf(programs) {
  return programs.filter((program) => findComplete(program) === undefined)
}

/**
 * The command by which an administrator of a Debian machine installs programs.
 *
 * @param {readonly SystemProgram[]} programs
 */
export function installCommand(programs) {
  return `sudo apt-get install -y --no-install-recommends ${programs.flatMap(({ packages }) => packages).join(' ')}`
}

/**
 * Path of a system program. If it is missing, it is installed with apt if possible. Undefined if it cannot be found.
 *
 * @param {SystemProgram} program
 * @returns {string | undefined}
 */
export function findProgram(program) {
  const { packages } = program
  const present = findComplete(program)
  if (present !== undefined) return present
  if (!canInstall()) return undefined
  console.log(`Installing ${packages.join(' and ')} with apt …`)
  spawnSync('sh', aptArguments(packages), APT_OPTIONS)
  return findComplete(program)
}

/**
 * Installs the missing programs in one run of apt, if possible, while this process continues. Never rejects:
 * `findProgram` retries the installations that failed.
 *
 * @param {SystemProgram[]} programs
 * @returns {Promise<void>}
 */
export async function installMissing(programs) {
  const packages = missingOf(programs).flatMap(({ packages }) => packages)
  if (packages.length === 0 || !canInstall()) return
  console.log(`Installing ${packages.join(', ')} with apt …`)
  const apt = spawn('sh', aptArguments(packages), APT_OPTIONS)
  await new Promise((resolve) => apt.once('error', resolve).once('close', resolve))
}

/** @type {import('node:child_process').CommonSpawnOptions} */
const APT_OPTIONS = {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
}

/** @param {string[]} packages */
function aptArguments(packages) {
  return ['-c', 'apt-get -q update; apt-get -q install -y --no-install-recommends "$@"', 'apt', ...packages]
}

function canInstall() {
  return process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined
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

/** @param {SystemProgram} program */
function findComplete({ names, isComplete = () => true }) {
  const found = findOnPath(names)
  return found !== undefined && isComplete(found) ? found : undefined
}

/**
 * True if Varnish finds the module that `deploy/varnish.vcl` imports.
 *
 * @param {string} varnishd
 */
function hasXkey(varnishd) {
  const folder = mkdtempSync(path.join(tmpdir(), 'vcl-'))
  // If root starts it, its compiler runs as another user.
  chmodSync(folder, 0o755)
  const file = path.join(folder, 'xkey.vcl')
  writeFileSync(file, 'vcl 4.1; import xkey; backend default none;')
  const { status } = spawnSync(varnishd, ['-C', '-f', file], { stdio: 'ignore' })
  rmSync(folder, { recursive: true })
  return status === 0
}

/** @param {string[]} names */
function findOnPath(names) {
  // Debian installs servers in /usr/sbin, which not every user has in PATH.
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable)
}

const VERSION = '24.21.0'

/**
 * Path of a Node 24, the release line of the Dockerfile: this process's own, or that of the npm package
 * `node-{system}`, which is fetched once and stored in node_modules. Undefined if it cannot be fetched.
 *
 * @returns {string | undefined}
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
      stdio: 'ignore',
      shell: process.platform === 'win32',
    })
  }
  const found = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (found === `v${VERSION}`) return program
  console.error(`Node ${VERSION} could not be fetched: npm has no ${system}@${VERSION}, or there is no network.`)
  return undefined
}

/** Drives pages without drawing a window: the tests take a third less time with it. */
export const HEADLESS_SHELL = { names: ['chromium-headless-shell'], packages: ['chromium-headless-shell'] }

const CHROMIUM = { names: ['chromium', 'chromium-browser', 'google-chrome'], packages: ['chromium'] }

/**
 * Path of a Chromium for the browser tests: the one named by CHROMIUM_PATH, otherwise the system's, otherwise one
 * installed with apt or by Playwright if possible. Undefined if there is none.
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
  const ask = ['-p', 'require("@playwright/test").chromium.executablePath()']
  const own = spawnSync(process.execPath, ask, { cwd: root, encoding: 'utf8' }).stdout.trim()
  if (isExecutable(own)) return own
  console.log('Installing Chromium with Playwright …')
  const install = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  spawnSync(process.execPath, install, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  return isExecutable(own) ? own : undefined
}
