// Prepares a fresh checkout: installs the dependencies of the lockfile, then builds. Does nothing if nothing has
// changed. Uses plain Node, because no package is installed when it starts.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the checkout, in which every command runs. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Installs and builds if needed. Ends the process with a clear message on failure. */
export function bootstrap() {
  installIfChanged()
  build()
}

/** Installs if needed, as `bootstrap` does. */
export function installIfChanged() {
  requireNode()
  process.chdir(root)
  install()
}

/** Installs if nothing is installed. What was installed by other means, as in the Dockerfile, is left as it is. */
export function installIfMissing() {
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) installIfChanged()
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

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}. Get it from https://nodejs.org/`)
  process.exit(1)
}

function install() {
  const stampFile = path.join(root, 'node_modules/.install-stamp')
  const platform = `${process.versions.modules} ${process.platform} ${process.arch}`
  const stamp = hashOf([platform, readFileSync(path.join(root, 'package-lock.json'))])
  if (readStamp(stampFile) === stamp) return
  console.log('Installing dependencies …')
  // The build needs the development dependencies, even if NODE_ENV is production.
  const result = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    shell: process.platform === 'win32',
  })
  exitOnFailure(result)
  writeFileSync(stampFile, stamp)
}

function build() {
  const stampFile = path.join(root, 'build/.stamp')
  const stamp = sourceHash()
  if (readStamp(stampFile) === stamp) return
  console.log('Building …')
  // Removed first, so that an interrupted build does not count as complete.
  rmSync(stampFile, { force: true })
  runNode(path.join(root, 'scripts/build.mjs'))
  writeFileSync(stampFile, stamp)
}

/** A hash of all files that the build depends on. */
function sourceHash() {
  const folders = ['app', 'server', 'scripts'].flatMap((folder) => filesBelow(path.join(root, folder)))
  const viteConfigs = ['vite.config.ts', 'vite.host.config.ts', 'vite.decoder.config.ts']
  const configs = ['package.json', 'package-lock.json', 'remix.config.js', ...viteConfigs]
  const files = [...folders, ...configs.map((name) => path.join(root, name))].filter((file) => !isTest(file)).sort()
  return hashOf(files.flatMap((file) => [path.relative(root, file), readFileSync(file)]))
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
function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** @param {{ error?: Error | undefined, status: number | null }} result */
function exitOnFailure(result) {
  if (result.error) throw result.error
  if (result.status !== 0) process.exit(result.status ?? 1)
}
