/**
 * The address as a URL; undefined if it is none. Does not use URL.canParse: as soon as Node 20 has compiled its caller,
 * it reports every address with a letter such as ü as invalid.
 */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

/** The canonical form of a path: a single slash between its parts, none at the end. `/team/` is `/team`. */
export function canonicalPath(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`
}

/** A pathname decoded segment by segment, as the router compares it; undefined if its escapes are invalid. */
export function decodeSegments(pathname: string): string | undefined {
  if (!pathname.includes('%')) return pathname
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return undefined
  }
}

/**
 * The page to which an address of this site leads, whatever its spelling: dots resolved, escapes decoded, without
 * needless slashes, query and fragment. Letters keep their case, because the router compares it.
 */
export function pageOfAddress(address: string): string {
  const pathname = parseUrl(`http://localhost${address}`)?.pathname ?? address
  return canonicalPath(decodeSegments(pathname) ?? pathname)
}

/** A pathname with its percent-encoded characters decoded; unchanged if the encoding is malformed. */
export function decodePathname(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
