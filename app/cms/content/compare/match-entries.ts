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
  // A shortcut: nearly all changes keep the order.
  if (both.every(({ theirs }, at) => at === 0 || theirs > (both[at - 1]?.theirs ?? 0))) return []
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
    else {
      const indexes = waiting.get(gap)
      if (indexes) indexes.push(at)
      else waiting.set(gap, [at])
    }
  }
  // Reversed for `pop`, which is fast even in a gap of thousands of entries.
  for (const indexes of waiting.values()) indexes.reverse()
  for (let at = 0, gap = -1; at < partners.length; at++) {
    if (partners[at] === undefined) partners[at] = waiting.get(gap)?.pop()
    else gap = at
  }
}

/**
 * Indexes of a longest increasing subsequence of different `numbers`. If there are several, one that has the most
 * preferred indexes.
 */
export function longestRising(numbers: readonly number[], isPreferred = (_at: number) => false): Set<number> {
  const count = numbers.length
  const rankOf = new Map([...numbers].sort((a, b) => a - b).map((number, at) => [number, at + 1]))
  // A Fenwick tree: the end of the best run among the numbers up to a rank, by its weight.
  const ends = new Int32Array(count + 1).fill(-1)
  const weights = new Float64Array(count)
  const before = new Int32Array(count).fill(-1)
  const weightOf = (at: number) => (at < 0 ? 0 : (weights[at] ?? 0))
  let last = -1
  numbers.forEach((number, at) => {
    const rank = rankOf.get(number) ?? 0
    let best = -1
    for (let below = rank - 1; below > 0; below -= below & -below) {
      const end = ends[below] ?? -1
      if (weightOf(end) > weightOf(best)) best = end
    }
    before[at] = best
    weights[at] = weightOf(best) + count + 1 + (isPreferred(at) ? 1 : 0)
    for (let above = rank; above <= count; above += above & -above) {
      if (weightOf(at) >= weightOf(ends[above] ?? -1)) ends[above] = at
    }
    if (weightOf(at) >= weightOf(last)) last = at
  })
  const run = new Set<number>()
  for (let at = last; at >= 0; at = before[at] ?? -1) run.add(at)
  return run
}
