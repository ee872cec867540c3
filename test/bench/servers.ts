import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../scripts/system-program.mjs'
import { freePort } from '../e2e/start-site.ts'

export interface Server {
  origin: string
  pid: number
  stop: () => Promise<void>
}

/** The core on which each compared server runs. */
export const SERVER_CORE = 0

/** A response as it was sent, its body still compressed. */
export interface RawResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Headers that a server adds itself. */
const OWN_HEADERS = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'server',
  'etag',
])

/** nginx with one worker and a file for each response: the same bytes with the same headers, at `/0`, `/1` … */
export async function startNginx(responses: readonly RawResponse[]): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'))
  const port = await freePort()
  const locations = await Promise.all(
    responses.map(async ({ headers, body }, index) => {
      await writeFile(path.join(folder, String(index)), body)
      const added = Object.entries(headers).filter(([name]) => name !== 'content-type' && !OWN_HEADERS.has(name))
      return `location = /${index} { default_type "${headers['content-type'] ?? ''}"; ${added
        .map(([name, value]) => `add_header ${name} "${value.replaceAll(/["\\]/g, String.raw`\$&`)}";`)
        .join(' ')} }`
    }),
  )
  const configuration = path.join(folder, 'nginx.conf')
  await writeFile(
    configuration,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr error;
     ${process.getuid?.() === 0 ? 'user root;' : ''}
     events { worker_connections 8192; multi_accept on; }
     http {
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; etag on;
       open_file_cache max=1000; open_file_cache_valid 300s; types { }
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       server { listen 127.0.0.1:${port} backlog=4096; root ${folder}; ${locations.join('\n')} }
     }`,
  )
  const command = [systemProgram('nginx', 'nginx-light'), '-c', configuration, '-p', folder]
  return startServer({ command, port, readyPath: '/0', core: SERVER_CORE, folder })
}

export interface ServerOptions {
  command: readonly string[]
  port: number
  variables?: Record<string, string>
  readyPath: string
  /** The only core that it may use; by default all cores. */
  core?: number | undefined
  /** Removed when the server is stopped. */
  folder?: string
}

/** Starts a server and waits until `readyPath` responds with 200. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { command, port, variables, readyPath, core, folder } = options
  const [program = '', ...args] = core === undefined ? command : ['taskset', '-c', String(core), ...command]
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...variables } })
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    await stopProcess(child)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
  while (!(await isUp(origin + readyPath))) {
    if (child.exitCode !== null) {
      await stop()
      throw new Error(`${command.join(' ')} ended with ${child.exitCode}`)
    }
    await wait(5)
  }
  return { origin, pid: child.pid ?? 0, stop }
}

/** Resident memory of a process in megabytes (10⁶ bytes); with `VmHWM` its peak. Linux only. */
export async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): Promise<number> {
  return megabytesIn(await readFile(`/proc/${pid}/status`, 'utf8'), field)
}

/**
 * Memory that a second Node process adds, in megabytes: its resident memory without the executable, which both share.
 * (PSS would divide by all Node processes of the machine.) 0 for a process that has ended.
 */
export async function addedMemoryOf(pid: number): Promise<number> {
  const maps = await readFile(`/proc/${pid}/smaps`, 'utf8').catch(() => '')
  // Each mapping begins with its addresses, and ends its first line with its file.
  const mappings = maps.split(/^(?=[\da-f]+-[\da-f]+ )/m)
  return mappings.reduce((sum, mapping) => {
    const isExecutable = mapping.slice(0, mapping.indexOf('\n')).endsWith(process.execPath)
    return sum + megabytesIn(mapping, isExecutable ? 'Anonymous' : 'Rss')
  }, 0)
}

function megabytesIn(text: string, field: string) {
  return (Number(new RegExp(String.raw`^${field}:\s+(\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024) / 1e6
}

/** Resolves when a process has done almost nothing for five seconds, so that the work after a start has ended. */
export async function whenIdle(pid: number): Promise<void> {
  for (let idle = 0, before = await ticksOf(pid); idle < 10;) {
    await wait(500)
    const now = await ticksOf(pid)
    // A tick is a hundredth of a second. The decoder makes variants, and takes seconds for a large one.
    idle = now - before <= 2 && (await childOf(pid)) === undefined ? idle + 1 : 0
    before = now
  }
}

/** The child process of a host: its decoder. Undefined if it has none. */
export async function childOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text === '' ? undefined : Number.parseInt(text, 10)
}

/** Processor time that a process has used, in seconds. Linux only. */
export async function processorSecondsOf(pid: number): Promise<number> {
  return (await ticksOf(pid)) / 100
}

/** Processor time that a process has used, in ticks (proc(5), fields 14 and 15 of stat). */
async function ticksOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return user + system
}

async function stopProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(timer)
}

async function isUp(url: string) {
  try {
    return (await get(url)).status === 200
  } catch {
    return false
  }
}

interface GetOptions {
  headers?: Record<string, string>
  /** Keeps connections open between requests, if it was created with that option. */
  agent?: Agent
}

/** Sends a GET request. Rejects if the status is not 200. */
export async function getOk(url: string, options: GetOptions = {}): Promise<RawResponse> {
  const response = await get(url, options)
  if (response.status !== 200) throw new Error(`The status of ${url} is ${response.status}`)
  return response
}

/** Sends a GET request. Unlike fetch, it does not decode the body. */
async function get(url: string, options: GetOptions = {}): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const fields = Object.entries(response.headersDistinct).map(([name, values = []]) => [name, values.join(', ')])
      buffer(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(fields), body })
      }, reject)
    })
    sent.once('error', reject).end()
  })
}

/** Path of a system program, installed with apt if possible. Throws an Error that says what to install. */
export function systemProgram(name: string, debianPackage = name): string {
  const found = findProgram({ names: [name], packages: [debianPackage] })
  if (found === undefined) throw new Error(`${name} is needed. On Debian: apt-get install ${debianPackage}`)
  return found
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The value that this share of the values does not exceed; the largest for 1. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN
}
