import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { siteCookie } from '#app/http/cookies.server.ts'
import { hashSecret } from '#app/auth/records.server.ts'

interface BrowserStateOptions {
  /** Of the cookie. */
  name: string
  isSecure: boolean
  lifetimeSeconds: number
  /** The most browsers. Beyond it the oldest state is forgotten. */
  limit: number
}

/**
 * What the server remembers of a browser for a few minutes, in memory only. A random cookie that no script can read names it,
 * so it is worth nothing in another browser. A restart forgets it.
 */
export class BrowserState<Value extends object> {
  readonly #cookie: ReturnType<typeof siteCookie>
  readonly #values: LRUCache<string, Value>

  constructor({ name, isSecure, lifetimeSeconds, limit }: BrowserStateOptions) {
    this.#cookie = siteCookie(name, { isSecure, maxAge: lifetimeSeconds })
    this.#values = new LRUCache({ max: limit, ttl: lifetimeSeconds * 1000 })
  }

  /** Remembers a value; returns the Set-Cookie header that names it. */
  start(value: Value): string {
    const id = randomBytes(32).toString('base64url')
    this.#values.set(hashSecret(id), value)
    return this.#cookie.set(id)
  }

  /** The value that this browser's cookie names, undefined if there is none or its time is over. */
  find(request: Request): Value | undefined {
    const key = this.#keyOf(request)
    return key === undefined ? undefined : this.#values.get(key)
  }

  /** As find, and forgets the value: of several requests only the first gets it. */
  take(request: Request): Value | undefined {
    const value = this.find(request)
    const key = this.#keyOf(request)
    if (key !== undefined) this.#values.delete(key)
    return value
  }

  /** The Set-Cookie header that removes the cookie. */
  clearCookie(): string {
    return this.#cookie.clear()
  }

  #keyOf(request: Request) {
    const id = this.#cookie.read(request.headers.get('cookie'))
    return id === undefined ? undefined : hashSecret(id)
  }
}
