/**
 * The address as a URL; undefined if it is none. Not by URL.canParse: as soon as Node 20 has compiled its caller, it takes every
 * address with a letter such as ü for invalid.
 */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
