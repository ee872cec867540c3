import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copyContentWithFewGrades } from '../copy-short-content.ts'
import { freePort, HOST_OPTIONS } from '../e2e/start-site.ts'
import { sharedTmpdir } from '../shared-tmpdir.ts'
import { smallUploads } from './small-uploads.ts'

/** Long, so that a busy machine does not fail a harness. */
const START_MS = 180_000
const POLL_MS = 20
/** Longer: a request to a host that does not listen yet costs the harness as much as a shorter wait saves. */
const READY_POLL_MS = 100

const FOLDERS = ['content', 'uploads', 'data']

export const ADMINISTRATOR = { username: 'admin', password: 'correct horse battery 0' }

/** The folders of a site. Several hosts run on them, one after another. */
export interface Site {
  folder: string
  contentDir: string
  uploadsDir: string
  dataDir: string
  /**
   * Starts the built host and resolves once it is ready. Rejects with its output if it ends, or is not ready in time.
   */
  start(variables?: Record<string, string>): Promise<Host>
  /** Starts the built host and does not wait. */
  launch(variables?: Record<string, string>): Promise<Host>
  remove(): Promise<void>
}

/** A process of the built host. */
export interface Host {
  origin: string
  /** PUBLIC_ORIGIN: the address that the browsers of visitors and staff use. */
  publicOrigin: string
  process: ChildProcess
  pid: number
  /** Its output so far, on stdout and stderr. */
  output: () => string
  /** Ends it with SIGKILL. Resolves when it has ended. */
  kill: () => Promise<void>
  /** Asks it to stop. Resolves with its exit code. */
  stop: () => Promise<number | null>
}

/**
 * A site with the content that ships, with `hasFewGrades` one grade of each product. All its photos are small, and what a
 * host makes of its uploads is there already, so that no host spends time on them. With `isEmpty` the folders are empty,
 * and the host fills them at its first start. Default of `folder`: a new temporary one. With `user`, the id of a user and
 * group, hosts run as that user and own the folders.
 */
export async function makeSite({
  isEmpty = false,
  hasFewGrades = false,
  folder,
  user,
}: { isEmpty?: boolean; hasFewGrades?: boolean; folder?: string; user?: number | undefined } = {}): Promise<Site> {
  const root = folder ?? (await mkdtemp(path.join(sharedTmpdir(), 'reliability-')))
  for (const name of FOLDERS) await mkdir(path.join(root, name), { recursive: true })
  if (!isEmpty) {
    await cp(await smallUploads(siteIn), root, { recursive: true, preserveTimestamps: true })
    if (hasFewGrades) copyContentWithFewGrades(path.join(root, 'content'))
    else await cp('content', path.join(root, 'content'), { recursive: true })
  }
  if (user !== undefined) execFileSync('chown', ['-R', `${user}:${user}`, root])
  return siteIn(root, user)
}

/** The site whose folders are in `root`. */
function siteIn(root: string, user?: number): Site {
  const [contentDir = '', uploadsDir = '', dataDir = ''] = FOLDERS.map((name) => path.join(root, name))
  const folders = { CONTENT_DIR: contentDir, UPLOADS_DIR: uploadsDir, DATA_DIR: dataDir }
  const launch = (variables?: Record<string, string>) => launchHost({ ...folders, ...variables }, user)
  return {
    folder: root,
    contentDir,
    uploadsDir,
    dataDir,
    launch,
    start: async (variables) => ready(await launch(variables)),
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

async function launchHost(variables: Record<string, string>, user?: number): Promise<Host> {
  const port = variables['PORT'] ?? String(await freePort())
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [...HOST_OPTIONS, 'build/host/main.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: 'localhost',
      PORT: port,
      PUBLIC_ORIGIN: origin,
      // A harness asks each process by its own port, also where the public origin is that of a proxy.
      ALLOWED_HOSTS: 'localhost',
      // Each request of a harness has its own address, so that none meets the limits for one address.
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'warn',
      ADMIN_USERNAME: ADMINISTRATOR.username,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...variables,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-100_000)))
  }
  const closed = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await closed
    return child.exitCode
  }
  return {
    origin,
    publicOrigin: variables['PUBLIC_ORIGIN'] ?? origin,
    process: child,
    pid: child.pid ?? 0,
    output: () => output,
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

/** Resolves with the host once it is ready. Rejects with its output if it ends, or is not ready in time. */
export async function ready(host: Host): Promise<Host> {
  const deadline = performance.now() + START_MS
  while (!(await isReady(host.origin))) {
    if (host.process.exitCode !== null || performance.now() > deadline) {
      await host.kill()
      throw new Error(`The host did not start:\n${host.output()}`)
    }
    await wait(READY_POLL_MS)
  }
  return host
}

async function isReady(origin: string) {
  try {
    return (await fetch(`${origin}/readyz`)).ok
  } catch {
    return false
  }
}

/** Calls `isTrue` repeatedly until it is true. Rejects with `message` after `milliseconds`. */
export async function until(isTrue: () => boolean | Promise<boolean>, message: () => string, milliseconds = 30_000) {
  const deadline = performance.now() + milliseconds
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(message())
    await wait(POLL_MS)
  }
}
