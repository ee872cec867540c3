import http from 'node:http'
import { listenOnLoopback } from './listen.ts'
import { stopServer } from './memory-s3.ts'

/** What happens to a request: it is passed on, refused, passed on with its answer lost, or passed on and answered with a fault. */
export type Fault = 'none' | 'refuse' | 'cut' | 'lose-answer' | 'fail-after'

export interface FaultProxy {
  endpoint: string
  /** Decides about each request. */
  faultOf: (method: string, path: string) => Fault
  stop: () => Promise<void>
}

/** A gateway in front of a store, whose requests meet the faults that a test wants. */
export async function startFaultProxy(upstream: string): Promise<FaultProxy> {
  const agent = new http.Agent({ keepAlive: true })
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const fault = proxy.faultOf(method, url)
    if (fault === 'cut') {
      request.destroy()
      return
    }
    if (fault === 'refuse') {
      request.resume()
      request.on('end', () => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'))
      return
    }
    const passed = http.request(upstream + url, { method, headers, agent }, (answer) => {
      if (fault === 'lose-answer') {
        answer.resume()
        response.destroy()
      } else if (fault === 'fail-after') {
        answer.resume()
        answer.on('end', () => response.writeHead(500).end('<Error><Code>UnknownError</Code></Error>'))
      } else {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      }
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  const proxy: FaultProxy = {
    endpoint: await listenOnLoopback(server),
    faultOf: () => 'none',
    async stop() {
      agent.destroy()
      await stopServer(server)
    },
  }
  return proxy
}
