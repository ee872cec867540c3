import { isIPv6, type Socket } from 'node:net'
import type { Limits } from './limits.ts'

/** Above this part of all connections, rest between requests is kept short. */
const CROWDED = 0.75

/**
 * Counts connections by where they come from. One address (IPv6: one network) may hold `connectionsOfOne`, so that one client
 * cannot take them all; `keyOf` names it, undefined for those without a limit of their own.
 */
export class ConnectionCount {
  readonly #limits: Pick<Limits, 'connections' | 'connectionsOfOne'>
  readonly #keyOf: (address: string) => string | undefined
  readonly #byKey = new Map<string, number>()
  #total = 0

  constructor(
    limits: Pick<Limits, 'connections' | 'connectionsOfOne'>,
    keyOf: (address: string) => string | undefined,
  ) {
    this.#limits = limits
    this.#keyOf = keyOf
  }

  /** Counts a connection until it closes. False, and closed at once, where its address has as many as it may have. */
  admit(socket: Socket): boolean {
    const key = this.#keyOf(socket.remoteAddress ?? '')
    const ofKey = key === undefined ? 0 : (this.#byKey.get(key) ?? 0)
    if (ofKey >= this.#limits.connectionsOfOne) {
      socket.destroy()
      return false
    }
    this.#total += 1
    if (key !== undefined) this.#byKey.set(key, ofKey + 1)
    socket.once('close', () => {
      this.#total -= 1
      if (key !== undefined) this.#release(key)
    })
    return true
  }

  get isCrowded(): boolean {
    return this.#total > CROWDED * this.#limits.connections
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
