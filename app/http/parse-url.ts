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

/** A pathname with its percent-encoded characters decoded; unchanged if the encoding is malformed. */
export function decodePathname(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
