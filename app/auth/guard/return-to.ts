const LENGTH_LIMIT = 512

/**
 * Where to go after signing in: `value` if it is an address inside the administrator area, else `fallback`. Judged by what
 * a browser would make of it (dot segments, backslashes and line breaks included), so it never leads to another site. The
 * pages of signing in and out themselves are no destination.
 */
export function safeReturnTo(value: unknown, fallback = '/admin'): string {
  if (typeof value !== 'string' || value.length > LENGTH_LIMIT || !/^\/[^\\\p{Cc}]*$/u.test(value)) {
    return fallback
  }
  const base = 'http://own.invalid'
  if (!URL.canParse(value, base)) return fallback
  const { origin, pathname, search, hash } = new URL(value, base)
  const isInside = pathname === '/admin' || pathname.startsWith('/admin/')
  if (origin !== base || !isInside || /^\/admin\/log(in|out)(\/|$)/.test(pathname)) return fallback
  return pathname + search + hash
}
