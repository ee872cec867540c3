import { createServer } from 'node:http'
import { listen } from '../server.ts'
import type { MetricsOptions } from './metrics.ts'

export interface MetricsServer {
  port: number
  close: () => void
}

/** Connections at a time: enough for one or two scrapers. */
const MAX_CONNECTIONS = 20
const TIMEOUT_MS = 10_000

/**
 * Serves the metrics at `/metrics`, on a listener of its own, so that visitors cannot reach them. Rejects with a
 * message for people if it cannot listen on the address.
 */
export async function startMetrics({
  address,
  ...options
}: MetricsOptions & { address: { port: number; host: string } }): Promise<MetricsServer> {
  // Loaded only if it is used, because it takes 5 MB of memory.
  const { openMetrics } = await import('./metrics.ts')
  const metrics = openMetrics(options)
  const server = createServer({ requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS }, (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at /metrics\n')
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.maxConnections = MAX_CONNECTIONS
  try {
    const port = await listen(server, address, { port: 'METRICS_PORT', host: 'METRICS_HOST' })
    return {
      port,
      close() {
        server.close()
        server.closeAllConnections()
        metrics.stop()
      },
    }
  } catch (error) {
    metrics.stop()
    throw error
  }
}
