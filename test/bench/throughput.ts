import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PDF_SIZES, pdfName, type BenchSite } from './bench-site.ts'
import {
  getOk,
  memoryOf,
  SERVER_CORE,
  startNginx,
  systemProgram,
  whenIdle,
  type RawResponse,
  type Server,
} from './servers.ts'

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Requests without a response, and responses that are neither 2xx nor 3xx. */
  errors: number
}

export interface ThroughputRow extends LoadResult {
  what: string
  server: string
  /** Length of the body. */
  bytes: number
  /** Memory of the server right after the load, in megabytes. */
  memory: number
  /** Requests per second in relation to nginx. */
  ratio?: number | undefined
}

/** Something to request, and its response. */
interface Target {
  what: string
  path: string
  response: RawResponse
  /** Sends If-None-Match, so that the response is 304. */
  revalidates?: boolean
}

/** The core of the client; the servers have another one. */
const CLIENT_CORE = 1
const CONNECTIONS = 32
export const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const REMIX_SERVE = 'node_modules/@remix-run/serve/dist/cli.js'

/** A server, and the requests to it. */
interface Contestant {
  name: string
  server: Server
  targets: readonly Target[]
}

/** Each target is measured several times in turn, because the speed of a machine varies. */
const ROUNDS = 3

/** Measures pages at our host, nginx and, for one of them, remix-serve. */
export async function measurePages(site: BenchSite, seconds: number): Promise<ThroughputRow[]> {
  // remix-serve needs a site of its own, since two processes cannot serve the same one.
  const other = await site.copy()
  try {
    return await measureThroughput({ site, other, targetsOf: pagesOf, seconds })
  } finally {
    await other.remove()
  }
}

/** Measures documents of several sizes at our host and nginx. */
export function measureDocuments(site: BenchSite, seconds: number): Promise<ThroughputRow[]> {
  return measureThroughput({ site, targetsOf: documentsOf, seconds })
}

/** Measures servers in turn, on the same core, with the same bytes. `other` is the site of remix-serve. */
async function measureThroughput({
  site,
  other,
  targetsOf,
  seconds,
}: {
  site: BenchSite
  other?: BenchSite
  targetsOf: (host: Server) => Promise<Target[]>
  seconds: number
}): Promise<ThroughputRow[]> {
  const host = await site.start({ core: SERVER_CORE })
  const servers = [host]
  try {
    await whenIdle(host.pid)
    const targets = await targetsOf(host)
    const nginx = await startNginx(targets.map(({ response }) => response))
    servers.push(nginx)
    const contestants: Contestant[] = [
      { name: 'ours', server: host, targets },
      // nginx serves the responses by their index.
      { name: 'nginx', server: nginx, targets: targets.map((target, index) => ({ ...target, path: `/${index}` })) },
    ]
    if (other) {
      const remixServe = await startRemixServe(other)
      servers.push(remixServe)
      contestants.push({ name: 'remix-serve', server: remixServe, targets: targets.slice(0, 1) })
    }
    const rows: ThroughputRow[] = []
    for (const { what } of targets) rows.push(...(await compare(what, contestants, seconds / ROUNDS)))
    return rows
  } finally {
    for (const server of servers) await server.stop()
  }
}

function startRemixServe(site: BenchSite) {
  const command = [process.execPath, REMIX_SERVE, 'build/server/index.js']
  return site.start({ command, readyPath: '/', core: SERVER_CORE })
}

/** Measures one target at each server that has it. Each row is the median round. */
async function compare(what: string, contestants: readonly Contestant[], seconds: number): Promise<ThroughputRow[]> {
  const rounds = new Map<string, ThroughputRow[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, server, targets } of contestants) {
      const target = targets.find((each) => each.what === what)
      if (target) rounds.set(name, [...(rounds.get(name) ?? []), await measure(name, server, target, seconds)])
    }
  }
  const rows = [...rounds.values()].map(middle)
  const nginx = rows.find(({ server }) => server === 'nginx')
  return rows.map((row) => ({ ...row, ratio: row.requestsPerSecond / (nginx?.requestsPerSecond ?? Number.NaN) }))
}

function middle(rows: readonly ThroughputRow[]): ThroughputRow {
  const sorted = [...rows].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)
  const row = sorted[Math.floor(sorted.length / 2)]
  if (row === undefined) throw new Error('There is no round')
  return row
}

async function measure(name: string, server: Server, target: Target, seconds: number): Promise<ThroughputRow> {
  const { what, path, response, revalidates = false } = target
  const url = server.origin + path
  const headers = revalidates ? { ...ENCODINGS, 'if-none-match': await etagOf(url) } : ENCODINGS
  // Once to warm up: the just-in-time compiler optimises code that has run some thousand times.
  await runWrk(url, 1, headers)
  const result = await runWrk(url, seconds, headers)
  const bytes = revalidates ? 0 : response.body.length
  return { what, server: name, ...result, bytes, memory: await memoryOf(server.pid) }
}

async function targetOf(host: Server, what: string, path: string): Promise<Target> {
  return { what, path, response: await getOk(host.origin + path, { headers: ENCODINGS }) }
}

/** The home page, an inner page, navigation data, a revalidation and an image. */
async function pagesOf(host: Server): Promise<Target[]> {
  const get = (what: string, path: string) => targetOf(host, what, path)
  const home = await get('home page', '/')
  const html = await (await fetch(host.origin)).text()
  const image = /\/variants\/[^ ",]+\.avif/.exec(html)?.[0]
  if (image === undefined) throw new Error('The home page shows no variant of an image')
  return [
    home,
    await get('inner page', '/products/hffr-compound'),
    await get('navigation data', '/_root.data'),
    { ...home, what: '304 of the home page', revalidates: true },
    await get('image', image),
  ]
}

function documentsOf(host: Server): Promise<Target[]> {
  return Promise.all(
    Object.keys(PDF_SIZES).map((size) => targetOf(host, `PDF of ${size}`, `/uploads/reports/${pdfName(size)}`)),
  )
}

async function etagOf(url: string) {
  return (await getOk(url, { headers: ENCODINGS })).headers['etag'] ?? ''
}

/** Puts load on a server with wrk and resolves with the result. */
export async function runWrk(
  url: string,
  seconds: number,
  headers: Record<string, string>,
  connections = CONNECTIONS,
): Promise<LoadResult> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const duration = `-d${Math.max(1, Math.round(seconds))}s`
  const args = ['-t1', `-c${connections}`, duration, '--timeout', '10s', '--latency', ...fields, url]
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(CLIENT_CORE), systemProgram('wrk'), ...args])
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const [, ...socketErrors] = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout) ?? []
  return {
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: milliseconds(/^\s+50%\s+(\S+)/m.exec(stdout)?.[1]),
    p99: milliseconds(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1]),
    errors: socketErrors.reduce((sum, count) => sum + Number(count), number(/Non-2xx or 3xx responses: (\d+)/)),
  }
}

function milliseconds(duration = '') {
  const factor = { us: 0.001, ms: 1, s: 1000, m: 60_000 }[duration.replace(/[\d.]+/, '')]
  if (factor === undefined) throw new Error(`wrk reports the time ${duration}`)
  return Number.parseFloat(duration) * factor
}
