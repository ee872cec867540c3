/** `1 slide`, `4 slides`, `16 entries`. */
export function countOf(count: number, singular: string, plural = pluralOf(singular)) {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`
}

export function capitalised(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `a document`, `an article`: by the first letter, so a word such as “hour” or “user” would be wrong. */
export function withArticle(noun: string) {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** `Title`, `Title and Image`, `Title, Image and 3 more`: lists at most `most` words. */
export function enumerate(words: readonly string[], most = 8) {
  const rest = words.length - most
  return listFormat.format([...words.slice(0, most), ...(rest > 0 ? [`${rest} more`] : [])])
}

const listFormat = new Intl.ListFormat('en-GB')

/** `slides`, `entries`: the plural of a regular noun. */
export function pluralOf(noun: string) {
  return `${noun.replace(/([^aeiou])y$/, '$1ie')}s`
}
