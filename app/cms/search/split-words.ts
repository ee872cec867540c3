import { foldText } from '#app/cms/platform/format/fold-text.ts'

/** A word of a text, as words are compared, with its place in the text. */
export interface Word {
  /** Folded, without hyphens and apostrophes. */
  text: string
  start: number
  end: number
  /**
   * True if people also write it together with the word before it: after a hyphen, or if one is a number and the other
   * one a few letters, as in `PV 90 S`.
   */
  isLinked: boolean
}

/**
 * Letters and digits. Invisible characters in a word are part of it, the point of a number and the apostrophe before an
 * ending too.
 */
const WORD =
  /[\p{L}\p{M}\p{N}\u00ad\u200c\u200d]+(?:(?:(?<=\p{N})[.,](?=\p{N})|['’](?=\p{L}))[\p{L}\p{M}\p{N}\u00ad\u200c\u200d]+)*/gu

/** What is between the parts of a word that has hyphens. */
const HYPHEN = /^[-‐‑–]$/

/** The edition of a standard, after a colon: `IS 5831:1984`. */
const EDITION = /^(?:19|20)\d\d$/

/** The commas of a large number, after two digits or three: `1,23,456`. */
const GROUPING = /(?<=\d),(?=\d{2,3}(?!\d))/g

const DIGITS = /^\p{N}+$/u

const HAS_DIGIT = /\p{N}/u

/** More letters beside a number are a word of their own: `grade 90`. */
const MAX_CODE_LETTERS = 4

/** Words of sentences that are no part of a code, and that no question is about. */
const CONNECTING = new Set(
  ['and', 'as', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'up', 'with'].concat(
    ['an', 'are', 'be', 'can', 'do', 'does', 'how', 'i', 'me', 'my', 'our', 'that', 'this', 'we', 'what', 'where'],
    ['which', 'who', 'you', 'your'],
  ),
)

/** True for a word that a question has only because it is a sentence. */
export function isConnecting(word: string): boolean {
  return CONNECTING.has(word) || word === 'a' || word === 'is'
}

/** Words of questions about anything. A text that has one of them is no better answer. */
const ASKING = new Set(
  ['any', 'download', 'find', 'get', 'give', 'have', 'latest', 'list', 'looking', 'need', 'newest', 'pdf'].concat([
    'please',
    'show',
    'tell',
    'there',
    'want',
    'when',
    'will',
  ]),
)

/** True for a word that says how something is asked for, and not what. */
export function isAsking(word: string): boolean {
  return ASKING.has(word)
}

/** True for the year of an edition, as standards have it behind their number. */
export function isEdition(word: string): boolean {
  return EDITION.test(word)
}

/** The words of a text in their order. */
export function wordsIn(text: string): Word[] {
  const words: Word[] = []
  for (const { 0: written, index: start } of text.matchAll(WORD)) {
    const folded = foldText(written).replace(/['’]/g, '').replace(GROUPING, '')
    if (folded === '') continue
    const before = words.at(-1)
    const isLinked = before !== undefined && isLink(before.text, text.slice(before.end, start), folded)
    words.push({ text: folded, start, end: start + written.length, isLinked })
  }
  return words
}

function isLink(before: string, between: string, after: string) {
  if (HYPHEN.test(between) || between === '') return true
  if (between === ':') return HAS_DIGIT.test(before) && isEdition(after)
  if (between !== ' ' && between !== '\u00a0') return false
  // The groups of a telephone number.
  if (DIGITS.test(before) && /^\p{N}{3,}$/u.test(after)) return true
  const isNumberFirst = HAS_DIGIT.test(before.slice(-1))
  if (isNumberFirst === HAS_DIGIT.test(after.charAt(0))) return false
  const letters = isNumberFirst
    ? after.slice(0, MAX_CODE_LETTERS + 1).split(HAS_DIGIT)[0]
    : before
        .slice(-MAX_CODE_LETTERS - 1)
        .split(HAS_DIGIT)
        .at(-1)
  return letters !== undefined && letters.length <= MAX_CODE_LETTERS && !CONNECTING.has(letters)
}

/** So many words are written together at most. */
const MAX_JOINED = 4

/** Longer terms are cut. No name is longer. */
const MAX_TERM_LENGTH = 40

/** A term by which a text is found, and the place of the words that it is made of. */
export interface Term {
  term: string
  start: number
  end: number
}

/** The terms of a text: its words, and linked words written together. */
export function* termsIn(text: string): Generator<Term> {
  const words = wordsIn(text)
  for (const [at, { text: word, start, end }] of words.entries()) {
    if (!isConnecting(word)) yield { term: word.slice(0, MAX_TERM_LENGTH), start, end }
    let term = word
    for (let next = at + 1; next < Math.min(words.length, at + MAX_JOINED); next += 1) {
      const linked = words[next]
      if (!linked?.isLinked) break
      term += linked.text
      if (term.length > MAX_TERM_LENGTH) break
      yield { term, start, end: linked.end }
    }
  }
}

/** True if a word may be the beginning of the one that a visitor means. */
export function mayBeBeginning(word: string): boolean {
  return word.length >= (/^\p{N}+$/u.test(word) ? 3 : 2)
}

/** How many letters of a word may be typed wrongly. None of a name with digits, such as that of a grade. */
export function allowedErrors(word: string): number {
  const letters = HAS_DIGIT.test(word) ? 0 : (word.match(/\p{L}/gu)?.length ?? 0)
  if (letters < 5) return 0
  return letters < 8 ? 1 : 2
}

/** A word with two neighbouring letters the other way round, for each pair of them. None if no letter may be wrong. */
export function swappedLetters(word: string): string[] {
  if (allowedErrors(word) === 0) return []
  const letters = Array.from(word)
  return letters.slice(1).flatMap((letter, at) => {
    const before = letters[at] ?? ''
    return before === letter ? [] : [letters.toSpliced(at, 2, letter, before).join('')]
  })
}

/** True if a word has a digit, as codes and numbers do. */
export function hasDigit(word: string): boolean {
  return HAS_DIGIT.test(word)
}
