import { idOf, titleOf } from './content-words.ts'

/** Which entries of two lists are the same one, by their indexes. */
export interface Matches {
  /** In the order of the first list. */
  both: { mine: number; theirs: number }[]
  onlyMine: number[]
  onlyTheirs: number[]
}

/**
 * Recognises the entries of a list in another state of it: by their `_id`, where entries have one. Others by what they are
 * called; of those left over, the ones that stand in the same gap between recognised ones are taken for the same, edited.
 */
export function matchEntries(mine: readonly unknown[], theirs: readonly unknown[]): Matches {
  const isKeyed = [...mine, ...theirs].some((entry) => idOf(entry) !== undefined)
  const keyOf = isKeyed ? idOf : titleOf
  const placeOf = new Map(keysOf(theirs, keyOf).map((key, at) => [key, at]))
  const partners = keysOf(mine, keyOf).map((key) => (key === undefined ? undefined : placeOf.get(key)))
  if (!isKeyed) pairLeftovers(partners, theirs.length)
  const taken = new Set(partners)
  return {
    both: partners.flatMap((partner, at) => (partner === undefined ? [] : [{ mine: at, theirs: partner }])),
    onlyMine: partners.flatMap((partner, at) => (partner === undefined ? [at] : [])),
    onlyTheirs: theirs.flatMap((_, at) => (taken.has(at) ? [] : [at])),
  }
}

/** The matches that have to move for the first order to become the second: as few as possible. */
export function movedEntries({ both }: Matches): Matches['both'] {
  const stays = longestRising(both.map(({ theirs }) => theirs))
  return both.filter((_, at) => !stays.has(at))
}

/** One key an entry; the second one called the same gets another. */
function keysOf(entries: readonly unknown[], keyOf: (entry: unknown) => string | undefined) {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const key = keyOf(entry)
    if (key === undefined) return undefined
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    return `${count} ${key}`
  })
}

/** Fills in partners for entries that were not recognised, gap by gap. */
function pairLeftovers(partners: (number | undefined)[], theirsCount: number) {
  const mineOf = new Map(partners.flatMap((partner, at) => (partner === undefined ? [] : [[partner, at]])))
  const waiting = new Map<number, number[]>()
  for (let at = 0, gap = -1; at < theirsCount; at++) {
    const recognised = mineOf.get(at)
    if (recognised !== undefined) gap = recognised
    else waiting.set(gap, [...(waiting.get(gap) ?? []), at])
  }
  for (let at = 0, gap = -1; at < partners.length; at++) {
    if (partners[at] === undefined) partners[at] = waiting.get(gap)?.shift()
    else gap = at
  }
}

/** Indexes of a longest increasing subsequence of `numbers` (patience sorting). */
function longestRising(numbers: readonly number[]): Set<number> {
  const tops: number[] = []
  const before: (number | undefined)[] = []
  numbers.forEach((number, at) => {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[tops[middle] ?? 0] ?? 0) < number) low = middle + 1
      else high = middle
    }
    before[at] = tops[low - 1]
    tops[low] = at
  })
  const run = new Set<number>()
  for (let at = tops.at(-1); at !== undefined; at = before[at]) run.add(at)
  return run
}
