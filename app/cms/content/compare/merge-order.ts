import { alignEntries } from './align-entries.ts'
import { idOf } from './content-words.ts'
import type { Fingerprints } from './fingerprints.ts'
import { longestRising, pairByKey, type Partners } from './match-entries.ts'

/** One entry of a merge: its index in each of the three lists that have it. */
export interface Origin {
  base?: number | undefined
  mine?: number | undefined
  theirs?: number | undefined
}

type Side = 'mine' | 'theirs'

/** The entries of two edits of a list, each once. */
export function alignLists(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  prints: Fingerprints,
): Origin[] {
  const ofMine = alignEntries(base, mine, prints)
  const ofTheirs = alignEntries(base, theirs, prints)
  const [own, other] = [
    { entries: mine, partners: ofMine },
    { entries: theirs, partners: ofTheirs },
  ]
  spreadRemovals(base, other, own, prints)
  spreadRemovals(base, own, other, prints)
  const origins: Origin[] = base.map((_, at) => ({ base: at }))
  const added: Record<Side, number[]> = { mine: [], theirs: [] }
  for (const [side, partners] of [
    ['mine', ofMine],
    ['theirs', ofTheirs],
  ] as const) {
    partners.forEach((partner, at) => {
      const origin = partner === undefined ? undefined : origins[partner]
      if (origin) origin[side] = at
      else added[side].push(at)
    })
  }
  const both = pairAdded(
    added.mine.map((at) => mine[at]),
    added.theirs.map((at) => theirs[at]),
    prints,
  )
  const taken = new Set(both)
  both.forEach((partner, at) => {
    origins.push({ mine: added.mine[at], theirs: partner === undefined ? undefined : added.theirs[partner] })
  })
  added.theirs.forEach((at, index) => {
    if (!taken.has(index)) origins.push({ theirs: at })
  })
  return origins
}

/** Pairs the entries that both sides have added: with the same `_id`, or equal ones. */
function pairAdded(mine: readonly unknown[], theirs: readonly unknown[], prints: Fingerprints): Partners {
  const printOf = (entry: unknown) => prints.of(entry)
  return pairByKey(pairByKey([], mine.map(idOf), theirs.map(idOf)), mine.map(printOf), theirs.map(printOf))
}

interface Edited {
  entries: readonly unknown[]
  /** As {@link alignEntries} resolves with. */
  partners: Partners
}

/**
 * Equal neighbours without an `_id` cannot be told apart: if a side has removed some of them, they are the ones that the
 * other side has removed too, or else ones that it has not changed.
 */
function spreadRemovals(base: readonly unknown[], side: Edited, other: Edited, prints: Fingerprints) {
  const sideOf = indexesInEdited(side)
  const otherOf = indexesInEdited(other)
  for (const run of runsOfEqual(base, prints)) {
    const indexes = run.flatMap((at) => sideOf.get(at) ?? [])
    if (indexes.length === 0 || indexes.length === run.length || !isRising(indexes)) continue
    const preference = (at: number) => {
      const position = otherOf.get(at)
      if (position === undefined) return 0
      return prints.isSame(base[at], other.entries[position]) ? 1 : 2
    }
    const removed = new Set(
      [...run].sort((a, b) => preference(a) - preference(b) || b - a).slice(0, run.length - indexes.length),
    )
    run
      .filter((at) => !removed.has(at))
      .forEach((at, index) => {
        const position = indexes[index]
        if (position !== undefined) side.partners[position] = at
      })
  }
}

function indexesInEdited({ partners }: Edited) {
  return new Map(partners.flatMap((partner, at) => (partner === undefined ? [] : [[partner, at]])))
}

/** The indexes of neighbours that are equal and have no `_id`. */
function runsOfEqual(entries: readonly unknown[], prints: Fingerprints): number[][] {
  const runs: number[][] = []
  let run: number[] = []
  entries.forEach((entry, at) => {
    const isNext = at > 0 && idOf(entry) === undefined && prints.isSame(entries[at - 1], entry)
    if (isNext && run.length > 0) run.push(at)
    else {
      run = idOf(entry) === undefined ? [at] : []
      if (run.length > 0) runs.push(run)
    }
  })
  return runs.filter(({ length }) => length > 1)
}

function isRising(numbers: readonly number[]) {
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))
}

interface Ordered {
  origins: Origin[]
  /** The entries that both sides have moved to different places. */
  contested: ReadonlySet<Origin>
}

/**
 * Orders merged entries: the list of the `leading` side, with the moves of the other side. An entry that only the other
 * side has, or has moved, follows the entry that it follows there, after entries that only the leading side has there.
 */
export function orderEntries(entries: readonly Origin[], leading: Side): Ordered {
  const other: Side = leading === 'mine' ? 'theirs' : 'mine'
  const moved = findMoves(entries)
  const contested = findContested(entries, moved)
  const chain = new Chain(sortBy(entries, leading))
  const isOnlyLeading = (entry: Origin) => entry[other] === undefined
  const insert = (isInserted: (entry: Origin) => boolean) => {
    let anchor: Origin | undefined
    for (const entry of sortBy(entries, other)) {
      if (isInserted(entry)) chain.moveAfter(anchor, entry, isOnlyLeading)
      if (chain.has(entry)) anchor = entry
    }
  }
  insert((entry) => moved[other].has(entry) && (!moved[leading].has(entry) || contested.has(entry)) && chain.has(entry))
  insert((entry) => entry[leading] === undefined)
  return { origins: chain.toList(), contested }
}

function sortBy(entries: readonly Origin[], side: Side | 'base'): Origin[] {
  return entries.filter((entry) => entry[side] !== undefined).sort((a, b) => (a[side] ?? 0) - (b[side] ?? 0))
}

/**
 * The entries that each side has moved, as few as possible. If two neighbours have changed places, either may be the one
 * that was moved: then it is one that the other side has not moved.
 */
function findMoves(entries: readonly Origin[]): Record<Side, ReadonlySet<Origin>> {
  const both = entries.filter(({ mine, theirs }) => mine !== undefined && theirs !== undefined)
  const movesOf = (side: Side, kept: ReadonlySet<Origin>) => {
    const ordered = sortBy(both, side).filter(({ base }) => base !== undefined)
    const stays = longestRising(
      ordered.map(({ base }) => base ?? 0),
      (at) => kept.has(ordered[at] ?? {}),
    )
    return new Set(ordered.filter((_, at) => !stays.has(at)))
  }
  const theirs = movesOf('theirs', movesOf('mine', new Set()))
  return { mine: movesOf('mine', theirs), theirs }
}

function findContested(entries: readonly Origin[], moved: Record<Side, ReadonlySet<Origin>>): ReadonlySet<Origin> {
  const both = [...moved.mine].filter((entry) => moved.theirs.has(entry))
  if (both.length === 0) return new Set()
  const isSteady = (entry: Origin) =>
    entry.base !== undefined &&
    entry.mine !== undefined &&
    entry.theirs !== undefined &&
    !moved.mine.has(entry) &&
    !moved.theirs.has(entry)
  /** For each entry the nearest one before it that no side has moved. */
  const anchorsIn = (side: Side) => {
    const anchors = new Map<Origin, Origin | undefined>()
    let anchor: Origin | undefined
    for (const entry of sortBy(entries, side)) {
      anchors.set(entry, anchor)
      if (isSteady(entry)) anchor = entry
    }
    return anchors
  }
  const [inMine, inTheirs] = [anchorsIn('mine'), anchorsIn('theirs')]
  return new Set(both.filter((entry) => inMine.get(entry) !== inTheirs.get(entry)))
}

/** A linked list of entries, in which an entry is moved without a search. */
class Chain {
  /** The neighbours of each entry; undefined is the end on that side. The key undefined stands for both ends. */
  readonly #next = new Map<Origin | undefined, Origin | undefined>()
  readonly #previous = new Map<Origin | undefined, Origin | undefined>()

  constructor(entries: readonly Origin[]) {
    ;[undefined, ...entries].forEach((entry, at) => {
      this.#link(entry, entries[at])
    })
  }

  has(entry: Origin) {
    return this.#next.has(entry)
  }

  /** Places an entry after another one (undefined: at the beginning), behind those that `isPassed` is true for. */
  moveAfter(anchor: Origin | undefined, entry: Origin, isPassed: (entry: Origin) => boolean) {
    if (this.has(entry)) this.#link(this.#previous.get(entry), this.#next.get(entry))
    let before = anchor
    for (let next = this.#next.get(before); next && isPassed(next); next = this.#next.get(next)) before = next
    const after = this.#next.get(before)
    this.#link(before, entry)
    this.#link(entry, after)
  }

  toList(): Origin[] {
    const list: Origin[] = []
    for (let entry = this.#next.get(undefined); entry; entry = this.#next.get(entry)) list.push(entry)
    return list
  }

  #link(before: Origin | undefined, after: Origin | undefined) {
    this.#next.set(before, after)
    this.#previous.set(after, before)
  }
}
