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
  const withoutYear = foldText(text).replace(/(\d)\s*(?::|\()\s*(?:19|20)\d\d\)?/g, '$1')
  return (withoutYear.match(/[a-z]+|\d+/g) ?? []).filter((piece) => !INTRODUCING.has(piece))
}

const INTRODUCING = new Set(['part', 'pt', 'type', 'class', 'grade', 'to', 'of', 'and'])

/** What typed words ask for. */
export interface Question {
  /** A standard in pieces, with what follows it. Undefined if the words name none. */
  standard: readonly string[] | undefined
  /** The words before it. */
  words: readonly string[]
}

/** The bodies that publish standards, as the words of a question begin one. */
const BODIES = new Set(['astm', 'bs', 'din', 'en', 'iec', 'is', 'iso', 'itu', 'ul', 'vde', 'nf', 'as', 'jis', 'gost'])

/** Reads typed words. `known`: the standards that grades have, which are also found by their number alone. */
export function readQuestion(text: string, known: readonly StandardPieces[]): Question {
  const all = pieces(text)
  const start = all.findIndex((_, at) => beginsStandard(all.slice(at), known))
  const words = foldText(text).split(/\s+/).filter(Boolean)
  if (start < 0) return { standard: undefined, words }
  // The words before the standard: as many as have its pieces before it.
  let count = 0
  let passed = 0
  for (const word of words) {
    if (passed >= start) break
    passed += pieces(word).length
    count += 1
  }
  return { standard: all.slice(start), words: words.slice(0, count).filter((word) => pieces(word).length > 0) }
}

function beginsStandard(rest: readonly string[], known: readonly StandardPieces[]) {
  const [first = ''] = rest
  // `ASTM D638` and `ITU-T G.652` have letters between the body and the number.
  const numberAt = BODIES.has(first) ? rest.slice(1, first === 'itu' ? 4 : 3).findIndex(isNumber) : -1
  return numberAt >= 0 || known.some(({ standard }) => lengthOfName(rest, standard) > 0)
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
 * True if a grade with this standard is what the pieces of a question ask for: the standard; its part and its type if
 * they are named. What follows has to be words that `hasWord` knows.
 */
export function answers(
  { standard, part, type }: StandardPieces,
  asked: readonly string[],
  hasWord: (word: string) => boolean,
): boolean {
  // `BS EN 50363` is the EN.
  const own = asked.slice(Math.max(0, asked.findIndex((piece) => !BODIES.has(piece)) - 1))
  const length = lengthOfName(own, standard) || lengthOfName(asked, standard)
  if (length === 0) return false
  let rest = (lengthOfName(own, standard) > 0 ? own : asked).slice(length)
  if (part.length > 0 && startsWith(rest, part)) rest = rest.slice(part.length)
  if (type.length > 0 && startsWith(rest, type)) rest = rest.slice(type.length)
  // A short piece would be a part or a type that this standard of the grade does not have.
  return rest.every((piece) => /^[a-z]{3,}$/.test(piece) && hasWord(piece))
}

function startsWith(all: readonly string[], start: readonly string[]) {
  return start.length > 0 && start.every((piece, at) => all[at] === piece)
}
