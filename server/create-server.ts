import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import type { Limits } from './limits.ts'

/** The HTTP server with its bounds on time, size and number; not listening yet. */
export function createServer(limits: Limits, listener: RequestListener): Server {
  const server = createHttpServer(
    {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: limits.checkInterval,
      maxHeaderSize: limits.headerBytes,
    },
    listener,
  )
  server.maxHeadersCount = limits.headerCount
  server.maxConnections = limits.connections
  server.setTimeout(limits.silenceTimeout)
  return server
}

/** Resolves with the port once the server listens. Rejects with a sentence for people where the address is not free. */
export async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new Error(whyNotListening(error, port, host), { cause: error }))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function whyNotListening(error: Error & { code?: string }, port: number, host: string) {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. Stop the other program or choose another port: PORT=3001 npm start`
    case 'EACCES':
      return `Port ${port} needs more rights than this user has. Choose one from 1024 up: PORT=3000 npm start`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is not an address of this machine`
    default:
      return `Cannot listen on ${host}, port ${port}: ${error.message}`
  }
}
