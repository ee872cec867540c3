import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { flag, id, line, list, restricted } from '#app/cms/define/fields.ts'
import { SEARCH_PAGE } from '#app/site/addresses/search-query.ts'
import { SEARCH_WORDS } from './search-words-screens.ts'

/** Words that mean the same, with commas between them. */
const sameWords = z.strictObject({
  _id: id(),
  words: restricted(
    line('Words', 300),
    (words) => termsOf(words).length > 1,
    'two words or more with commas between them, such as colour, color',
  ),
})

/** The words that the search takes for the same: spellings, short names, other languages. */
export const searchWords = defineSection({
  id: 'search-words',
  label: SEARCH_WORDS.label,
  icon: 'swap',
  editor: 'site/sections/search-words/search-words-editor.tsx',
  file: 'search-words.yaml',
  startsAsShipped: true,
  schema: z.strictObject({
    groups: list('Words that mean the same', sameWords),
    countsSearches: flag('Count what visitors search for'),
  }),
  page: SEARCH_PAGE,
})
export type SearchWords = ContentOf<typeof searchWords>

/** The words of one group. */
export function termsOf(words: string): string[] {
  return words
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '')
}
