import type { Server } from 'node:net'

/** Listens on a free port of the loopback. Resolves with the address. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no address')
  return `http://127.0.0.1:${address.port}`
}
