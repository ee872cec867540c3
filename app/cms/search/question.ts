import type { Alternatives, SearchIndex } from './search-index.ts'
import { hasDigit, isAsking, isConnecting, isEdition, wordsIn, type Word } from './split-words.ts'

/** A longer question is cut. */
export const MAX_QUESTION_LENGTH = 100
const MAX_WORDS = 8

/** One thing that a visitor asks for: a word, or several that are written together. */
export interface QuestionWord {
  /** The ways to say it, the written one first. */
  alternatives: Alternatives
  /** Its place in the question. */
  start: number
  end: number
}

export interface Synonyms {
  /** Other words for words: `whistle blower` for `whistleblower`. Undefined if there are none. */
  of: (words: string) => Alternatives | undefined
  /** The single words of them all. */
  words: Pick<SearchIndex, 'has' | 'correct'>
}

/** The question of a visitor as it is read from an address. */
export function tidyQuestion(typed: string | null): string {
  return (typed ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_QUESTION_LENGTH).trim()
}

/** What a question asks for. Words that it has only because it is a sentence are left out, unless it has no others. */
export function readQuestion(question: string, index: Pick<SearchIndex, 'has'>): QuestionWord[] {
  const runs: Word[][] = []
  for (const word of wordsIn(question).slice(0, MAX_WORDS)) {
    const last = runs.at(-1)
    if (word.isLinked && last) last.push(word)
    else runs.push([word])
  }
  const asked = runs.flatMap((run) => wordsOfRun(run, index))
  return without(isAsking, without(isConnecting, asked))
}

function without(isLeftOut: (word: string) => boolean, asked: QuestionWord[]) {
  const others = asked.filter(({ alternatives: [[word = ''] = []] }) => !isLeftOut(word))
  return others.length > 0 ? others : asked
}

/**
 * Words that people also write together. Those with digits are taken together as far as the index has them so: `PV 90 S`
 * is one name, and never any text with a `90` and an `S` in it. Letters with hyphens are found in both ways.
 */
function wordsOfRun(run: readonly Word[], index: Pick<SearchIndex, 'has'>): QuestionWord[] {
  const [first] = run
  if (run.length === 1 || !first) return run.map((word) => ({ ...word, alternatives: [[word.text]] }))
  const whole = joined(run)
  if (!hasDigit(whole)) {
    return [{ ...placeOf(run), alternatives: [[whole], run.map(({ text }) => text)] }]
  }
  const known = partitions(run)
    .filter((parts) => parts.length === 1 || parts.every((part) => joined(part).length > 1))
    .sort((one, other) => one.length - other.length)
    .find((parts) => parts.every((part) => index.has(joined(part))))
  const edition = run.findIndex(({ text }, at) => isEdition(text) && hasDigit(joined(run.slice(0, at))))
  // A standard that the index has without this edition.
  if (!known && edition > 0)
    return [run.slice(0, edition), run.slice(edition + 1)].flatMap((part) => wordsOfRun(part, index))
  return (known ?? [run]).map((part) => ({ ...placeOf(part), alternatives: [[joined(part)]] }))
}

/** All ways to part words into neighbours: of at most eight words there are 128. */
function partitions(run: readonly Word[]): Word[][][] {
  const [first, ...rest] = run
  if (!first) return [[]]
  return partitions(rest).flatMap((parts) => {
    const [next, ...others] = parts
    const alone = [[first], ...parts]
    return next ? [alone, [[first, ...next], ...others]] : [alone]
  })
}

function joined(words: readonly Word[]) {
  return words.map(({ text }) => text).join('')
}

function placeOf(words: readonly Word[]) {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 }
}
