import type { ContentReader } from '#app/cms/define/content-reader.ts'
import type { Synonyms } from '#app/cms/search/question.ts'
import { synonymsOf } from '#app/cms/search/synonyms.ts'
import { searchWords, termsOf } from '#app/site/sections/search-words/search-words.ts'

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
