import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import type { SearchEntry } from './search-entry.ts'
import { allowedErrors, mayBeBeginning, termsIn } from './split-words.ts'

/** A longer text is indexed by its beginning: an index has about 20 bytes for each letter. */
export const MAX_TEXT_LENGTH = 20_000

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

interface FindOptions {
  /** `any`: one of the words is enough. */
  words: 'all' | 'any'
  /** True if words that are typed wrongly find what is meant. */
  isTolerant: boolean
}

const FIELDS = ['title', 'names', 'place', 'kind', 'text'] as const
const BOOST = { title: 6, names: 4, place: 1.5, kind: 1.5 }

/** What an entry is worth that has another form of a word, or another word for it. */
const OTHER_BOOST = { title: 4, names: 3, place: 1, kind: 1, text: 0.7 }

/** Of several words that say the same as one, none may be the name of a kind: job work is no job. */
const OTHER_FIELDS = FIELDS.filter((field) => field !== 'kind')

/** An index of entries in memory. It knows nothing of what they are. */
export class SearchIndex {
  readonly #entries = new Map<string, IndexedEntry>()
  readonly #index = new MiniSearch<IndexedEntry>({
    fields: [...FIELDS],
    extractField: (entry, field) => fieldOf(entry, field),
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

  get size(): number {
    return this.#entries.size
  }

  /** Adds an entry, in place of the one with its id. */
  set(entry: IndexedEntry): void {
    this.delete(entry.id)
    this.#index.add(entry)
    this.#entries.set(entry.id, entry)
  }

  delete(id: string): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#index.remove(entry)
    this.#entries.delete(id)
  }

  /** The entries that a question finds, the best ones first. */
  find(question: readonly Alternatives[], { words, isTolerant }: FindOptions): FoundEntry[] {
    const queries = question.map((alternatives) => queryOf(alternatives, isTolerant))
    const results = this.#index.search({ combineWith: words === 'all' ? 'AND' : 'OR', queries })
    const found = results.flatMap(({ id, score, terms, queryTerms }: SearchResult): FoundEntry[] => {
      const entry = this.#entries.get(String(id))
      if (!entry) return []
      // The library multiplies by the number of ways in which a word was found.
      const own = (score / queryTerms.length) * entry.weight
      return [{ entry, score: words === 'all' ? own : own * wordsFound(question, queryTerms), terms }]
    })
    return found.sort(byScore)
  }

  /** True if entries have this term, or terms that begin with it. */
  has(term: string): boolean {
    return this.#index.search(termQuery(term, 0)).length > 0
  }

  /** The term that most entries have of those that a wrongly typed word may stand for. */
  correct(word: string): string | undefined {
    const counts = new Map<string, number>()
    const errors = allowedErrors(word)
    if (errors === 0) return undefined
    for (const { terms } of this.#index.search({ queries: [word], combineWith: 'OR', fuzzy: errors, prefix: false }))
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    const [best] = [...counts].sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    return best?.[0]
  }
}

function wordsFound(question: readonly Alternatives[], terms: readonly string[]) {
  return question.filter((alternatives) => alternatives.some(([term = '']) => terms.includes(term))).length
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
    case 'kind':
      return entry.kind
    default:
      return entry.texts.join('\n').slice(0, MAX_TEXT_LENGTH)
  }
}

function queryOf(alternatives: Alternatives, isTolerant: boolean): Query {
  return {
    combineWith: 'OR',
    queries: alternatives.map((terms, at) => ({
      combineWith: 'AND',
      // Another form or word is looked for as it is.
      queries: terms.map((term) => termQuery(term, isTolerant && at === 0 ? allowedErrors(term) : 0)),
      ...(at > 0 && { boost: OTHER_BOOST }),
      ...(terms.length > 1 && { fields: OTHER_FIELDS }),
    })),
  }
}

function termQuery(term: string, errors: number): Query {
  return { combineWith: 'OR', queries: [term], prefix: mayBeBeginning(term), fuzzy: errors === 0 ? false : errors }
}
