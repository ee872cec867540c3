import { wordsIn } from '#app/cms/search/split-words.ts'

/** Longer questions are sentences, which may say something about a person. */
export const MAX_COUNTED_LENGTH = 40

/** Telephone numbers and numbers of accounts have more. */
const MAX_DIGITS = 5

/**
 * The words of a question as they are counted, folded. Undefined for a question that may say something about a person: a
 * long one, an e-mail address, a number of six digits or more, also with other characters between them.
 */
export function countableWords(question: string): string | undefined {
  const plain = question.normalize('NFKC')
  if (plain.length > MAX_COUNTED_LENGTH || plain.includes('@')) return undefined
  if ((plain.match(/\p{N}/gu) ?? []).length > MAX_DIGITS) return undefined
  const words = wordsIn(plain)
    .map(({ text }) => text)
    .join(' ')
  return words === '' || words.length > MAX_COUNTED_LENGTH ? undefined : words
}
