import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Seen } from './ledger.ts'

/** A response that has arrived completely. */
export interface Visit extends Seen {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** Longer than any fault lasts. A request that takes longer has failed. */
const VISIT_MS = 60_000

/** Pause between two visits of one visitor. */
const PAUSE_MS = 20

/** Requests an address on a port of this machine. Rejects if the response does not come, or is incomplete. */
export function visit(
  agent: http.Agent,
  {
    port,
    host,
    address,
    headers = {},
  }: { port: number; host: string; address: string; headers?: Record<string, string> },
): Promise<Visit> {
  const asked = performance.now()
  return new Promise((resolve, reject) => {
    const options = { agent, port, host: '127.0.0.1', path: address, headers: { host, ...headers } }
    const request = http.get({ ...options, timeout: VISIT_MS }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0 } = response
        resolve({ asked, answered: performance.now(), status, headers: response.headers, body: Buffer.concat(chunks) })
      })
    })
    request.on('timeout', () => request.destroy(new Error(`no response within ${VISIT_MS} ms`)))
    request.on('error', reject)
  })
}

export interface Visitors {
  /** Durations of all visits (ms). */
  durations: number[]
  /** Number of visits whose cache was down, and to which the other cache responded. */
  elsewhere: () => number
  end: () => Promise<void>
}

/** The next request of a visitor, and the check of its response. */
export interface Question {
  address: string
  headers?: Record<string, string>
  look: (visit: Visit) => void
}

interface Options {
  count: number
  entrances: readonly number[]
  publicOrigin: string
  next: () => Question
  /** Called for a visit to which no entrance responded. */
  onFailed: (question: Question, error: unknown, asked: number) => void
}

/**
 * Visitors who make one request after another over connections that stay open. If a visitor's cache does not respond,
 * the other cache is asked, as a balancer or a browser with two addresses does.
 */
export function startVisitors({ count, entrances, publicOrigin, next, onFailed }: Options): Visitors {
  const { host } = new URL(publicOrigin)
  const durations: number[] = []
  let elsewhere = 0
  const end = new AbortController()
  const agents: http.Agent[] = []
  async function ask(agent: http.Agent, order: readonly number[], question: Question) {
    const asked = performance.now()
    let failure: unknown
    for (const [attempt, port] of order.entries()) {
      try {
        const seen = await visit(agent, { port, host, ...question })
        if (attempt > 0) elsewhere += 1
        durations.push(seen.answered - asked)
        question.look(seen)
        return
      } catch (error) {
        failure = error
      }
    }
    onFailed(question, failure, asked)
  }
  const visits = Array.from({ length: count }, async (_, number) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    agents.push(agent)
    const order = number % 2 === 0 ? entrances : [...entrances].reverse()
    while (!end.signal.aborted) {
      await ask(agent, order, next())
      await wait(PAUSE_MS)
    }
  })
  return {
    durations,
    elsewhere: () => elsewhere,
    async end() {
      end.abort()
      await Promise.all(visits)
      for (const agent of agents) agent.destroy()
    },
  }
}
