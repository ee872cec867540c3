import { otherForms } from './english-forms.ts'
import { readQuestion, type QuestionWord, type Synonyms } from './question.ts'
import { phraseOf } from './synonyms.ts'
import type { SearchGroup } from './search-entry.ts'
import type { FoundEntry, SearchIndex, WantedWord } from './search-index.ts'
import { allowedErrors, wordsIn } from './split-words.ts'

/** How much of a question the entries have: all words, all of them with typing errors, or only some. */
export type Fit = 'all' | 'similar' | 'some'

export interface Answer {
  fit: Fit
  count: number
  /** The groups in which something was found, the one with the best entry first. */
  groups: { id: string; label: string; found: readonly FoundEntry[] }[]
  /** What was looked for. */
  words: readonly string[]
  /** The same question with other words, and how many entries have all of these. */
  suggestion: { question: string; count: number } | undefined
}

interface SearchParts {
  index: SearchIndex
  groups: readonly Pick<SearchGroup, 'id' | 'label'>[]
  synonyms: Synonyms
}

/** Finds what has all words of a question, else all of them with typing errors, else some of them. */
export function answerQuestion(question: string, parts: SearchParts): Answer {
  const { index, groups } = parts
  const asked = askedWords(question, parts)
  const words = asked.map(({ start, end }) => question.slice(start, end))
  const { fit, found } = bestFit(asked, index)
  const suggestion = fit === 'all' && found.length > 0 ? undefined : suggest(question, asked, parts)
  const byGroup = groups.flatMap(({ id, label }) => {
    const own = found.filter(({ entry }) => entry.group === id)
    return own.length === 0 ? [] : [{ id, label, found: own }]
  })
  byGroup.sort((one, other) => bestScore(other) - bestScore(one))
  return { fit, count: found.length, groups: byGroup, words, suggestion }
}

function bestFit(question: readonly WantedWord[], index: SearchIndex): { fit: Fit; found: FoundEntry[] } {
  if (question.length === 0) return { fit: 'all', found: [] }
  const exact = index.find(question, { words: 'all', isTolerant: false })
  if (exact.length > 0) return { fit: 'all', found: exact }
  const similar = index.find(question, { words: 'all', isTolerant: true })
  if (similar.length > 0 || question.length === 1) return { fit: 'similar', found: similar }
  return { fit: 'some', found: index.find(question, { words: 'any', isTolerant: true }) }
}

function bestScore({ found }: { found: readonly FoundEntry[] }) {
  return found[0]?.score ?? 0
}

type AskedWord = QuestionWord & WantedWord

/** The words of a question, each with its synonyms. */
function askedWords(question: string, { index, synonyms }: SearchParts): AskedWord[] {
  const asked = readQuestion(question, index)
  return withPhrases(asked, synonyms)
}

/** Synonyms of several words, such as `whistle blower`, come before those of each. */
function withPhrases(asked: readonly QuestionWord[], synonyms: Synonyms): AskedWord[] {
  const result: AskedWord[] = []
  for (let at = 0; at < asked.length;) {
    const rest = asked.slice(at)
    const length = [4, 3, 2, 1].find((count) => count <= rest.length && othersOf(rest.slice(0, count), synonyms))
    const words = rest.slice(0, length ?? 1)
    const others = (othersOf(words, synonyms) ?? []).flatMap(withForms)
    const own = words.length === 1 ? waysToSay(words[0]) : [words.flatMap(({ alternatives }) => alternatives[0] ?? [])]
    result.push({
      start: words[0]?.start ?? 0,
      end: words.at(-1)?.end ?? 0,
      alternatives: [...own, ...others],
      isWhole: length !== undefined,
    })
    at += words.length
  }
  return result
}

function waysToSay(word: QuestionWord | undefined) {
  const [written = [], ...others] = word?.alternatives ?? []
  return [...withForms(written), ...others]
}

function withForms(terms: readonly string[]): (readonly string[])[] {
  const [term = '', ...more] = terms
  return [terms, ...(more.length > 0 ? [] : otherForms(term).map((form) => [form]))]
}

/** The synonyms of words, or of another form of the last one: `hot drinks`. */
function othersOf(words: readonly QuestionWord[], synonyms: Synonyms) {
  const before = phraseOf(words.slice(0, -1))
  const phrases = waysToSay(words.at(-1)).map((terms) => [before, ...terms].join(' ').trim())
  const found = phrases.flatMap((phrase) => synonyms.of(phrase) ?? [])
  return found.length === 0 ? undefined : found
}

/** The question with known words in place of those that nothing has. Undefined if there are none, or it finds nothing. */
function suggest(question: string, asked: readonly QuestionWord[], parts: SearchParts): Answer['suggestion'] {
  const { index, synonyms } = parts
  let [suggested, at, isChanged] = ['', 0, false]
  for (const { text, start, end } of wordsOf(question, asked)) {
    const isKnown = [text, ...otherForms(text)].some((form) => index.has(form) || synonyms.words.has(form))
    const other =
      isKnown || allowedErrors(text) === 0 ? undefined : (index.correct(text) ?? synonyms.words.correct(text))
    suggested += question.slice(at, start) + (other ?? question.slice(start, end))
    at = end
    isChanged ||= other !== undefined
  }
  if (!isChanged) return undefined
  suggested += question.slice(at)
  const count = index.find(askedWords(suggested, parts), { words: 'all', isTolerant: false }).length
  return count === 0 ? undefined : { question: suggested, count }
}

/** The words of the parts of a question that are asked for. */
function wordsOf(question: string, asked: readonly QuestionWord[]) {
  return wordsIn(question).filter(({ start, end }) => asked.some((word) => word.start <= start && word.end >= end))
}
