import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { openAccounts } from '#app/cms/people/accounts.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { freePort } from '../e2e/start-site.ts'
import { silentHealth, silentLog } from '../temporary-content.ts'
import { startServer, whenIdle, type Server } from './servers.ts'

interface StartOptions {
  command?: readonly string[]
  readyPath?: string
  core?: number
  /** Further settings of the host. */
  variables?: Record<string, string>
}

const account = { username: 'admin', password: 'a password for measuring only' }

/** A separate site: copies of the shipped content and uploads, and empty data. */
export interface BenchSite {
  contentDir: string
  uploadsDir: string
  dataDir: string
  /** Starts a host on the site, by default ours on every core. Resolves when `readyPath` responds with 200. */
  start: (options?: StartOptions) => Promise<Server>
  /** Signs in and returns a bearer token. */
  token: (origin: string) => Promise<string>
  /** Signs in by the form and returns the cookie. */
  cookie: (origin: string) => Promise<string>
  /** Another site with the same files. */
  copy: () => Promise<BenchSite>
  remove: () => Promise<void>
}

/** As in the Dockerfile. */
const OUR_HOST = [process.execPath, '--max-semi-space-size=4', '--heap-growing-percent=50', 'build/host/main.js']

/** A site with the shipped content. Its account and its image variants exist. */
export async function makeSite(): Promise<BenchSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-site-'))
  await cp('content', path.join(folder, 'content'), { recursive: true })
  await cp('uploads', path.join(folder, 'uploads'), { recursive: true })
  for (const [size, bytes] of Object.entries(PDF_SIZES)) {
    await writeFile(path.join(folder, 'uploads', 'reports', pdfName(size)), pdfOfSize(bytes))
  }
  const site = siteIn(folder)
  await makeAccount(site)
  const host = await site.start()
  await whenIdle(host.pid)
  await host.stop()
  return site
}

/** The files above do not ship: without an account the site would wait for the data folder of the site they are from. */
async function makeAccount(folders: BenchSite) {
  const storage = openDiskStorage({ ...folders, log: silentLog, health: silentHealth })
  const accounts = openAccounts({ storage, health: silentHealth })
  await accounts.ensureAdministrator({ adminUsername: account.username, adminPassword: account.password })
  await storage.close()
}

function siteIn(folder: string): BenchSite {
  const contentDir = path.join(folder, 'content')
  const uploadsDir = path.join(folder, 'uploads')
  const dataDir = path.join(folder, 'data')
  return {
    contentDir,
    uploadsDir,
    dataDir,
    start: async ({ command = OUR_HOST, readyPath = '/readyz', core, variables: further } = {}) => {
      const port = await freePort()
      const variables = {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
        CONTENT_DIR: contentDir,
        UPLOADS_DIR: uploadsDir,
        DATA_DIR: dataDir,
        ADMIN_USERNAME: account.username,
        ADMIN_PASSWORD: account.password,
        // As in the Dockerfile.
        MALLOC_ARENA_MAX: '2',
        MALLOC_TRIM_THRESHOLD_: '131072',
        MALLOC_MMAP_THRESHOLD_: '131072',
        ...further,
      }
      return startServer({ command, port, variables, readyPath, core })
    },
    token: async (origin) => {
      const response = await fetch(`${origin}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      })
      const body: unknown = await response.json()
      if (typeof body !== 'object' || body === null || !('token' in body) || typeof body.token !== 'string') {
        throw new Error(`Signing in failed: ${JSON.stringify(body)}`)
      }
      return body.token
    },
    cookie: async (origin) => {
      const body = new URLSearchParams(account)
      const headers = { origin }
      const response = await fetch(`${origin}/admin/login`, { method: 'POST', headers, body, redirect: 'manual' })
      const [cookie] = response.headers.getSetCookie()
      if (response.status !== 303 || cookie === undefined) throw new Error(`Signing in failed: ${response.status}`)
      return cookie.split(';')[0] ?? ''
    },
    copy: async () => {
      const copied = await mkdtemp(path.join(tmpdir(), 'bench-site-'))
      // With their times: otherwise a start takes all files for changed.
      await cp(folder, copied, { recursive: true, preserveTimestamps: true })
      return siteIn(copied)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The reports in the uploads of the site, in bytes: two from memory, two from disk. */
export const PDF_SIZES = { '12 kB': 12_000, '500 kB': 500_000, '2 MB': 2_000_000, '5 MB': 5_000_000 }

/** The name of a report of this size. */
export function pdfName(size: string) {
  return `report-${size.toLowerCase().replace(' ', '-')}.pdf`
}

function pdfOfSize(bytes: number) {
  return Buffer.concat([Buffer.from('%PDF-1.7\n%'), randomBytes(bytes), Buffer.from('\n%%EOF\n')])
}

/** The time in milliseconds from the start of a host to its first page. */
export async function timeOfStart(site: BenchSite): Promise<number> {
  const begun = performance.now()
  const host = await site.start({ readyPath: '/' })
  const time = performance.now() - begun
  await host.stop()
  return time
}

/** Starts and stops a host, so that what a first start prepares is there. */
export async function oneStart(site: BenchSite): Promise<void> {
  const host = await site.start()
  await whenIdle(host.pid)
  await host.stop()
}
