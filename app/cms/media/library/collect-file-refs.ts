import { fileAreas } from '#app/cms/define/own-areas.ts'
import { fromProfile } from '#app/cms/platform/site-profile.ts'
import { fileAt } from '#app/cms/media/media-address.ts'

/**
 * Paths below the uploads folder of all files that `content` refers to: texts that are the name of an image, and
 * addresses of files anywhere in a text, such as in Markdown. Does not check whether the files exist.
 */
export function collectFileRefs(content: unknown): Set<string> {
  const files = new Set<string>()
  for (const text of collectStrings(content)) {
    if (isImageReference(text)) files.add(text)
    // A start looks at hundreds of thousands of short texts.
    if (!text.includes('/')) continue
    for (const [address] of text.matchAll(addressPattern())) {
      const file = fileAt(address)
      if (file !== undefined) files.add(file)
    }
  }
  return files
}

/**
 * Like collectFileRefs, for the unparsed text of a content file of any version, valid or not. It may find more than the
 * parsed content refers to, such as a name within a sentence, but never less.
 */
export function collectFileRefsInText(text: string): Set<string> {
  // Within double quotes, YAML may break a line inside a word.
  const whole = text.replaceAll(/\\\r?\n[ \t]*/g, '')
  const files = new Set<string>()
  for (const [word] of whole.matchAll(WORD)) if (isImageReference(word)) files.add(word)
  for (const [address] of whole.matchAll(addressPattern())) {
    const file = fileAt(address)
    if (file !== undefined) files.add(file)
  }
  return files
}

/** Every word that could be the name of an image. */
const WORD = /[A-Za-z0-9._-]+/g

/** True if the text is the name of an image in content. */
export function isImageReference(text: string): boolean {
  return IMAGE_NAME.test(text)
}

const IMAGE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]*\.(?:jpe?g|png|webp|avif|svg)$/i

/** Ends with a letter or digit: a full stop after an address is not part of it. */
export const addressPattern = fromProfile(
  () => new RegExp(`/(?:${fileAreas().join('|')})/[A-Za-z0-9_./-]*[A-Za-z0-9]`, 'g'),
)

/** Every text in `content`, in objects and lists of any depth. */
export function* collectStrings(content: unknown): Generator<string> {
  if (typeof content === 'string') yield content
  else if (typeof content === 'object' && content !== null) {
    for (const value of Object.values(content)) yield* collectStrings(value)
  }
}
