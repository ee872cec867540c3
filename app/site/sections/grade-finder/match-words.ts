import type { Synonyms } from '#app/cms/search/question.ts'
import { isAsking, isConnecting } from '#app/cms/search/split-words.ts'
import {
  answerOf,
  readStandards,
  typePatterns,
  type StandardPieces,
  type TypePattern,
} from '#app/site/collections/grades/standards.ts'
import { askedTerms } from '#app/site/sections/search-words/content-synonyms.ts'
import { patternOf, squeezed, withQuantities } from './grade-words.ts'

/** What a grade is found by if words are typed. */
export interface NamedGrade {
  standards: readonly StandardPieces[]
  /** Its name and its former names, without spaces. */
  names: readonly string[]
  /** The words of all that is said of it, as {@link wordsOfGrade} makes them. */
  words: string
}

/**
 * How a grade answers typed words. `open`: they name a part of a standard, of which the grade says no part.
 */
export type WordsVerdict = 'fits' | 'open' | 'misses'

/**
 * Whether a grade is what typed words ask for: its name, if they have a number and some grade has them in its name; else
 * the standards, the type, the voltage and the temperature that they name, and words that begin a word of all that is said
 * of it.
 */
export function wordsMatcher<Found extends NamedGrade>(
  grades: readonly Found[],
  text: string,
  synonyms: Pick<Synonyms, 'of'>,
): (grade: Found) => WordsVerdict {
  if (text === '') return () => 'fits'
  const name = squeezed(text)
  const isNamed = ({ names }: NamedGrade) => names.some((one) => one.includes(name))
  if (/\d/.test(name) && grades.some(isNamed)) return (grade) => (isNamed(grade) ? 'fits' : 'misses')

  const known = knownStandards(grades)
  const { quantities, rest } = withQuantities(text)
  const { standards, types, words } = readStandards(rest, known)
  const isOnlyWords = quantities.length + standards.length + types.length === 0
  const said = words.filter((word) => !isConnecting(word) && !isAsking(word))
  const terms = termsOf(said.length === 0 && isOnlyWords ? words : said, synonyms)
  const termsOfRest = new Map<string, readonly Term[]>()
  const saysRest = ({ words: own }: NamedGrade, pieces: readonly string[]) => {
    const name = pieces.join(' ')
    const made = termsOfRest.get(name) ?? termsOf(pieces, synonyms)
    termsOfRest.set(name, made)
    // A short piece would be a part or a type that this standard of the grade does not have.
    return made.every((term) => /^[a-z]{3,}$/.test(term.written) && saysTerm(own, term))
  }
  return (grade) => {
    if (!quantities.every((quantity) => grade.words.includes(` ${quantity} `))) return 'misses'
    if (!terms.every((term) => saysTerm(grade.words, term))) return 'misses'
    let verdict: WordsVerdict = 'fits'
    const found: StandardPieces[] = standards.length === 0 ? [...grade.standards] : []
    for (const asked of standards) {
      const answers = grade.standards.flatMap((one) => {
        const answer = answerOf(one, asked)
        const hasType = standards.length > 1 || types.length === 0 || types.includes(one.type.join(' '))
        return answer && hasType && saysRest(grade, answer.rest) ? [{ one, ...answer }] : []
      })
      if (answers.length === 0) return 'misses'
      if (answers.every(({ isOpen }) => isOpen)) verdict = 'open'
      found.push(...answers.map(({ one }) => one))
    }
    return types.every((asked) => found.some(({ type }) => type.join(' ') === asked)) ? verdict : 'misses'
  }
}

/** Words that a grade has to say in one of several ways. */
interface Term {
  /** As it was typed, in one piece. */
  written: string
  /** What its words have for each way. */
  patterns: readonly string[]
}

function saysTerm(own: string, { patterns }: Term): boolean {
  return patterns.some((pattern) => own.includes(pattern))
}

/** The words with others for them. */
function termsOf(words: readonly string[], synonyms: Pick<Synonyms, 'of'>): Term[] {
  return askedTerms(words, synonyms).map(({ written, others }) => {
    const asWritten = written.length > 1 ? [written, [written.join('')]] : waysOf(written[0] ?? '')
    return { written: written.join(''), patterns: [...asWritten, ...others].map(patternOf) }
  })
}

/** With its hyphens: in one piece, and in parts. */
function waysOf(word: string): string[][] {
  const parts = word.split('-').filter((part) => part !== '')
  return parts.length > 1 ? [[parts.join('')], parts] : [[word]]
}

interface KnownStandards {
  standards: readonly StandardPieces[]
  types: readonly TypePattern[]
}

/** The list of grades is made once for each version of the content. */
const known = new WeakMap<readonly NamedGrade[], KnownStandards>()

function knownStandards(grades: readonly NamedGrade[]): KnownStandards {
  const earlier = known.get(grades)
  if (earlier) return earlier
  const named = grades.flatMap(({ standards }) => standards.map((one) => [one.standard.join(' '), one] as const))
  const types = new Set(grades.flatMap(({ standards }) => standards.map(({ type }) => type.join(' '))))
  const made = { standards: [...new Map(named).values()], types: typePatterns(types) }
  known.set(grades, made)
  return made
}
