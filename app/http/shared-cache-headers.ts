import { createHash } from 'node:crypto'

/** The key of everything that shared caches may have of the site. */
export const EVERYTHING = 'everything'

/** The key of every page, feed and data response. */
export const PAGES = 'every-page'

/** The key of the responses made of an uploaded file: itself and its variants. `file` is its path below the uploads folder. */
export function fileKey(file: string): string {
  return `file-${createHash('sha256').update(file).digest('hex').slice(0, 16)}`
}

/**
 * The headers by which shared caches know what they may do with a response (CDN-Cache-Control, RFC 9213; RFC 5861), and under
 * which keys they are told that it has changed. Surrogate-Key is for Varnish and Fastly, Cache-Tag for Cloudflare. `maxAge` in
 * seconds: then they ask again, for a minute after it while they serve what they have, and for a day if the site does not respond.
 */
export function sharedCacheHeaders(maxAge: number, keys: Iterable<string>): [name: string, value: string][] {
  const all = [EVERYTHING, ...keys]
  return [
    ['CDN-Cache-Control', `max-age=${maxAge}, stale-while-revalidate=60, stale-if-error=86400`],
    ['Surrogate-Key', all.join(' ')],
    ['Cache-Tag', all.join(',')],
  ]
}
