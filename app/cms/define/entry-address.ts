import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { inLatinLetters } from '#app/cms/platform/format/latin-letters.ts'
import { MAX_KEY_LENGTH, SLUG_PATTERN } from './fields.ts'

/** Room for the number of a key that is taken. */
const MAX_BASE_LENGTH = 70

/**
 * The words of a title as a key, as many as there is room for; the `noun` for a title in a script that keys do not have,
 * such as Devanagari. Undefined if the title has no letter and no digit.
 */
export function keyOfTitle(title: string, noun: string): string | undefined {
  return keyOfWords(title) ?? (/[\p{L}\p{N}]/u.test(title) ? keyOfWords(noun) : undefined)
}

/** True for a title of which letters are left out in a key. */
export function losesLetters(title: string): boolean {
  return !inLatinLetters(title).isWhole
}

/**
 * What to type for the address of a new entry whose title has letters that an address cannot have. It is asked before the
 * first publication: a later change needs a redirect.
 */
export function addressToType(title: string): string {
  const left = keyOfWords(title)
  const rest = left === undefined ? 'No letter of the title can be in it' : `Only “${left}” of the title can be in it`
  return `Type the address in Latin letters, such as ${siteProfile().examples.slug}. ${rest}`
}

/** True if the key of an entry was made of its title, or of the noun if that has no Latin letter. */
export function isKeyOfTitle(key: string, title: string, noun: string): boolean {
  const base = keyOfTitle(title, noun)
  return key.replace(/-\d+$/, '') === base?.replace(/-\d+$/, '')
}

function keyOfWords(text: string): string | undefined {
  const { words } = inLatinLetters(text)
  const cut = words.slice(0, MAX_BASE_LENGTH)
  const isWhole = words.length === cut.length || words[MAX_BASE_LENGTH] === '-' || !cut.includes('-')
  const key = (isWhole ? cut : cut.slice(0, cut.lastIndexOf('-'))).replace(/-$/, '')
  return key.length <= MAX_KEY_LENGTH && SLUG_PATTERN.test(key) ? key : undefined
}
