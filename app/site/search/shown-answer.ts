import { markedLine, type MarkedPart } from '#app/cms/search/marked-line.ts'
import type { Answer, Fit } from '#app/cms/search/answer-question.ts'
import type { FoundEntry } from '#app/cms/search/search-index.ts'
import { withBoundUnits } from '#app/site/ui/bound-units.ts'
import { pageOf } from '#app/cms/platform/http/list-query.ts'

/** Of each group, and on a page of a group that is shown alone. */
const SHOWN = 10
const SHOWN_ALONE = 25

/** What visitors read of an entry that is found. */
export interface ShownHit {
  title: string
  href: string
  place: string
  date: string
  /** One line of its text, with the words marked. */
  line: MarkedPart[]
  /** Others that have the same line. */
  alsoIn: { title: string; href: string }[]
}

export interface ShownGroup {
  id: string
  label: string
  count: number
  hits: ShownHit[]
}

/** The answer to a question as its page shows it. */
export interface ShownAnswer {
  fit: Fit
  count: number
  words: readonly string[]
  groups: ShownGroup[]
  suggestion: Answer['suggestion']
  /** Other words that were marked, for visitors who did not ask for them. */
  alsoFound: readonly string[]
  /** Set if one group is shown alone. */
  only: { page: number; pageCount: number } | undefined
}

/** An answer with the first entries of each group, or with a page of the one that is asked for. */
export function shownAnswer(answer: Answer, { group, page: asked }: { group: string; page: number }): ShownAnswer {
  const { fit, count, words, suggestion } = answer
  const shown = { fit, count, words, suggestion }
  const alone = answer.groups.find(({ id }) => id === group)
  if (!alone) {
    const groups = answer.groups.map(({ found, ...named }) => shownGroup(named, found, found.slice(0, SHOWN)))
    return { ...shown, groups, alsoFound: otherWordsIn(groups, words), only: undefined }
  }
  const { items, page, pageCount } = pageOf(alone.found, asked, SHOWN_ALONE)
  const { id, label, found } = alone
  const groups = [shownGroup({ id, label }, found, items)]
  return { ...shown, groups, alsoFound: otherWordsIn(groups, words), only: { page, pageCount } }
}

/** The most other words that are named, and the letters that forms of one word have in common. */
const MAX_OTHER_WORDS = 3
const STEM = 4

/** The marked words that begin like none of those that were asked for: what means the same. Of several forms, the shortest. */
function otherWordsIn(groups: readonly ShownGroup[], words: readonly string[]): string[] {
  const stemOf = (text: string) => text.toLowerCase().slice(0, STEM)
  const asked = new Set(words.flatMap((word) => word.split(/[\s-]+/)).map(stemOf))
  const others = new Map<string, string>()
  for (const { hits } of groups) {
    for (const { text, isMarked } of hits.flatMap(({ line }) => line)) {
      const stem = stemOf(text)
      const known = others.get(stem)
      if (!isMarked || asked.has(stem) || /\d/.test(text) || (known && known.length <= text.length)) continue
      others.set(stem, text.toLowerCase())
    }
  }
  return [...others.values()].slice(0, MAX_OTHER_WORDS)
}

function shownGroup(named: { id: string; label: string }, all: readonly FoundEntry[], shown: readonly FoundEntry[]) {
  const hits: ShownHit[] = []
  /** The first hits by their lines without their titles. */
  const told = new Map<string, ShownHit>()
  for (const { entry, terms } of shown) {
    const { title, href, place, date, texts, furtherTexts = [] } = entry
    const line = ownLine(markedLine([...texts, ...furtherTexts], terms), title).map(({ text, isMarked }) => ({
      ...{ text: withBoundUnits(text), isMarked },
    }))
    const hit: ShownHit = { title, href, place, date, line, alsoIn: [] }
    const rest = textOf(line).replace(title, '')
    const first = told.get(rest)
    if (first && line.some(({ isMarked }) => isMarked)) {
      first.alsoIn.push({ title, href })
    } else {
      hits.push(first ? { ...hit, line: [] } : hit)
      if (rest !== '') told.set(rest, hit)
    }
  }
  return { ...named, count: all.length, hits }
}

function textOf(line: readonly MarkedPart[]) {
  return line.map((part) => part.text).join('')
}

/** The line of a hit; none if only its title has what was asked for. */
function ownLine(line: MarkedPart[], title: string): MarkedPart[] {
  const text = textOf(line)
  const at = text.indexOf(title)
  if (at !== -1 && line.some(({ isMarked }) => isMarked)) {
    let start = 0
    const isSaidBeside = line.some(({ text: { length }, isMarked }) => {
      const from = start
      start += length
      return isMarked && (from < at || from >= at + title.length)
    })
    if (!isSaidBeside) return []
  }
  return line
}
