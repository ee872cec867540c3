import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import type { SearchEntry } from './search-entry.ts'
import { allowedErrors, mayBeBeginning, termsIn } from './split-words.ts'

/** A longer text is indexed by its beginning: an index has about 20 bytes for each letter. */
export const MAX_TEXT_LENGTH = 20_000

/** An entry with its place in the index. */
export interface IndexedEntry extends SearchEntry {
  id: string
  group: string
}

/** What an entry was found by. */
export interface FoundEntry {
  entry: IndexedEntry
  score: number
  /** The terms of the entry that were found. */
  terms: readonly string[]
}

/** The ways to say one word of a question. Each is a list of terms that an entry has to have. */
export type Alternatives = readonly (readonly string[])[]

interface FindOptions {
  /** `any`: one of the words is enough. */
  words: 'all' | 'any'
  /** True if words that are typed wrongly find what is meant. */
  isTolerant: boolean
}

const FIELDS = ['title', 'names', 'place', 'text'] as const

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
      boost: { title: 6, names: 4, place: 1.5 },
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
    return this.#search({ combineWith: words === 'all' ? 'AND' : 'OR', queries })
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

  #search(query: Query): FoundEntry[] {
    return this.#index.search(query).flatMap(({ id, score, terms }: SearchResult) => {
      const entry = this.#entries.get(String(id))
      return entry ? { entry, score, terms } : []
    })
  }
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
    default:
      return entry.texts.join('\n').slice(0, MAX_TEXT_LENGTH)
  }
}

function queryOf(alternatives: Alternatives, isTolerant: boolean): Query {
  return {
    combineWith: 'OR',
    queries: alternatives.map((terms) => ({
      combineWith: 'AND',
      queries: terms.map((term) => termQuery(term, isTolerant ? allowedErrors(term) : 0)),
    })),
  }
}

function termQuery(term: string, errors: number): Query {
  return { combineWith: 'OR', queries: [term], prefix: mayBeBeginning(term), fuzzy: errors === 0 ? false : errors }
}
