import { createHash } from 'node:crypto'

/** The key of all responses of the site in shared caches. */
export const EVERYTHING = 'everything'

/** The key of every page, feed and data response. */
export const PAGES = 'every-page'

/** The key of the responses for an uploaded file and its variants. `file` is its path below the uploads folder. */
export function fileKey(file: string): string {
  return `file-${createHash('sha256').update(file).digest('hex').slice(0, 16)}`
}

/** A cache that is not told of a change shows the former response for so long (s), if it asks for it at all. */
const MAX_UNASKED_S = 60

/**
 * The headers that control how shared caches store a response (CDN-Cache-Control, RFC 9213; RFC 5861), and by which
 * keys it is purged. Surrogate-Key is for Varnish and Fastly, Cache-Tag for Cloudflare. After `maxAge` seconds a cache
 * revalidates the response. Until it is a minute old, or for a minute if it may be fresh for longer, a cache serves the
 * stale one meanwhile, and for a day if the site does not respond.
 */
export function sharedCacheHeaders(maxAge: number, keys: Iterable<string>): [name: string, value: string][] {
  const all = [EVERYTHING, ...keys]
  const stale = maxAge < MAX_UNASKED_S ? MAX_UNASKED_S - maxAge : MAX_UNASKED_S
  return [
    ['CDN-Cache-Control', `max-age=${maxAge}, stale-while-revalidate=${stale}, stale-if-error=86400`],
    ['Surrogate-Key', all.join(' ')],
    ['Cache-Tag', all.join(',')],
  ]
}
