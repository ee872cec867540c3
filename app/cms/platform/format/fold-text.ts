import { spellOut } from './latin-letters.ts'

/**
 * A text as words are compared: in lower case, without the accents of Latin letters, with `ß` as `ss`. Marks of other
 * scripts stay: in Hindi, Tamil or Arabic they are vowels, and another mark makes another word. Invisible characters,
 * which only shape letters or break lines, are left out. Most texts are plain ASCII and need only lower case: that keeps
 * a search of 10,000 texts fast.
 */
export function foldText(text: string): string {
  if (isPlain(text)) return text.toLowerCase()
  const plain = text
    .normalize('NFKD')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .toLowerCase()
  return spellOut(plain).normalize('NFC')
}

interface Place {
  start: number
  end: number
}

/** The part of a text that reads as `folded`. Undefined if the text does not contain it, or if it is empty. */
export function findFolded(text: string, folded: string): Place | undefined {
  if (folded === '') return undefined
  if (isPlain(text)) {
    const start = text.toLowerCase().indexOf(folded)
    return start === -1 ? undefined : { start, end: start + folded.length }
  }
  let whole = ''
  /** The place in the text of each character of the folded one. */
  const places: Place[] = []
  // A letter is folded with its marks.
  for (const { 0: letter, index: start } of text.matchAll(/\P{M}?\p{M}*/gsu)) {
    const part = foldText(letter)
    whole += part
    places.push(...Array<Place>(part.length).fill({ start, end: start + letter.length }))
  }
  const at = whole.indexOf(folded)
  const [first, last] = [places[at], places[at + folded.length - 1]]
  return !first || !last ? undefined : { start: first.start, end: last.end }
}

function isPlain(text: string) {
  // oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
  return /^[\x00-\x7f]*$/.test(text)
}
