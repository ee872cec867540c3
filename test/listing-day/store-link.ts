import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { listenOnLoopback } from '#test/s3/listen.ts'

/**
 * `open`: everything passes. `black hole`: connections are accepted, and nothing passes; what was sent is delivered once
 * the link is open again. `refused`: there is no connection.
 */
export type LinkState = 'open' | 'black hole' | 'refused'

/** The network between one node and a gateway of the store. */
export interface StoreLink {
  endpoint: string
  set: (state: LinkState) => Promise<void>
  stop: () => Promise<void>
}

export async function startStoreLink(upstream: string): Promise<StoreLink> {
  const { hostname, port } = new URL(upstream)
  const sockets = new Set<Socket>()
  let state: LinkState = 'open'

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const gateway = keep(connect({ host: hostname, port: Number(port), allowHalfOpen: true }))
    keep(client).pipe(gateway).pipe(client)
    client.once('close', () => gateway.destroy())
    gateway.once('close', () => client.destroy())
    if (state === 'black hole') for (const socket of [client, gateway]) hold(socket)
  })
  const endpoint = await listenOnLoopback(server)
  const own = Number(new URL(endpoint).port)

  async function close() {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  return {
    endpoint,
    async set(next) {
      if (next === state) return
      const before = state
      state = next
      if (next === 'refused') await close()
      if (before === 'refused') {
        server.listen(own, '127.0.0.1')
        await once(server, 'listening')
      }
      for (const socket of sockets) {
        if (next === 'black hole') hold(socket)
        else if (next === 'open') release(socket)
      }
    },
    stop: () => (state === 'refused' ? Promise.resolve() : close()),
  }
}

/** What arrives stays in the buffer of the system. */
function hold(socket: Socket) {
  socket.cork()
  socket.pause()
}

function release(socket: Socket) {
  socket.uncork()
  socket.resume()
}
