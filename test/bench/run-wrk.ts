import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { systemProgram } from './system-program.ts'

export interface Load {
  url: string
  connections: number
  seconds: number
  headers?: Record<string, string>
}

export interface LoadResult {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Requests without an answer, and answers that are neither 2xx nor 3xx. */
  errors: number
}

/** The core that asks; the servers answer on another one, see `SERVER_CORE`. */
export const CLIENT_CORE = 1

/** Keeps a server busy and tells how it did. */
export async function runWrk({ url, connections, seconds, headers = {} }: Load): Promise<LoadResult> {
  const wrk = systemProgram('wrk')
  const headerArgs = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${Math.max(1, Math.round(seconds))}s`,
    '--timeout',
    '10s',
    '--latency',
    ...headerArgs,
    url,
  ]
  const { stdout } = await promisify(execFile)('taskset', ['-c', String(CLIENT_CORE), wrk, ...args])
  return readReport(stdout)
}

function readReport(report: string): LoadResult {
  const number = (pattern: RegExp) => Number(pattern.exec(report)?.[1] ?? 0)
  const [, ...socketErrors] = /connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report) ?? []
  return {
    requestsPerSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50: milliseconds(/^\s+50%\s+(\S+)/m.exec(report)?.[1]),
    p99: milliseconds(/^\s+99%\s+(\S+)/m.exec(report)?.[1]),
    errors: socketErrors.reduce((sum, count) => sum + Number(count), number(/Non-2xx or 3xx responses: (\d+)/)),
  }
}

function milliseconds(duration = '') {
  const factor = { us: 0.001, ms: 1, s: 1000, m: 60_000 }[duration.replace(/[\d.]+/, '')]
  if (factor === undefined) throw new Error(`wrk reports the time ${duration}`)
  return Number.parseFloat(duration) * factor
}
