import { fileAt } from '#app/media/addresses.ts'

/**
 * Paths below the uploads folder of all files that `content` refers to: a text that is the name of an image, and addresses
 * below `/uploads/` and `/policies/` wherever they stand, as in Markdown. Whether such a file is there is not asked.
 */
export function collectFileRefs(content: unknown): Set<string> {
  const files = new Set<string>()
  for (const text of collectStrings(content)) {
    if (isImageReference(text)) files.add(text)
    for (const [address] of text.matchAll(ADDRESS)) {
      const file = fileAt(address)
      if (file !== undefined) files.add(file)
    }
  }
  return files
}

/**
 * The same for the text of a content file that is not parsed: of any version, valid or not. It may find more than the parsed
 * content refers to, such as a name within a sentence, but never less.
 */
export function collectFileRefsInText(text: string): Set<string> {
  // Within double quotes, YAML may break a line inside of a word.
  const whole = text.replaceAll(/\\\r?\n[ \t]*/g, '')
  const files = new Set<string>()
  for (const [word] of whole.matchAll(WORD)) if (isImageReference(word)) files.add(word)
  for (const [address] of whole.matchAll(ADDRESS)) {
    const file = fileAt(address)
    if (file !== undefined) files.add(file)
  }
  return files
}

/** Whatever could be the name of an image. */
const WORD = /[A-Za-z0-9._-]+/g

/** True for a text that is the name of an image as content writes it. */
export function isImageReference(text: string): boolean {
  return IMAGE_NAME.test(text)
}

const IMAGE_NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]*\.(?:jpe?g|png|webp|avif|svg)$/i

/** Ends with a letter or digit: a full stop after an address is none of its own. */
const ADDRESS = /\/(?:uploads|policies)\/[A-Za-z0-9_./-]*[A-Za-z0-9]/g

/** Every text in `content`, in objects and lists of any depth. */
export function* collectStrings(content: unknown): Generator<string> {
  if (typeof content === 'string') yield content
  else if (typeof content === 'object' && content !== null) {
    for (const value of Object.values(content)) yield* collectStrings(value)
  }
}
