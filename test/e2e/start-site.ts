import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copyContentWithFewGrades } from '../copy-short-content.ts'
import { linkFolder } from '../link-folder.ts'

// Long, so that a busy machine does not fail a test.
const START_MS = 50_000
/** More than the host's own limit, so that a host that does not stop is seen to be killed. */
const STOP_MS = 12_000
const POLL_MS = 50

// Beside the sites, whose files are hard links to these.
const readyFolder = path.join(process.env['TMPDIR'] ?? path.resolve('node_modules/.cache'), 'site-of-tests')

/** Loaded before the program of a host. */
export const QUICK_COMPRESSION = new URL('../quick-compression.mjs', import.meta.url).href

/** Options of Node for a host of the tests. With room for new objects from the start, fewer of them are moved. */
export const HOST_OPTIONS = ['--min-semi-space-size=16', '--import', QUICK_COMPRESSION]

/** The initial data of all test sites, prepared once in each run. */
export const ready = {
  folder: readyFolder,
  uploadsDir: path.join(readyFolder, 'uploads'),
  dataDir: path.join(readyFolder, 'data'),
  username: 'admin',
  password: 'a password for tests only',
}
export const readyVariants = path.join(ready.dataDir, 'variants')

export interface Site {
  origin: string
  contentDir: string
  uploadsDir: string
  dataDir: string
  username: string
  password: string
  process: ChildProcess
  /** What it wrote to standard output and error so far. */
  output: () => string
  /** Asks it to stop, waits and resolves with its exit code, null if it had to be killed. Removes its folders. */
  stop: () => Promise<number | null>
}

export interface SiteOptions {
  /** The Node that runs it; by default the one that runs the tests. */
  node?: string
  /** Folder of the first content, beside that of the uploads; by default those that ship, with few grades. */
  contentFrom?: string
  /** With all grades that ship. A new site has them anyway. */
  hasAllGrades?: boolean
  /** By default a free one. */
  port?: number
  /** Of the administrator, who gets an account of this name at the first start; by default that of all test sites. */
  username?: string
  /** Program and arguments; by default the production host. */
  command?: string[]
  /** Additional settings; `undefined` removes one. */
  variables?: Record<string, string | undefined>
  /** File that its standard output goes to, instead of `output`. */
  log?: string
  /** Address that responds with 200 once the site is up. */
  readyPath?: string
}

/**
 * Starts a site on a free port, on temporary copies of the content and uploads that ship, with variants of the images.
 */
export async function startSite({
  node = process.execPath,
  contentFrom,
  hasAllGrades = false,
  port,
  username,
  command = ['build/host/main.js'],
  variables = {},
  log,
  readyPath = '/readyz',
}: SiteOptions = {}): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-'))
  port ??= await freePort()
  const site = {
    origin: `http://localhost:${port}`,
    contentDir: path.join(folder, 'content'),
    uploadsDir: path.join(folder, 'uploads'),
    dataDir: path.join(folder, 'data'),
    username: username ?? ready.username,
    password: ready.password,
  }
  if (contentFrom === undefined) {
    await copyReadyData(site, { isNew: username !== undefined || 'DATA_DIR' in variables, hasAllGrades })
  } else {
    await cp(contentFrom, site.contentDir, { recursive: true })
    await cp(path.join(path.dirname(contentFrom), 'uploads'), site.uploadsDir, { recursive: true })
    await cp(path.join(ready.dataDir, 'accounts.json'), path.join(site.dataDir, 'accounts.json'))
  }
  if (username !== undefined) await rm(path.join(site.dataDir, 'accounts.json'), { force: true })

  const logFile = log === undefined ? undefined : openSync(log, 'a')
  const child = spawn(node, [...HOST_OPTIONS, ...command], {
    stdio: ['ignore', logFile ?? 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: 'localhost',
      PORT: String(port),
      PUBLIC_ORIGIN: site.origin,
      CONTENT_DIR: site.contentDir,
      UPLOADS_DIR: site.uploadsDir,
      DATA_DIR: site.dataDir,
      ADMIN_USERNAME: site.username,
      ADMIN_PASSWORD: site.password,
      ...variables,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  if (logFile !== undefined) closeSync(logFile)
  const exited = once(child, 'exit')
  const stop = async () => {
    const isRunning = () => child.exitCode === null && child.signalCode === null
    if (isRunning()) child.kill('SIGTERM')
    await Promise.race([exited, wait(STOP_MS, undefined, { ref: false })])
    if (isRunning()) child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
    return child.exitCode
  }

  const deadline = Date.now() + START_MS
  while (!(await isUp(site.origin + readyPath))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new Error(`The site did not start:\n${output}`)
    }
    await wait(POLL_MS)
  }
  return { ...site, process: child, output: () => output, stop }
}

/**
 * A data folder for a first start: without an account, but with what a host would read and encode beside the test, which
 * takes more than a minute of a core.
 */
export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(ready.folder, 'new-'))
  const isKept = (file: string) => file === ready.dataDir || /-index\.json$|parsed-contents\.txt$/.test(file)
  await cp(ready.dataDir, folder, { recursive: true, filter: isKept })
  linkFolder(readyVariants, path.join(folder, 'variants'))
  return folder
}

async function copyReadyData(
  site: Pick<Site, 'contentDir' | 'uploadsDir' | 'dataDir'>,
  { isNew, hasAllGrades }: { isNew: boolean; hasAllGrades: boolean },
) {
  if (isNew || hasAllGrades) await cp('content', site.contentDir, { recursive: true })
  else copyContentWithFewGrades(site.contentDir)
  // The home page hides clients that are marked as samples, and tests of the section need some that are not. A new site
  // has the content that ships: edited content without accounts shows that the data folder is missing.
  if (!isNew) {
    const clients = path.join(site.contentDir, 'home/clients.yaml')
    await writeFile(clients, (await readFile(clients, 'utf8')).replaceAll('alt: Sample client', 'alt: Client'))
  }
  linkFolder(ready.uploadsDir, site.uploadsDir)
  await cp(ready.dataDir, site.dataDir, { recursive: true, filter: (file) => file !== readyVariants })
  linkFolder(readyVariants, path.join(site.dataDir, 'variants'))
}

/**
 * A port on which no process listens now. The system gives higher ports to outgoing connections, any of which could
 * take the port before a host listens on it.
 */
export async function freePort(): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, 'localhost')
    try {
      await once(server, 'listening')
    } catch (error) {
      if (tries === 20) throw error
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}

async function isUp(url: string) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
