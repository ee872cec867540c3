import { idOf, titleOf } from './content-words.ts'

/** Which entries of two lists are the same one, by their indexes. */
export interface Matches {
  /** In the order of the first list. */
  both: { mine: number; theirs: number }[]
  onlyMine: number[]
  onlyTheirs: number[]
}

/** Identifies an entry; undefined: it cannot be identified. */
type Key = string | undefined

/** For each entry of the first list the index of its partner in the second one; undefined if it has none. */
export type Partners = (number | undefined)[]

/**
 * Pairs entries that have the same key and no partner yet, in list order. A match in several steps calls it once for
 * each step, with the keys of that step.
 */
export function pairByKey(partners: Partners, mine: readonly Key[], theirs: readonly Key[]): Partners {
  const taken = new Set(partners)
  const free = new Map<string, number[]>()
  theirs.forEach((key, at) => {
    if (key === undefined || taken.has(at)) return
    const sameKey = free.get(key)
    if (sameKey) sameKey.push(at)
    else free.set(key, [at])
  })
  // Reversed for `pop`, which is fast even in a list of thousands of equal entries.
  for (const sameKey of free.values()) sameKey.reverse()
  return mine.map((key, at) => partners[at] ?? (key === undefined ? undefined : free.get(key)?.pop()))
}

/**
 * Matches the entries of two states of a list: by `_id` if any entry has one, otherwise by title. After a match by
 * title, unmatched entries in the same gap between matched ones count as the same entry, edited.
 */
export function matchEntries(mine: readonly unknown[], theirs: readonly unknown[]): Matches {
  const isKeyed = [...mine, ...theirs].some((entry) => idOf(entry) !== undefined)
  const keyOf = isKeyed ? idOf : titleOf
  const partners = pairByKey([], mine.map(keyOf), theirs.map(keyOf))
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

/** Fills in partners for entries that were not matched, gap by gap. */
function pairLeftovers(partners: Partners, theirsCount: number) {
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
