import { styleOf } from '#app/cms/editing/paste/clipboard-html.ts'

/** What is in front of an entry of a list: a bullet, a number, or a text such as `a)` or `1.2`, which Markdown has not. */
export type EntrySign = { kind: 'bullet' } | { kind: 'number'; number: number } | { kind: 'text'; text: string }

/** An entry of a list of Word, which is a paragraph with a sign in it and a level in its style. */
interface WordEntry {
  /** From 1. */
  level: number
  sign: EntrySign
}

/**
 * The level and the sign of a paragraph of Word that is an entry of a list; undefined for any other. Removes the sign
 * from the paragraph.
 */
export function takeWordEntry(paragraph: Element): WordEntry | undefined {
  const [, level] = /\blevel(\d)/.exec(styleOf(paragraph).get('mso-list') ?? '') ?? []
  if (level === undefined) return undefined
  const ignored = [...paragraph.querySelectorAll('span')].find((span) => styleOf(span).get('mso-list') === 'ignore')
  const text = ignored?.textContent.replaceAll(/\s+/g, ' ').trim() ?? ''
  const font = [ignored, ignored?.parentElement].map((span) => (span ? (styleOf(span).get('font-family') ?? '') : ''))
  ignored?.remove()
  return { level: Number(level), sign: signOf(text, /symbol|wingdings|courier/.test(font.join(' '))) }
}

function signOf(text: string, isOfSigns: boolean): EntrySign {
  const [, digits] = /^(\d{1,9})[.)]?$/.exec(text) ?? []
  if (isOfSigns) return { kind: 'bullet' }
  if (digits !== undefined) return { kind: 'number', number: Number(digits) }
  // A single letter is a bullet of a font that draws a sign for it.
  return /[\p{L}\p{N}]/u.test(text) && text.length > 1 ? { kind: 'text', text } : { kind: 'bullet' }
}

/** The sign of an entry of a list of HTML. `number` is its place in the list, as browsers count. */
export function signOfEntry(entry: Element | undefined, list: Element, number: number): EntrySign {
  const own = entry && styleOf(entry).get('list-style-type')
  const style = own ?? styleOf(list).get('list-style-type') ?? STYLES.get(list.getAttribute('type') ?? '')
  const letters = style === undefined ? undefined : LETTERS.get(style)
  if (letters) return { kind: 'text', text: `${letters(number)}.` }
  const isNumbered = list.localName === 'ol' || style?.startsWith('decimal') === true
  return isNumbered && style !== 'none' ? { kind: 'number', number } : { kind: 'bullet' }
}

const STYLES = new Map([
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
])

const LETTERS = new Map<string, (number: number) => string>([
  ['lower-alpha', lettersOf],
  ['lower-latin', lettersOf],
  ['upper-alpha', (number) => lettersOf(number).toUpperCase()],
  ['upper-latin', (number) => lettersOf(number).toUpperCase()],
  ['lower-roman', romanOf],
  ['upper-roman', (number) => romanOf(number).toUpperCase()],
])

/** `a` to `z`, then `aa`. */
function lettersOf(number: number): string {
  const above = Math.floor((number - 1) / 26)
  return `${above > 0 ? lettersOf(above) : ''}${String.fromCodePoint(97 + ((Math.max(number, 1) - 1) % 26))}`
}

const ROMAN: readonly [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function romanOf(number: number): string {
  // As browsers do: a greater number is written in digits.
  if (number < 1 || number > 3999) return String(number)
  const [value, sign] = ROMAN.find(([least]) => number >= least) ?? [1, 'i']
  return sign + (number > value ? romanOf(number - value) : '')
}

/** How far a paragraph is indented, in points; undefined if it does not say. */
export function indentOf(paragraph: Element): number | undefined {
  const [, size, unit = ''] = /^(-?[\d.]+)(pt|cm|in|mm|px)?/.exec(styleOf(paragraph).get('margin-left') ?? '') ?? []
  return size === undefined ? undefined : Number(size) * (POINTS.get(unit) ?? 1)
}

const POINTS = new Map([
  ['cm', 28.35],
  ['mm', 2.835],
  ['in', 72],
  ['px', 0.75],
])
