import { termPlaces } from './term-places.ts'

/** A part of a line, marked if it has been asked for. */
export interface MarkedPart {
  text: string
  isMarked: boolean
}

/** Letters of a line. Longer paragraphs are cut around the first word that is found. */
const LINE_LENGTH = 180

/** Letters before that word. */
const BEFORE = 60

/** The line of texts that says most of what was asked for, with its words marked: the first one if none says it. */
export function markedLine(texts: readonly string[], found: readonly string[]): MarkedPart[] {
  const wanted = new Set(found).size
  let best = { at: 0, count: 0 }
  for (const [at, paragraph] of texts.entries()) {
    const count = new Set(termPlaces(paragraph, found).map(({ term }) => term)).size
    if (count > best.count) best = { at, count }
    if (count === wanted) break
  }
  const text = withNext(texts, best.at)
  const places = termPlaces(text, found)
  return markedPlaces(text, places, lineOf(text, places[0]?.start ?? 0))
}

interface Range {
  start: number
  end: number
}

/** The part of a text between `start` and `end`, with the places that are whole in it marked. They are in their order. */
export function markedPlaces(text: string, places: readonly Range[], { start, end }: Range): MarkedPart[] {
  const parts: MarkedPart[] = start > 0 ? [{ text: '…', isMarked: false }] : []
  let at = start
  for (const place of places) {
    if (place.start < at || place.end > end) continue
    parts.push({ text: text.slice(at, place.start), isMarked: false })
    parts.push({ text: text.slice(place.start, place.end), isMarked: true })
    at = place.end
  }
  parts.push({ text: text.slice(at, end) + (end < text.length ? '…' : ''), isMarked: false })
  return parts.filter(({ text }) => text !== '')
}

/** Shorter paragraphs, such as the name of a fact, are shown with what follows. */
const SHORT = 40

function withNext(texts: readonly string[], first: number) {
  let text = texts[first] ?? ''
  for (const next of texts.slice(first + 1)) {
    if (text.length >= SHORT) break
    text += ` · ${next}`
  }
  return text
}

/** The part of a text around a place, from word to word. */
function lineOf(text: string, place: number) {
  if (text.length <= LINE_LENGTH) return { start: 0, end: text.length }
  const from = place <= BEFORE ? 0 : text.indexOf(' ', place - BEFORE) + 1
  const start = from > place ? place : from
  if (start + LINE_LENGTH >= text.length) return { start, end: text.length }
  const end = text.lastIndexOf(' ', start + LINE_LENGTH)
  return { start, end: end > place ? end : start + LINE_LENGTH }
}
