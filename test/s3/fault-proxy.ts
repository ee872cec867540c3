import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { listenOnLoopback } from './listen.ts'
import { stopServer } from './memory-s3.ts'

/**
 * What happens to a request: it is passed on, refused, cut, passed on without its response, or passed on and answered
 * with a fault. `delay`: it is delayed. `delay-answer`: its response is delayed. `late`: it is passed on after the
 * client's timeout. `hold`: the connection is cut, and the request is passed on when the test wants it. `hold-body`: the
 * response has its head and some bytes, and the rest when the test wants it. `stale-list`: a list is that of some seconds
 * before; other requests are passed on.
 */
export type Fault =
  | 'none'
  | 'refuse'
  | 'cut'
  | 'lose-answer'
  | 'fail-after'
  | 'delay'
  | 'delay-answer'
  | 'late'
  | 'hold'
  | 'hold-body'
  | 'stale-list'

export interface FaultProxy {
  endpoint: string
  /** Chooses the fault of each request. */
  faultOf: (method: string, path: string, headers: http.IncomingHttpHeaders) => Fault
  /** Number of requests that have not been passed on yet but will be. */
  countLate: () => number
  countHeld: () => number
  /** Passes on the requests that were held. Resolves with the status of each response. */
  deliverHeld: () => Promise<number[]>
  /** How many responses wait for the rest of their body. */
  countHeldBodies: () => number
  sendHeldBodies: () => void
  stop: () => Promise<void>
}

const DELAY_MS = 800
/** How old a list may be. */
const STALE_MS = 5_000
/** Longer than the storage waits for a response. */
const LATE_MS = 6_000

/** A gateway in front of a store, whose requests meet the faults that a test chooses. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const agent = new http.Agent({ keepAlive: true })
  let late = 0
  let held: (() => Promise<number>)[] = []
  const heldBodies = new Set<() => void>()
  /** The last response to each list, and when it came. */
  const lists = new Map<string, { at: number; body: Buffer }>()
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const fault = proxy.faultOf(method, url, headers)
    if (fault === 'cut') {
      request.destroy()
      return
    }
    if (fault === 'refuse') {
      request.resume()
      request.on('end', () => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'))
      return
    }
    if (fault === 'hold') {
      buffer(request)
        .then((body) => {
          held.push(
            () =>
              new Promise((resolve, reject) => {
                const passed = http.request(upstream + url, { method, headers, agent }, (answer) => {
                  answer.resume()
                  resolve(answer.statusCode ?? 0)
                })
                passed.on('error', reject)
                passed.end(body)
              }),
          )
          response.destroy()
        })
        .catch(() => undefined)
      return
    }
    const isList = method === 'GET' && url.includes('list-type=')
    // The signature is not a part of what is listed.
    const listed = url.replace(/[?&]X-Amz-[^&]*/g, '')
    const earlier = isList && fault === 'stale-list' ? lists.get(listed) : undefined
    if (earlier && performance.now() - earlier.at < STALE_MS) {
      request.resume()
      response.writeHead(200, { date: new Date().toUTCString() }).end(earlier.body)
      return
    }
    const pass = () => {
      const passed = http.request(upstream + url, { method, headers, agent }, (answer) => {
        if (fault === 'lose-answer') {
          answer.resume()
          response.destroy()
        } else if (fault === 'fail-after') {
          answer.resume()
          answer.on('end', () => response.writeHead(500).end('<Error><Code>UnknownError</Code></Error>'))
        } else if (fault === 'hold-body') {
          void buffer(answer).then((body) => {
            response.writeHead(answer.statusCode ?? 500, answer.headers)
            response.write(body.subarray(0, 1_000))
            if (body.length <= 1_000) {
              response.end()
              return
            }
            const send = () => {
              heldBodies.delete(send)
              response.end(body.subarray(1_000))
            }
            response.once('close', () => heldBodies.delete(send))
            heldBodies.add(send)
          })
        } else {
          const body = isList && answer.statusCode === 200 ? buffer(answer) : undefined
          void body?.then((list) => lists.set(listed, { at: performance.now(), body: list }))
          void wait(fault === 'delay-answer' ? DELAY_MS : 0).then(async () => {
            response.writeHead(answer.statusCode ?? 500, answer.headers)
            if (body) response.end(await body)
            else answer.pipe(response)
          })
        }
      })
      passed.on('error', () => response.destroy())
      return passed
    }
    if (fault === 'delay' || fault === 'late') {
      late += 1
      buffer(request)
        .then(async (body) => {
          await wait(fault === 'late' ? LATE_MS : DELAY_MS)
          pass().end(body)
        })
        // The client was killed before it had sent the whole request.
        .catch(() => undefined)
        .finally(() => (late -= 1))
    } else request.pipe(pass())
  })
  const proxy: FaultProxy = {
    endpoint: await listenOnLoopback(server),
    faultOf: () => 'none',
    countLate: () => late,
    countHeld: () => held.length,
    deliverHeld() {
      const due = held
      held = []
      return Promise.all(due.map((deliver) => deliver()))
    },
    countHeldBodies: () => heldBodies.size,
    sendHeldBodies() {
      for (const send of heldBodies) send()
    },
    async stop() {
      agent.destroy()
      await stopServer(server)
    },
  }
  return proxy
}
