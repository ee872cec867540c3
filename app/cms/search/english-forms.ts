/**
 * Other forms of an English word in which a text may have it: the other number (cherry, cherries), and the other of the
 * two ways to write -ise and -ize.
 */
export function otherForms(word: string): string[] {
  if (!/^[a-z]{4,}$/.test(word)) return []
  const spellings = [word, ...otherSpelling(word)]
  return [...new Set(spellings.flatMap((spelling) => [spelling, otherNumber(spelling)]))].filter(
    (form) => form !== word,
  )
}

function otherSpelling(word: string) {
  const [, stem, sound, ending] = /^([a-z]{3,})i([sz])(e|ed|er|ers|es|ing|ation|ations)$/.exec(word) ?? []
  return stem === undefined ? [] : [`${stem}i${sound === 's' ? 'z' : 's'}${ending ?? ''}`]
}

function otherNumber(word: string) {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  if (/[^isu]s$/.test(word)) return word.slice(0, -1)
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(?:ch|sh|s|x|z)$/.test(word) ? `${word}es` : `${word}s`
}
