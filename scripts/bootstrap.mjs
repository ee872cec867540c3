// Prepares a fresh checkout: installs the dependencies of the lockfile, then builds. Does nothing if nothing has
// changed. Uses plain Node, because no package is installed when it starts.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the checkout, in which every command runs. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const HOST_PROGRAM = 'build/host/main.js'
const BUILD_STAMP = 'build/.stamp'

/** Installs and builds if needed. Ends the process with a clear message on failure. */
export function bootstrap() {
  requireNode()
  process.chdir(root)
  if (isBuilt()) {
    if (!areInstalled(packagesToRun())) install()
    return
  }
  installIfChanged()
  runNode(path.join(root, 'scripts/build.mjs'))
}

/** Installs unless the packages of the lockfile are installed for this machine, those for development included. */
export function installIfChanged() {
  requireNode()
  process.chdir(root)
  if (!areInstalled(packagesOfLockfile())) install()
}

/** Whether the build was made from the sources that are here now. */
export function isBuilt() {
  return hasBuild() && readIfPresent(path.join(root, BUILD_STAMP)) === sourceHash()
}

/** Whether there are sources, as in a checkout. An image has none. */
export function hasSources() {
  return existsSync(path.join(root, 'app'))
}

/** Whether there is a build, from whichever sources. */
export function hasBuild() {
  return existsSync(path.join(root, HOST_PROGRAM))
}

/**
 * Records from which sources the build was made. Called when it is complete.
 *
 * @param {string} stamp of `sourceHash`, taken before the build
 */
export function writeBuildStamp(stamp) {
  writeFileSync(path.join(root, BUILD_STAMP), stamp)
}

/**
 * Runs a Node program of a dependency with its output shown; ends this process with its exit code if it fails.
 *
 * @param {string} program
 * @param {...string} args
 */
export function runNode(program, ...args) {
  exitOnFailure(spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' }))
}

/** Ends the process if this Node is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}. Get it from https://nodejs.org/`)
  process.exit(1)
}

function install() {
  console.log('Installing the packages. The first time, installing and building take one to four minutes.')
  // The build needs the development dependencies, even if NODE_ENV is production.
  const result = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    shell: process.platform === 'win32',
  })
  exitOnFailure(result)
}

/**
 * @typedef {object} LockedPackage An entry of a lockfile.
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 */

/**
 * The packages of the lockfile by their folders, without those that npm installs only on some machines.
 *
 * @returns {[folder: string, LockedPackage][]}
 */
function packagesOfLockfile() {
  return lockedPackages('package-lock.json').filter(([, entry]) => !entry.optional && !entry.devOptional)
}

function packagesToRun() {
  return packagesOfLockfile().filter(([, entry]) => !entry.dev)
}

/**
 * Whether npm has installed these packages, and all others for this system and processor, not for those of a machine
 * whose folder was copied. npm records what it has installed, whichever of its commands did it.
 *
 * @param {[folder: string, LockedPackage][]} packages
 */
function areInstalled(packages) {
  const installed = new Map(lockedPackages('node_modules/.package-lock.json'))
  const isForOther = [...installed.values()].some(
    ({ os, cpu }) => !allows(os, process.platform) || !allows(cpu, process.arch),
  )
  return !isForOther && packages.every(([folder, { version }]) => installed.get(folder)?.version === version)
}

/**
 * Whether a list of systems or processors in a package, such as `["linux"]` or `["!win32"]`, includes one.
 *
 * @param {string[] | undefined} list
 * @param {string} value
 */
function allows(list, value) {
  if (list === undefined || list.includes(value) || list.includes('any')) return true
  return list.every((item) => item.startsWith('!')) && !list.includes(`!${value}`)
}

/**
 * The packages that a lockfile lists. None if there is no such file.
 *
 * @param {string} file
 * @returns {[folder: string, LockedPackage][]}
 */
function lockedPackages(file) {
  const text = readIfPresent(path.join(root, file))
  /** @type {{ packages?: Record<string, LockedPackage> }} */
  const { packages = {} } = text === undefined ? {} : JSON.parse(text)
  return Object.entries(packages).filter(([folder]) => folder !== '')
}

/**
 * A hash of all files that the build depends on, and of those in a further folder. Of the lockfile, only what it locks:
 * `npm prune` and `npm install` also write addresses and other notes into it.
 *
 * @param {...string} further
 */
export function sourceHash(...further) {
  const folders = ['app', 'server', 'scripts', ...further].flatMap((folder) => filesBelow(path.join(root, folder)))
  const viteConfigs = ['vite.config.ts', 'vite.host.config.ts', 'vite.decoder.config.ts']
  const configs = ['package.json', 'remix.config.js', ...viteConfigs]
  const files = [...folders, ...configs.map((name) => path.join(root, name))].filter((file) => !isTest(file)).sort()
  const locked = lockedPackages('package-lock.json').map(
    ([folder, { version = '', integrity, resolved = '' }]) => `${folder} ${version} ${integrity ?? resolved}`,
  )
  return hashOf([locked.join('\n'), ...files.flatMap((file) => [path.relative(root, file), readFileSync(file)])])
}

/** @param {string} file */
function isTest(file) {
  return /\.test\.tsx?$/.test(file)
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/**
 * Parts are hashed with their lengths, so that different lists of parts have different hashes.
 *
 * @param {(string | Buffer)[]} parts
 */
function hashOf(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}\n`).update(part)
  return hash.digest('hex')
}

/** @param {string} file */
function readIfPresent(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** @param {{ error?: Error | undefined, status: number | null }} result */
function exitOnFailure(result) {
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
}
