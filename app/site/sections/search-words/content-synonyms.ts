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
