import { withoutInvisible } from './clean-text.ts'

/**
 * A link target as it is stored: without invisible characters, with scheme and host in small letters, and without
 * spaces. In a telephone number spaces are removed, elsewhere they are encoded.
 */
export function tidyLink(value: string): string {
  const target = withoutInvisible(value).trim()
  const [, scheme = '', rest = ''] = /^(https|mailto|tel):(.*)$/is.exec(target) ?? []
  if (scheme === '') return target.replace(/\s/g, encodeURIComponent)
  if (/^tel$/i.test(scheme)) return `tel:${rest.replace(/\s/g, '')}`
  const tidied = rest.trim().replace(/\s/g, encodeURIComponent)
  if (/^mailto$/i.test(scheme)) return `mailto:${tidied}`
  return `https:${tidied.replace(/^\/\/[^/?#]*/, (host) => host.toLowerCase())}`
}

/**
 * An address as a header can hold it: without invisible characters, and with every character encoded that a URL does not
 * allow. Escapes stay as they are, so that encoding twice changes nothing.
 */
export function encodeAddress(value: string): string {
  return withoutInvisible(value)
    .trim()
    .replace(/(?!\p{Surrogate})[^\x21-\x7e]|["<>^`{|}]|%(?![\da-f]{2})/giu, encodeURIComponent)
}

/** True for a path of this site (`/team`), a fragment (`#prices`), or an https, mailto or tel address. */
export function isSafeLink(value: string): boolean {
  return /^(?:\/(?!\/)|#)[^\s\\]*$/.test(value) || /^(?:https:\/\/|mailto:|tel:)[^\s\\]+$/.test(value)
}

/** What to type instead of a link target that is not accepted; undefined if it cannot be guessed. */
export function likelyLink(value: string): string | undefined {
  const target = tidyLink(value)
  const guess = guessOf(target)
  return guess !== undefined && isSafeLink(guess) ? guess : undefined
}

function guessOf(target: string) {
  if (/^http:\/\//i.test(target)) return tidyLink(`https://${target.slice('http://'.length)}`)
  if (target.startsWith('//')) return tidyLink(`https:${target}`)
  if (/^[^\s@/:?#]+@[^\s@/:?#]+\.[a-z]{2,}$/i.test(target)) return `mailto:${target}`
  if (/^\+\d[\d().-]+$/.test(target.replace(/%20/g, ''))) return `tel:${target.replace(/%20/g, '')}`
  if (/^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?(?:[/?#]|$)/i.test(target) && !/\.html?$/i.test(target)) {
    return tidyLink(`https://${target}`)
  }
  if (/^(?:\.{1,2}\/)*[a-z0-9-][\w/?#=&%-]*$/i.test(target)) return `/${target.replace(/^(?:\.{1,2}\/)+/, '')}`
  return undefined
}
