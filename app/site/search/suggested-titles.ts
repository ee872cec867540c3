import type { Answer } from '#app/cms/search/answer-question.ts'

/** So many fit below the field. */
const MAX_TITLES = 8

/** With the others below 3 kB. */
const MAX_LENGTH = 120

/** The titles of the best of what has all words of a question, each once. */
export function titlesFor({ fit, groups }: Pick<Answer, 'fit' | 'groups'>): string[] {
  if (fit !== 'all') return []
  const found = groups.flatMap((group) => group.found).sort((one, other) => other.score - one.score)
  const titles = new Set(found.map(({ entry }) => entry.title).filter(({ length }) => length <= MAX_LENGTH))
  return [...titles].slice(0, MAX_TITLES)
}
