import { readQuestion, type QuestionWord, type Synonyms } from './question.ts'
import { SearchIndex } from './search-index.ts'

/** In a list of other words, each term is read as if the index had it. */
const EVERYTHING = { has: () => true }

/** The terms that mean the same, in lists of them: `[['colour', 'color'], ['AGM', 'annual general meeting']]`. */
export function synonymsOf(lists: readonly (readonly string[])[]): Synonyms {
  const others = new Map<string, readonly (readonly string[])[]>()
  for (const list of lists) {
    const terms = list.map((term) => readQuestion(term, EVERYTHING)).filter((words) => words.length > 0)
    for (const term of terms) {
      const name = phraseOf(term)
      const same = terms.filter((other) => phraseOf(other) !== name).flatMap(waysToSay)
      others.set(name, [...(others.get(name) ?? []), ...same])
    }
  }
  return { of: (words) => others.get(words), words: indexOf(lists) }
}

function indexOf(lists: readonly (readonly string[])[]) {
  const index = new SearchIndex()
  for (const [at, texts] of lists.entries())
    index.set({ id: String(at), texts, title: '', group: '', kind: '', place: '', date: '', href: '', weight: 1 })
  return index
}

/** Words as they are looked up among synonyms. */
export function phraseOf(words: readonly QuestionWord[]): string {
  return words.map(({ alternatives: [written = []] }) => written.join(' ')).join(' ')
}

function waysToSay(words: readonly QuestionWord[]): readonly (readonly string[])[] {
  const [word] = words
  return words.length === 1 && word ? word.alternatives : [words.flatMap(({ alternatives: [written = []] }) => written)]
}
