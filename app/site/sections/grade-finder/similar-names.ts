/** The most names that are offered for one that no grade has. */
const MAX_SIMILAR = 3

/** Longer words are a sentence. */
const MAX_LETTERS = 20

/** The names that differ from what was typed in one or two letters, the most similar first. Spaces and case do not count. */
export function similarNames(typed: string, names: readonly string[]): string[] {
  const letters = lettersOf(typed)
  if (letters.length < 3 || letters.length > MAX_LETTERS) return []
  const most = letters.length < 4 ? 1 : 2
  return names
    .map((name) => ({ name, apart: lettersApart(letters, lettersOf(name)) }))
    .filter(({ apart }) => apart <= most)
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, MAX_SIMILAR)
    .map(({ name }) => name)
}

function lettersOf(text: string) {
  return text.toLowerCase().replaceAll(/[\s-]/g, '')
}

/** How many letters have to be changed, added or taken away (Levenshtein distance). */
function lettersApart(one: string, other: string) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to += 1) {
      const changed = (row[to] ?? 0) + (other[to] === one[at] ? 0 : 1)
      next.push(Math.min(changed, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
