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

/** `1 year` for 365 or 366 days, `3 years` for 1,096, and `400 days`. */
export function spanOfDays(days: number) {
  const years = Math.round(days / 365.25)
  return years > 0 && Math.abs(days - years * 365.25) <= 1 ? countOf(years, 'year') : countOf(days, 'day')
}
