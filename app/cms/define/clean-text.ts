/**
 * What copied text needs before it is checked and stored. Word processors, spreadsheets, PDF readers and messengers add
 * invisible characters: other line breaks, control characters, and characters of no width.
 */

/** Line breaks of other systems and programs: CRLF and CR, vertical tab, NEL, line and paragraph separator. */
const LINE_BREAKS = /\r\n?|[\v\u0085\u2028\u2029]/g

/** Control characters but tab and line feed, and noncharacters. XML 1.0 (section 2.2), so our feed, forbids most. */
const FORBIDDEN = /(?![\t\n])\p{Cc}|[\ufffe\uffff]/gu

/**
 * True for a character without width: Unicode's Default_Ignorable_Code_Point (zero-width spaces, the byte order mark,
 * the soft hyphen, Hangul fillers …) and the Braille blank.
 */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\u2800]$/u

/** Invisible characters that change a visible one before them: variation selectors, and the tags of flags. */
const MODIFIER = /^(?:\p{Variation_Selector}|[\u{e0020}-\u{e007f}])$/u

/** Characters that begin or end a change of the writing direction. Without its counterpart one changes other text. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/
const WHOLE_DIRECTION = /^[\u202a-\u202e\u2066-\u2068]([^\u202a-\u202e\u2066-\u2069\n]*)[\u202c\u2069]$/

/** Most texts: letters, digits and signs of ASCII on one line, without space at its ends. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * A text as it is stored. Every kind of line break becomes a line feed; control characters vanish, and so do invisible
 * characters at both ends of a line, and space at both ends of the text. A text of invisible characters alone becomes ''.
 * Zero-width joiners inside a line stay: words of Hindi and Persian and many emoji need them.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text
  const lines = text.replace(LINE_BREAKS, '\n').replace(FORBIDDEN, '').split('\n').map(cleanEnds)
  const cleaned = trim(lines.join('\n'), (character, before) => isEdge(character, before) || /^\s$/.test(character))
  return VISIBLE.test(cleaned) ? cleaned : ''
}

/** Like {@link cleanText}, on one line: a line break becomes a space. */
export function cleanLine(text: string): string {
  const cleaned = cleanText(text)
  if (!cleaned.includes('\n')) return cleaned
  return cleaned
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** A text without any invisible characters, such as an address. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
}

/** The words around the first half of a surrogate pair, which UTF-8 cannot encode; undefined if there is none. */
export function damagedExcerpt(text: string): string | undefined {
  // With the flag u, \p{Surrogate} matches a lone surrogate only.
  const at = text.search(/\p{Surrogate}/u)
  if (at < 0) return undefined
  const [before, after] = [text.slice(0, at), text.slice(at + 1)].map((part) => part.replace(/\p{Surrogate}/gu, ''))
  return `${lastWords(before ?? '')}▯${firstWords(after ?? '')}`
}

const EXCERPT_LENGTH = 24

function lastWords(text: string) {
  const line = text.slice(text.lastIndexOf('\n') + 1)
  return line.length > EXCERPT_LENGTH ? `…${line.slice(-EXCERPT_LENGTH).replace(/\p{Surrogate}/gu, '')}` : line
}

function firstWords(text: string) {
  const [line = ''] = text.split('\n', 1)
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH).replace(/\p{Surrogate}/gu, '')}…` : line
}

function cleanEnds(line: string) {
  const [, inner] = WHOLE_DIRECTION.exec(line) ?? []
  return trim(inner ?? line, isEdge)
}

/** True for a character that is removed at the end of a line. `before` is the character in front of it. */
function isEdge(character: string, before = '') {
  if (!INVISIBLE.test(character) || MODIFIER.test(character) || DIRECTION.test(character)) return false
  // A joiner after a mark shapes the letter before it, as at the end of words of Malayalam.
  return !/[\u200c\u200d]/.test(character) || !/^\p{M}$/u.test(before)
}

/** Removes the characters for which `isMeant` is true from both ends, in linear time. */
function trim(text: string, isMeant: (character: string, before?: string) => boolean) {
  let end = text.length
  while (end > 0) {
    const last = lastCharacter(text, end)
    if (!isMeant(last, lastCharacter(text, end - last.length))) break
    end -= last.length
  }
  let start = 0
  while (start < end) {
    const first = String.fromCodePoint(text.codePointAt(start) ?? 0)
    if (!isMeant(first)) break
    start += first.length
  }
  return text.slice(start, end)
}

/** The character that ends at a place of the text; '' at its beginning. */
function lastCharacter(text: string, end: number) {
  const isPair = end > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 2, end))
  return text.slice(isPair ? end - 2 : Math.max(0, end - 1), end)
}
