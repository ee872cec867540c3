import { foldText } from '#app/cms/platform/format/fold-text.ts'
import type { GradeStandard } from './grade-schema.ts'

type Named = Pick<GradeStandard, 'standard' | 'part' | 'type'>

/** A standard as its readers write it: `IEC 60502-1 ST8`, `IS 7098 Part 1`, `ITU-T G.652 D`. */
export function standardName({ standard, part, type }: Named): string {
  const whole = part === '' ? standard : standard.startsWith('IS ') ? `${standard} Part ${part}` : `${standard}-${part}`
  return type === '' ? whole : `${whole} ${type}`
}

/** All names that a grade is found by: the standard, its part, its type within the standard, and all of it. */
export function standardNames({ standard, part, type }: Named): string[] {
  return [
    ...new Set([
      standardName({ standard, part: '', type: '' }),
      standardName({ standard, part, type: '' }),
      standardName({ standard, part: '', type }),
      standardName({ standard, part, type }),
    ]),
  ]
}

/** A standard with its name in pieces. */
export interface StandardPieces {
  standard: readonly string[]
  part: readonly string[]
  type: readonly string[]
}

export function standardPieces({ standard, part, type }: Named): StandardPieces {
  return { standard: pieces(standard), part: pieces(part), type: pieces(type) }
}

/** Letters and digits, each as a piece: `is5831 st 2` and `IS 5831 ST2` have the same. What only introduces is left out. */
function pieces(text: string): string[] {
  return (withoutEditions(text).match(/[a-z]+|\d+/g) ?? []).filter((piece) => !INTRODUCING.has(piece))
}

/** `IS 5831:1984`, `IS 7098 (Part 1) - 1988`, `IEC 60502-1 Ed. 3`, `IEC 60811-501:2012+A1:2018`, `I.S. 5831` */
function withoutEditions(text: string) {
  return foldText(text)
    .replace(/\s+/g, ' ')
    .replace(/\b(?:[a-z]\.){2,}/g, (dotted) => dotted.replaceAll('.', ''))
    .replace(/(?<=[\d)]) ?[:(,\u2013-]? ?(?:19|20)\d\d(?!\d)\)?/g, ' ')
    .replace(/\+\s*a(?:md)?\s*\d+/g, ' ')
    .replace(/\bed(?:ition|n)?\.?\s*\d+(?:\.\d+)?/g, ' ')
}

const INTRODUCING = new Set(['part', 'pt', 'type', 'class', 'grade', 'to', 'of', 'and'])

/** What typed words ask for. */
export interface Question {
  /** The standards in pieces, each with what follows it. */
  standards: readonly (readonly string[])[]
  /** The types or classes, wherever they stand: `st 2`. A letter or a number only if a word says that it is one. */
  types: readonly string[]
  /** The words before the standards. */
  words: readonly string[]
}

/** A type of standards that grades have, as it may be typed. */
export interface TypePattern {
  type: string
  pattern: RegExp
}

/** `types`: in pieces with spaces between them. */
export function typePatterns(types: Iterable<string>): TypePattern[] {
  return [...types].filter(Boolean).map((type) => {
    const written = type.split(' ').join(String.raw`[\s.-]*`)
    const introduced = String.raw`(?<![a-z])(?:type|class)\s*`
    // The number of a standard may stand directly before it: `IS5831ST2`.
    const start = /^\d/.test(type) ? String.raw`(?<![\d.-])` : '(?<![a-z])'
    const before = /^(?:[a-z]|[\d ]+)$/.test(type) ? introduced : `(?:${introduced})?${start}`
    return {
      type,
      pattern: new RegExp(`${before}${written}${/\d$/.test(type) ? String.raw`(?!\d)` : '(?![a-z])'}`, 'g'),
    }
  })
}

/** The bodies that publish standards, as the words of a question begin one. */
const BODIES = new Set(['astm', 'bs', 'din', 'en', 'iec', 'is', 'iso', 'itu', 'ul', 'vde', 'nf', 'as', 'jis', 'gost'])

/** Reads typed words. `known`: the standards and types that grades have; a standard is also found by its number alone. */
export function readStandards(
  text: string,
  known: { standards: readonly StandardPieces[]; types: readonly TypePattern[] },
): Question {
  const types: string[] = []
  let rest = withoutEditions(text)
  for (const { type, pattern } of known.types) {
    rest = rest.replace(pattern, () => {
      types.push(type)
      return ' '
    })
  }
  const all = pieces(rest)
  const standards: string[][] = []
  for (const [at, piece] of all.entries()) {
    const last = standards.at(-1)
    // In `BS EN 50363` the second body is none of another standard.
    const mayBegin = !last || last.some(isNumber)
    if (mayBegin && beginsStandard(all.slice(at), known.standards)) standards.push([piece])
    else last?.push(piece)
  }
  const words = splitWords(rest)
  if (standards.length === 0) return { standards, types, words }
  // As many words as have the pieces before the first standard.
  const before = all.length - standards.flat().length
  let [count, passed] = [0, 0]
  for (const word of words) {
    if (passed >= before) break
    passed += pieces(word).length
    count += 1
  }
  return { standards, types, words: words.slice(0, count) }
}

function beginsStandard(rest: readonly string[], known: readonly StandardPieces[]) {
  const [first = ''] = rest
  // `ASTM D638` and `ITU-T G.652` have letters between the body and the number, `DIN EN ISO 21809` has other bodies.
  const after = rest.slice(1, 4).findIndex((piece) => piece.length > 1 && !BODIES.has(piece))
  const isBody = BODIES.has(first) && after >= 0 && isNumber(rest[after + 1] ?? '')
  return isBody || known.some(({ standard }) => lengthOfName(rest, standard) > 0)
}

function isNumber(piece: string) {
  return /^\d{3,}$/.test(piece)
}

/** How many pieces of a question name a standard: all of it, or its end, down to the number alone. 0 if it is another one. */
function lengthOfName(asked: readonly string[], standard: readonly string[]): number {
  for (let at = 0; at < standard.length; at += 1) {
    const end = standard.slice(at)
    if (startsWith(asked, end) && (at === 0 || end.some(isNumber))) return end.length
  }
  return 0
}

/**
 * What is left of the pieces of a question after a standard of a grade, if it is the standard that they name, with its part
 * and its type if they name these. `isOpen`: they name a part, and the grade says none. Undefined for another standard.
 */
export function answerOf(
  { standard, part, type }: StandardPieces,
  asked: readonly string[],
): { rest: readonly string[]; isOpen: boolean } | undefined {
  // `BS EN 50363` is the EN.
  const own = asked.slice(Math.max(0, asked.findIndex((piece) => !BODIES.has(piece)) - 1))
  const length = lengthOfName(own, standard) || lengthOfName(asked, standard)
  if (length === 0) return undefined
  let rest = (lengthOfName(own, standard) > 0 ? own : asked).slice(length)
  if (part.length > 0 && startsWith(rest, part)) rest = rest.slice(part.length)
  const end = rest.findIndex((piece) => !/^\d+$/.test(piece))
  const ofPart = part.length > 0 ? 0 : end === -1 ? rest.length : end
  rest = rest.slice(ofPart)
  if (type.length > 0 && startsWith(rest, type)) rest = rest.slice(type.length)
  return { rest, isOpen: ofPart > 0 }
}

function startsWith(all: readonly string[], start: readonly string[]) {
  return start.length > 0 && start.every((piece, at) => all[at] === piece)
}

/** The words of a folded text, with the hyphens and the points that are within them. */
export function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+(?:[.-]+[\p{L}\p{N}\p{M}]+)*/gu) ?? []
}
