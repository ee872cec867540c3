import { askFor, type Answer } from './answers.ts'
import { LARGE_PDF, type BenchSite } from './bench-site.ts'
import { runWrk, type LoadResult } from './run-wrk.ts'
import { memoryOf, SERVER_CORE, startBareNode, startNginx, whenIdle, type Server } from './servers.ts'

export interface ThroughputRow extends LoadResult {
  what: string
  server: string
  /** Of the body. */
  bytes: number
  /** Of the server right after the load, megabytes. */
  memory: number
  /** Requests per second, nginx being 1. */
  ratio?: number | undefined
}

/** Something to ask for, and what came back for it. */
interface Target {
  what: string
  path: string
  answer: Answer
  /** Asks whether what the browser has is still good, and hears 304. */
  revalidates?: boolean
}

const CONNECTIONS = 32
const ENCODINGS = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const REMIX_SERVE = 'node_modules/@remix-run/serve/dist/cli.js'

/** Who is measured, and what is asked of it. */
interface Contestant {
  name: string
  server: Server
  targets: readonly Target[]
}

/** What a target is measured at: several times by turns, since a machine is not equally fast at all times. */
const ROUNDS = 3

/** Our host, nginx, bare Node and remix-serve by turns, on the same core, with the same bytes. */
export async function measureThroughput(site: BenchSite, seconds: number): Promise<ThroughputRow[]> {
  // A site of its own for remix-serve: two processes never serve the same one. Copied while nobody has taken it.
  const other = await site.copy()
  const host = await site.start({ core: SERVER_CORE })
  const servers = [host]
  try {
    await whenIdle(host.pid)
    const targets = await targetsOf(host)
    const answers = targets.map(({ answer }) => answer)
    const [nginx, bare] = await Promise.all([startNginx(answers), startBareNode(answers)])
    servers.push(nginx, bare)
    const remixServe = await startRemixServe(other)
    servers.push(remixServe)
    const contestants = [
      { name: 'ours', server: host, targets },
      { name: 'nginx', server: nginx, targets: targets.map(numbered) },
      { name: 'bare Node', server: bare, targets: targets.map(numbered).filter(isPlain) },
      { name: 'remix-serve', server: remixServe, targets: targets.slice(0, 1) },
    ]
    const rows: ThroughputRow[] = []
    for (const { what } of targets) rows.push(...(await compare(what, contestants, seconds / ROUNDS)))
    return rows
  } finally {
    for (const server of servers) await server.stop()
    await other.remove()
  }
}

function startRemixServe(site: BenchSite) {
  const command = [process.execPath, REMIX_SERVE, 'build/server/index.js']
  return site.start({ command, readyPath: '/', core: SERVER_CORE })
}

/** nginx and bare Node know the answers by their number. */
function numbered(target: Target, index: number): Target {
  return { ...target, path: `/${index}` }
}

/** Bare Node answers whole bodies only. */
function isPlain({ revalidates = false }: Target) {
  return !revalidates
}

/** One thing asked of everyone who has it: for each the middle one of its rounds. */
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
  const { what, path, answer, revalidates = false } = target
  const url = server.origin + path
  const headers = revalidates ? { ...ENCODINGS, 'if-none-match': await etagOf(url) } : ENCODINGS
  // Once to warm up: a just-in-time compiler has to see a way some thousand times.
  await runWrk({ url, connections: CONNECTIONS, seconds: 1, headers })
  const result = await runWrk({ url, connections: CONNECTIONS, seconds, headers })
  const bytes = revalidates ? 0 : answer.body.length
  return { what, server: name, ...result, bytes, memory: await memoryOf(server.pid) }
}

/** The home page, an inner page, navigation data, a revalidation, an image and a large document. */
async function targetsOf(host: Server): Promise<Target[]> {
  const get = async (what: string, path: string): Promise<Target> => {
    const answer = await askFor(host.origin + path, ENCODINGS)
    return { what, path, answer }
  }
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
    await get('PDF of 5 MB', `/uploads/reports/${LARGE_PDF}`),
  ]
}

async function etagOf(url: string) {
  return (await askFor(url, ENCODINGS)).headers['etag'] ?? ''
}
