import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../e2e/start-site.ts'
import { ask, type Answer } from './answers.ts'
import { systemProgram } from './system-program.ts'

export interface Server {
  origin: string
  /** The process that answers. */
  pid: number
  stop: () => Promise<void>
}

/** Servers that are compared answer on this core, so that each has one and the same. */
export const SERVER_CORE = 0

/** Headers that a server writes by itself. */
const OWN_HEADERS = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'server',
  'etag',
])

/** nginx with one worker and a file for each answer: the same bytes under the same headers, at `/0`, `/1` … */
export async function startNginx(answers: readonly Answer[]): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'nginx-'))
  const port = await freePort()
  const locations = await Promise.all(
    answers.map(async ({ headers, body }, index) => {
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

/** Node's own HTTP server with nothing around it: the most that any host on Node can reach. */
export async function startBareNode(answers: readonly Answer[]): Promise<Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bare-'))
  const port = await freePort()
  const kept = answers.map(({ headers, body }) => ({
    headers: Object.entries(headers).filter(([name]) => name === 'content-length' || !OWN_HEADERS.has(name)),
    body: body.toString('base64'),
  }))
  const program = path.join(folder, 'server.mjs')
  await writeFile(
    program,
    `import { createServer } from 'node:http'
     const answers = new Map(${JSON.stringify(kept)}.map(({ headers, body }, at) => ['/' + at, { headers: headers.flat(), body: Buffer.from(body, 'base64') }]))
     createServer((request, response) => {
       const { headers, body } = answers.get(request.url)
       response.writeHead(200, headers)
       response.end(body)
     }).listen(${port}, '127.0.0.1', 4096)`,
  )
  return startServer({ command: [process.execPath, program], port, readyPath: '/0', core: SERVER_CORE, folder })
}

export interface ServerOptions {
  command: readonly string[]
  port: number
  variables?: Record<string, string>
  readyPath: string
  /** The only core it may use; all of them unless told. */
  core?: number | undefined
  /** Removed when it is stopped. */
  folder?: string
}

/** Starts a server and waits until `readyPath` answers 200. */
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

/** Memory of a process that is its own and in RAM, in megabytes (10⁶ bytes). Linux only. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024) / 1e6
}

/** Resolves when a process has done next to nothing for five seconds: what a start sets off has ended. */
export async function whenIdle(pid: number): Promise<void> {
  for (let calm = 0, before = await ticksOf(pid); calm < 10;) {
    await wait(500)
    const now = await ticksOf(pid)
    // A tick is a hundredth of a second.
    calm = now - before <= 2 ? calm + 1 : 0
    before = now
  }
}

/** Processor time a process has taken, in ticks (proc(5), fields 14 and 15 of stat). */
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
    return (await ask(url)).status === 200
  } catch {
    return false
  }
}
