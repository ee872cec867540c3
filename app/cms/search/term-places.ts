import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { termsIn, type Term } from './split-words.ts'

/** Where a text says the terms: of those that begin at one place, the longest. */
export function termPlaces(text: string, terms: readonly string[]): Term[] {
  if (!mayHave(text, terms)) return []
  const wanted = new Set(terms)
  const places: Term[] = []
  for (const place of termsIn(text)) {
    if (!wanted.has(place.term)) continue
    const last = places.at(-1)
    if (last?.start === place.start) places.pop()
    if (!last || last.start === place.start || place.start >= last.end) places.push(place)
  }
  return places
}

/** What may be between the words of a term, and in them. */
const BETWEEN = /[\s:,.'’‐‑–-]/g

/** False for most texts without the terms. Reading the words of a long text takes ten times as long. */
function mayHave(text: string, terms: readonly string[]) {
  const letters = foldText(text).replace(BETWEEN, '')
  return terms.some((term) => letters.includes(term.replace(BETWEEN, '')))
}
