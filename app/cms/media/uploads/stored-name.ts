import { inLatinLetters } from '#app/cms/platform/format/latin-letters.ts'

/**
 * Names of stored files: `slug-hash.ext`. The hash comes from the stored bytes, so a name never refers to other bytes
 * and may be cached permanently. A name of this form proves nothing: see `isNamedByContent`.
 */

const MAX_SLUG_LENGTH = 60
const MAX_LABEL_LENGTH = 80

/**
 * Name for a file: `slug` from the sender's name (ASCII, at most 60 characters), the first 8 hex digits of the bytes'
 * SHA-256, the extension for the content. `copy` distinguishes files that have all of this in common. A name in another
 * script leaves no letter: then `slug` comes from the document's title, or begins with `fallback`.
 */
export function storedName(
  originalName: string,
  sha256: string,
  extension: string,
  { title = '', fallback = 'image', copy = 1 }: { title?: string | undefined; fallback?: string; copy?: number } = {},
) {
  const ownSlug = slugOf(originalName)
  const isReadable = ownSlug !== '' && (hasLetter(ownSlug) || !/\p{L}/u.test(baseOf(originalName)))
  const titleSlug = isReadable ? '' : slugOf(title.replaceAll(/[/\\.]/g, ' '))
  const slug = isReadable ? ownSlug : hasLetter(titleSlug) ? titleSlug : [fallback, ownSlug].filter(Boolean).join('-')
  return `${copy === 1 ? slug : `${slug}-${copy}`}-${sha256.slice(0, 8)}.${extension}`
}

/** The eight digits in a name or path that may begin a hash of the content; undefined if there are none. */
export function hashIn(file: string): string | undefined {
  return /-([0-9a-f]{8})\.[a-z0-9]+$/.exec(file)?.[1]
}

/** True for a name that is safe as a path segment and needs no encoding in an address. It does not begin with a dot. */
export function isPlainName(name: string) {
  return /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(name)
}

/** True for the names that an image in the uploads folder may have; SVG files are only added by hand. */
export function isImageName(name: string) {
  return !name.startsWith('.') && /\.(?:jpe?g|png|webp|avif|svg)$/i.test(name)
}

/** The sender's name of a file as a message may show it: quoted, on one line, shortened, without control characters. */
export function shownName(originalName: string) {
  const name = originalName.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim() || 'The file'
  return `“${name.length > MAX_LABEL_LENGTH ? `${name.slice(0, MAX_LABEL_LENGTH - 1)}…` : name}”`
}

function hasLetter(slug: string) {
  return /[a-z]/.test(slug)
}

/** Without folders and extension. */
function baseOf(originalName: string) {
  return originalName
    .slice(0, 1000)
    .replace(/^.*[/\\]/s, '')
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
}

function slugOf(originalName: string) {
  return inLatinLetters(baseOf(originalName)).words.slice(0, MAX_SLUG_LENGTH).replace(/-$/, '')
}
