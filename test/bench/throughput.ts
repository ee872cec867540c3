import { askFor, type Answer } from './answers.ts'
import { LARGE_PDF, type BenchSite } from './bench-site.ts'
import { runWrk, type LoadResult } from './run-wrk.ts'
import { memoryOf, startBareNode, startNginx, type Server } from './servers.ts'

export interface ThroughputRow extends LoadResult {
  what: string
  server: string
  /** Of the body. */
  bytes: number
  /** Of the server right after the load, megabytes. */
  memory: number
  /** Requests per second, nginx being 1. */
  ratio?: number
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

/** Our host, nginx, bare Node and remix-serve one after the other, on the same core, with the same bytes. */
export async function measureThroughput(site: BenchSite, seconds: number): Promise<ThroughputRow[]> {
  const host = await site.start()
  const targets = await targetsOf(host)
  const answers = targets.map(({ answer }) => answer)
  const rows = [
    ...(await measure(host, 'ours', targets, seconds)),
    ...(await measure(await startNginx(answers), 'nginx', targets.map(numbered), seconds)),
    ...(await measure(await startBareNode(answers), 'bare Node', targets.map(numbered).filter(isPlain), seconds)),
    ...(await measure(await startRemixServe(site), 'remix-serve', targets.slice(0, 1), seconds)),
  ]
  return rows.map((row) => {
    const nginx = rows.find(({ what, server }) => what === row.what && server === 'nginx')
    return nginx ? { ...row, ratio: row.requestsPerSecond / nginx.requestsPerSecond } : row
  })
}

function startRemixServe(site: BenchSite) {
  return site.start({ command: [process.execPath, REMIX_SERVE, 'build/server/index.js'], readyPath: '/' })
}

/** nginx and bare Node know the answers by their number. */
function numbered(target: Target, index: number): Target {
  return { ...target, path: `/${index}` }
}

/** Bare Node answers whole bodies only. */
function isPlain({ revalidates = false }: Target) {
  return !revalidates
}

async function measure(server: Server, name: string, targets: readonly Target[], seconds: number) {
  const rows: ThroughputRow[] = []
  try {
    for (const { what, path, answer, revalidates = false } of targets) {
      const url = server.origin + path
      const headers = revalidates ? { ...ENCODINGS, 'if-none-match': await etagOf(url) } : ENCODINGS
      // Once to warm up: a just-in-time compiler has to see a way some thousand times.
      await runWrk({ url, connections: CONNECTIONS, seconds: 1, headers })
      const result = await runWrk({ url, connections: CONNECTIONS, seconds, headers })
      const bytes = revalidates ? 0 : answer.body.length
      rows.push({ what, server: name, ...result, bytes, memory: await memoryOf(server.pid) })
    }
  } finally {
    await server.stop()
  }
  return rows
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
