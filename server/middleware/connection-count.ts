import { isIPv6, type Socket } from 'node:net'
import type { Limits } from '../limits.ts'

/** Above this part of all connections, rest between requests is kept short. */
const CROWDED = 0.75

export interface ConnectionCountOptions {
  limits: Pick<Limits, 'connections' | 'connectionsOfOne'>
  /** Names the client of an address; undefined for one without a limit of its own. */
  keyOf: (address: string) => string | undefined
  /** True while no request is under way on a connection. */
  isIdle: (socket: Socket) => boolean
}

/**
 * Bounds the open connections, in all and of one client (IPv6: one network). Where all are taken, a new one has the place of
 * the oldest idle one: a client that opens them all and asks for nothing more keeps nobody out.
 */
export class ConnectionCount {
  readonly #options: ConnectionCountOptions
  readonly #byKey = new Map<string, number>()
  /** The oldest first. */
  readonly #open = new Set<Socket>()

  constructor(options: ConnectionCountOptions) {
    this.#options = options
  }

  /** Counts a connection until it closes. False, and closed at once, where there is no place for it. */
  admit(socket: Socket): boolean {
    const { limits, keyOf } = this.#options
    const key = keyOf(socket.remoteAddress ?? '')
    const ofKey = key === undefined ? 0 : (this.#byKey.get(key) ?? 0)
    if (ofKey >= limits.connectionsOfOne || (this.#open.size >= limits.connections && !this.#closeOldestIdle())) {
      socket.destroy()
      return false
    }
    this.#open.add(socket)
    if (key !== undefined) this.#byKey.set(key, ofKey + 1)
    socket.once('close', () => {
      this.#open.delete(socket)
      if (key !== undefined) this.#release(key)
    })
    return true
  }

  get isCrowded(): boolean {
    return this.#open.size > CROWDED * this.#options.limits.connections
  }

  #closeOldestIdle() {
    for (const socket of this.#open) {
      if (!this.#options.isIdle(socket)) continue
      this.#open.delete(socket)
      socket.destroy()
      return true
    }
    return false
  }

  #release(key: string) {
    const left = (this.#byKey.get(key) ?? 0) - 1
    if (left > 0) this.#byKey.set(key, left)
    else this.#byKey.delete(key)
  }
}

/**
 * Names a client by its address. Behind a proxy that is trusted, all connections are the proxy's, which limits its own
 * clients; this machine's own programs, such as a proxy on it or a load test, have no limit either.
 */
export function clientKey({
  trustProxy,
  visitorKey,
}: {
  trustProxy: boolean
  visitorKey: (address: string) => string
}): (address: string) => string | undefined {
  return (address) => (trustProxy || isLoopback(address) ? undefined : visitorKey(address))
}

function isLoopback(address: string) {
  return isIPv6(address) ? /^::1$|^::ffff:127\./i.test(address) : address.startsWith('127.')
}
