import { defineService, type ContentReader } from '#app/cms/define/content-reader.ts'
import { readQuestion, type Synonyms } from '#app/cms/search/question.ts'
import { phraseOf, synonymsOf } from '#app/cms/search/synonyms.ts'
import { searchWords, termsOf } from './search-words.ts'

/** The other words for words that staff have typed. Read once for each version of them. */
export function contentSynonyms(content: ContentReader): Synonyms {
  let known: Synonyms | undefined
  content.subscribe((id) => {
    if (id === searchWords.id) known = undefined
  })
  const current = () =>
    (known ??= synonymsOf((content.find(searchWords)?.value.groups ?? []).map((group) => termsOf(group.words))))
  return {
    of: (words) => current().of(words),
    get words() {
      return current().words
    },
  }
}

/** The same for those who ask a site for it. */
export const otherWords = defineService(contentSynonyms)

/** Each term is read as if texts had it. */
const EVERYTHING = { has: () => true }

/** Other words for words that are one term, each a row of words; none if it has no others. */
export function waysToSay(words: string, synonyms: Pick<Synonyms, 'of'>): readonly (readonly string[])[] {
  return synonyms.of(phraseOf(readQuestion(words, EVERYTHING))) ?? []
}

/** The same as texts. */
export function phrasesOf(words: string, synonyms: Pick<Synonyms, 'of'>): string[] {
  return waysToSay(words, synonyms).map((way) => way.join(' '))
}

/** The most words of a term that have others for them. */
const MAX_PHRASE = 4

/** A row of words that is one term, and the other ways to say it. */
interface AskedTerm {
  written: readonly string[]
  others: readonly (readonly string[])[]
}

/** Words as terms, the longest rows of words that have others first: `zero halogen` is also HFFR. */
export function askedTerms(words: readonly string[], synonyms: Pick<Synonyms, 'of'>): AskedTerm[] {
  const terms: AskedTerm[] = []
  for (let at = 0; at < words.length;) {
    const term = longestTerm(words.slice(at, at + MAX_PHRASE), synonyms)
    terms.push(term)
    at += term.written.length
  }
  return terms
}

function longestTerm(words: readonly string[], synonyms: Pick<Synonyms, 'of'>): AskedTerm {
  for (let length = words.length; length > 1; length -= 1) {
    const written = words.slice(0, length)
    const others = [written.join(' '), written.join('')].flatMap((phrase) => waysToSay(phrase, synonyms))
    if (others.length > 0) return { written, others }
  }
  const written = words.slice(0, 1)
  return { written, others: waysToSay(written.join(''), synonyms) }
}
