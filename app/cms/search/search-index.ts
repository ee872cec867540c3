import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import type { SearchEntry } from './search-entry.ts'
import { allowedErrors, isConnecting, mayBeBeginning, swappedLetters, termsIn, wordsIn } from './split-words.ts'

/** A longer text is indexed by its beginning: an index has about 20 bytes for each letter. */
const MAX_TEXT_LENGTH = 20_000

/** An entry with its place in the index. */
export interface IndexedEntry extends SearchEntry {
  id: string
  group: string
  /** The name of its group. It is found by this too: `documents on dividends`. */
  kind: string
  /** How much it counts among others that have the same words, 1 if nothing speaks against it. */
  weight: number
}

/** What an entry was found by. */
export interface FoundEntry {
  entry: IndexedEntry
  score: number
  /** The terms of the entry that were found. */
  terms: readonly string[]
}

/**
 * The ways to say one word of a question, the written one first. Each is a list of terms that an entry has to have.
 */
export type Alternatives = readonly (readonly string[])[]

/** A word that is asked for. */
export interface WantedWord {
  alternatives: Alternatives
  /** False if the written word may be the beginning of the one that is meant. */
  isWhole: boolean
}

interface FindOptions {
  /** `any`: one of the words is enough. */
  words: 'all' | 'any'
  /** True if words that are typed wrongly find what is meant. */
  isTolerant: boolean
}

const FIELDS = ['title', 'names', 'place', 'kind', 'text', 'further'] as const
const BOOST = { title: 6, names: 4, place: 1.5, kind: 1.5, further: 0.4 }

/** What an entry is worth that has another form of a word, or another word for it. */
const OTHER_BOOST = { title: 4, names: 3, place: 1, kind: 1, text: 0.5, further: 0.2 }

/** Of several words that say the same as one, none may be the name of a kind: job work is no job. */
const OTHER_FIELDS = FIELDS.filter((field) => field !== 'kind')

/** How much more an entry counts whose title is the question. */
const WHOLE_TITLE = 1.5

/** How much less an entry counts that has a word of the question only in another form, or only another word for it. */
const NOT_AS_WRITTEN = 0.3

const YEAR_MS = 365 * 24 * 60 * 60 * 1000
const LESS_A_YEAR = 0.03
const MIN_FRESHNESS = 0.7

/** An index of entries in memory. It knows nothing of what they are. */
export class SearchIndex {
  readonly #entries = new Map<string, IndexedEntry & { titleWords: string }>()
  readonly #maxTextLength: number
  /** The latest day of an entry so far. */
  #newest = ''
  readonly #index = new MiniSearch<IndexedEntry>({
    fields: [...FIELDS],
    extractField: (entry, field) => fieldOf(entry, field).slice(0, this.#maxTextLength),
    tokenize: (text) => Array.from(termsIn(text), ({ term }) => term),
    processTerm: (term) => term,
    // A vacuum runs later, in a timer, and throws if an entry is replaced meanwhile: that would end the process. Nothing
    // is left to it, because entries are removed with their terms.
    autoVacuum: false,
    searchOptions: {
      // A question is made of terms.
      tokenize: (term) => [term],
      boost: BOOST,
    },
  })

  /** `maxTextLength`: how many letters of a text are indexed. */
  constructor({ maxTextLength = MAX_TEXT_LENGTH } = {}) {
    this.#maxTextLength = maxTextLength
  }

  /** Adds an entry, in place of the one with its id. */
  set(entry: IndexedEntry): void {
    this.delete(entry.id)
    this.#index.add(entry)
    this.#entries.set(entry.id, { ...entry, titleWords: titleWords(entry) })
    if (entry.date > this.#newest) this.#newest = entry.date
  }

  delete(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#index.remove(entry)
    this.#entries.delete(id)
  }

  /** The entries that a question finds, the best ones first. */
  find(question: readonly WantedWord[], { words, isTolerant }: FindOptions): FoundEntry[] {
    const queries = question.map((word) => queryOf(word, isTolerant))
    const results = this.#index.search({ combineWith: words === 'all' ? 'AND' : 'OR', queries })
    const written = question.flatMap(({ alternatives: [words = []] }) => words).join('')
    const found = results.flatMap(({ id, score, terms, queryTerms }: SearchResult): FoundEntry[] => {
      const entry = this.#entries.get(String(id))
      if (!entry) return []
      // The library multiplies by the number of ways in which a word was found.
      const ofTitle = entry.titleWords === written ? WHOLE_TITLE : 1
      const asWritten = isAsWritten(question, queryTerms) ? 1 : NOT_AS_WRITTEN
      const own = (score / queryTerms.length) * entry.weight * ofTitle * asWritten * this.#freshness(entry)
      return [{ entry, score: words === 'all' ? own : own * wordsFound(question, queryTerms), terms }]
    })
    return found.sort(byScore)
  }

  /** Of what is of a day, the older counts a little less: each year has its report. */
  #freshness({ date }: IndexedEntry) {
    if (date === '') return 1
    const years = (Date.parse(this.#newest) - Date.parse(date)) / YEAR_MS
    return Math.max(MIN_FRESHNESS, 1 - years * LESS_A_YEAR)
  }

  /** True if entries have this term, or terms that begin with it. */
  has(term: string): boolean {
    return this.#index.search(termQuery(term, { errors: 0, isWhole: false })).length > 0
  }

  /** The term that most entries have of those that a wrongly typed word may stand for. */
  correct(word: string): string | undefined {
    const counts = new Map<string, number>()
    const errors = allowedErrors(word)
    if (errors === 0) return undefined
    for (const { terms } of this.#index.search({ queries: [word], combineWith: 'OR', fuzzy: errors, prefix: false }))
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    // Two letters the other way round are two errors to the index, and one to whoever types.
    for (const swapped of swappedLetters(word))
      for (const { terms } of this.#index.search({ queries: [swapped], combineWith: 'OR', prefix: false }))
        for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    const [best] = [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    return best?.[0]
  }
}

function isAsWritten(question: readonly WantedWord[], terms: readonly string[]) {
  return question.every(({ alternatives: [written = []] }) => written.every((term) => terms.includes(term)))
}

function wordsFound(question: readonly WantedWord[], terms: readonly string[]) {
  const isFound = (term: string) => terms.includes(term) || swappedLetters(term).some((other) => terms.includes(other))
  return question.filter(({ alternatives }) => alternatives.some(([term = '']) => isFound(term))).length
}

/** Without spaces: the words of a question may be taken together. */
function titleWords({ title }: IndexedEntry) {
  return wordsIn(title)
    .flatMap(({ text }) => (isConnecting(text) ? [] : text))
    .join('')
}

/** The newest first of those that fit alike. */
function byScore(one: FoundEntry, other: FoundEntry) {
  if (one.score !== other.score) return other.score - one.score
  return other.entry.date.localeCompare(one.entry.date) || one.entry.id.localeCompare(other.entry.id)
}

function fieldOf(entry: IndexedEntry, field: string): string {
  switch (field) {
    case 'id':
      return entry.id
    case 'title':
      return entry.title
    case 'names':
      return (entry.names ?? []).join('\n')
    case 'place':
      return entry.place
    case 'further':
      return (entry.furtherTexts ?? []).join('\n')
    case 'kind':
      return entry.kind
    default:
      return entry.texts.join('\n')
  }
}

function queryOf({ alternatives, isWhole }: WantedWord, isTolerant: boolean): Query {
  return {
    combineWith: 'OR',
    queries: alternatives.map((terms, at) => ({
      combineWith: 'AND',
      // Another form or word is looked for as it is.
      queries: terms.map((term) =>
        termQuery(term, {
          errors: isTolerant && at === 0 ? allowedErrors(term) : 0,
          isWhole: terms.length === 1 && (isWhole || at > 0),
        }),
      ),
      ...(at > 0 && { boost: OTHER_BOOST }),
      ...(terms.length > 1 && { fields: OTHER_FIELDS }),
    })),
  }
}

function termQuery(term: string, { errors, isWhole }: { errors: number; isWhole: boolean }): Query {
  const prefix = !isWhole && mayBeBeginning(term)
  if (errors === 0) return { combineWith: 'OR', queries: [term], prefix, fuzzy: false }
  const swapped = { combineWith: 'OR' as const, queries: swappedLetters(term), prefix: false, fuzzy: false }
  return { combineWith: 'OR', queries: [{ combineWith: 'OR', queries: [term], prefix, fuzzy: errors }, swapped] }
}
