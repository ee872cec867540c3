import { createServer, connect, type Socket } from 'node:net'

/** The network between one node and the store. */
export interface TcpProxy {
  endpoint: string
  /** From now on nothing arrives on either side, and nobody is told: a black hole. */
  halt: () => void
  /** From now on connections are closed, and new ones are refused. */
  refuse: () => Promise<void>
  /** Everything arrives again, also what was sent meanwhile. */
  heal: () => Promise<void>
  stop: () => Promise<void>
}

/** A proxy in front of the gateway at `upstream`. */
export async function startTcpProxy(upstream: string): Promise<TcpProxy> {
  const { hostname, port: upstreamPort } = new URL(upstream)
  const sockets = new Set<Socket>()
  let isHalted = false
  let port = 0

  function add(socket: Socket, other: Socket) {
    sockets.add(socket)
    if (isHalted) socket.pause()
    socket.on('data', (chunk) => other.write(chunk))
    socket.on('end', () => other.end())
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }
  const server = createServer({ allowHalfOpen: true }, (inside) => {
    const outside = connect({ host: hostname, port: Number(upstreamPort), allowHalfOpen: true })
    add(inside, outside)
    add(outside, inside)
  })
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve()
      })
      for (const socket of sockets) socket.destroy()
    })
  await listen()
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The proxy has no address')
  port = address.port
  return {
    endpoint: `http://127.0.0.1:${port}`,
    halt() {
      isHalted = true
      for (const socket of sockets) socket.pause()
    },
    refuse: close,
    async heal() {
      isHalted = false
      if (!server.listening) await listen()
      for (const socket of sockets) socket.resume()
    },
    stop: async () => {
      if (server.listening) await close()
    },
  }
}
