import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { siteCookie } from '#app/cms/platform/http/cookies.server.ts'
import { hashSecret } from '#app/cms/people/records.server.ts'
import { atMost } from '#app/cms/platform/lru-limits.ts'

interface BrowserStateOptions {
  /** Name of the cookie. */
  name: string
  isSecure: boolean
  lifetimeSeconds: number
  /** The most browsers. Beyond it the least recently used state is removed. */
  limit: number
}

/**
 * State that the server stores for a browser for a few minutes, in memory only. A random cookie that no script can read
 * identifies it, so it is useless in another browser. A restart removes it.
 */
export class BrowserState<Value extends object> {
  readonly #cookie: ReturnType<typeof siteCookie>
  readonly #values: LRUCache<string, Value>

  constructor({ name, isSecure, lifetimeSeconds, limit }: BrowserStateOptions) {
    this.#cookie = siteCookie(name, { isSecure, maxAge: lifetimeSeconds })
    this.#values = new LRUCache({ ...atMost(limit), ttl: lifetimeSeconds * 1000 })
  }

  /** Stores a value; returns the Set-Cookie header that identifies it. */
  start(value: Value): string {
    const id = randomBytes(32).toString('base64url')
    this.#values.set(hashSecret(id), value)
    return this.#cookie.set(id)
  }

  /** The value that this browser's cookie identifies; undefined if there is none or it has expired. */
  find(request: Request): Value | undefined {
    const key = this.#keyOf(request)
    return key === undefined ? undefined : this.#values.get(key)
  }

  /** Like find, but removes the value: of several requests only the first gets it. */
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
