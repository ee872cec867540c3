import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'

/** A node as a cache sees it. Tests change its state. */
export interface StubNode {
  name: string
  origin: string
  isWriter: boolean
  isReady: boolean
  /** It accepts connections and never responds, as a process that is halted. */
  isHalted: boolean
  /** Files that only this version of the site has. */
  files: Set<string>
  /** Addresses that are gone. */
  gone: Set<string>
  /** The requests that it got, without probes. */
  requests: IncomingMessage[]
  /** Ends it, and all of its connections. */
  stop: () => void
  /** Listens again on the same port. */
  startAgain: () => Promise<void>
}

/** Starts servers that respond as the nodes of a site. The first one writes. Each page contains the name of its node. */
export async function startStubNodes(count: number): Promise<StubNode[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => startStubNode(`node ${number + 1}`, number === 0)))
}

async function startStubNode(name: string, isWriter: boolean): Promise<StubNode> {
  const server = createServer((request, response) => {
    respond(node, request, response)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return z.object({ port: z.number() }).parse(server.address()).port
  }
  const port = await listen(0)
  const node: StubNode = {
    name,
    origin: `http://127.0.0.1:${port}`,
    isWriter,
    isReady: true,
    isHalted: false,
    files: new Set(),
    gone: new Set(),
    requests: [],
    stop() {
      server.close()
      server.closeAllConnections()
    },
    async startAgain() {
      await listen(port)
    },
  }
  return node
}

function respond(node: StubNode, request: IncomingMessage, response: ServerResponse) {
  const { url = '', method, headers } = request
  const send = (status: number, fields: Record<string, string> = {}) => {
    response.writeHead(status, fields).end(status === 304 ? undefined : `${node.name} ${url}`)
  }
  if (node.isHalted) return
  if (url === '/healthz') {
    send(200)
    return
  }
  if (url === '/readyz' || url === '/readyz/writer') {
    send(node.isReady && (url === '/readyz' || node.isWriter) ? 200 : 503)
    return
  }
  node.requests.push(request)
  const isStored = method === 'GET' && !/^\/(?:admin|api)/.test(url)
  const isThere = url.startsWith('/assets/') ? node.files.has(url) : !node.gone.has(url)
  const etag = `"${node.name}"`
  const stored = {
    'CDN-Cache-Control': 'max-age=10, stale-while-revalidate=50, stale-if-error=86400',
    'Cache-Control': 'public, max-age=0',
    'Surrogate-Key': 'everything',
    ETag: etag,
    Vary: 'Accept-Encoding',
  }
  if (!isThere) send(404, { 'Cache-Control': 'no-store' })
  else if (!isStored) send(200, { 'Cache-Control': 'no-store' })
  else send(headers['if-none-match'] === etag ? 304 : 200, stored)
}
