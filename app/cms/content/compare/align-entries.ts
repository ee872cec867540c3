import { diffArrays } from 'diff'
import { asRecord, idOf, isRecord, titleOf } from './content-words.ts'
import type { Fingerprints } from './fingerprints.ts'
import { pairByKey, type Partners } from './match-entries.ts'

/** Above this number of differences, equal entries are paired in list order. Limits the time. */
const MAX_EDITS = 400
/** Above this number of possible pairs in one gap, edited entries are paired in list order. Limits the time. */
const MAX_PAIRS = 10_000

/**
 * For each entry of `edited` the index of the entry of `base` that it was; undefined for a new one. The steps, each for
 * the entries that the steps before have not paired: equal `_id`; equal content in the same order; equal content
 * elsewhere; equal title; the most similar one between the same neighbours. An entry with an `_id` is never paired with
 * one that has another `_id`.
 */
export function alignEntries(base: readonly unknown[], edited: readonly unknown[], prints: Fingerprints): Partners {
  const baseIds = base.map(idOf)
  const ids = edited.map(idOf)
  let partners = pairByKey([], ids, baseIds)
  if (!ids.includes(undefined) && !baseIds.includes(undefined)) return partners

  const basePrints = base.map((entry) => prints.of(entry))
  const editedPrints = edited.map((entry) => prints.of(entry))
  const withoutId = <Key>(keys: readonly Key[], of: readonly unknown[]) =>
    keys.map((key, at) => (of[at] === undefined ? key : undefined))
  pairInOrder(partners, withoutId(editedPrints, ids), withoutId(basePrints, baseIds))
  partners = pairByKey(partners, withoutId(editedPrints, ids), basePrints)
  partners = pairByKey(partners, editedPrints, withoutId(basePrints, baseIds))
  partners = pairByKey(partners, withoutId(edited.map(titleOf), ids), withoutId(base.map(titleOf), baseIds))
  pairBetweenNeighbours(partners, edited, base, prints)
  return partners
}

/** Pairs equal keys so that the pairs are in the same order on both sides, as many as possible. */
function pairInOrder(
  partners: Partners,
  edited: readonly (string | undefined)[],
  base: readonly (string | undefined)[],
) {
  const taken = new Set(partners)
  const left = edited.flatMap((key, at) => (key === undefined || partners[at] !== undefined ? [] : [{ key, at }]))
  const right = base.flatMap((key, at) => (key === undefined || taken.has(at) ? [] : [{ key, at }]))
  let head = 0
  while (head < left.length && head < right.length && left[head]?.key === right[head]?.key) head += 1
  let tail = 0
  while (tail < Math.min(left.length, right.length) - head && left.at(-1 - tail)?.key === right.at(-1 - tail)?.key) {
    tail += 1
  }
  const pair = (x: number, y: number) => {
    const [one, other] = [left[x], right[y]]
    if (one && other) partners[one.at] = other.at
  }
  for (let at = 0; at < head; at += 1) pair(at, at)
  for (let at = 1; at <= tail; at += 1) pair(left.length - at, right.length - at)
  const keysOf = (side: typeof left) => side.slice(head, side.length - tail).map(({ key }) => key)
  let [x, y] = [head, head]
  for (const { added, removed, count } of diffArrays(keysOf(left), keysOf(right), { maxEditLength: MAX_EDITS }) ?? []) {
    if (!added && !removed) for (let at = 0; at < count; at += 1) pair(x + at, y + at)
    if (!added) x += count
    if (!removed) y += count
  }
}

/**
 * Pairs edited entries that lie between the same paired entries on both sides; then those that only follow, or only
 * precede, the same one, if they are alike.
 */
function pairBetweenNeighbours(
  partners: Partners,
  edited: readonly unknown[],
  base: readonly unknown[],
  prints: Fingerprints,
) {
  for (const kind of ['between', 'after', 'before'] as const) {
    const editedOf = new Map(partners.flatMap((partner, at) => (partner === undefined ? [] : [[partner, at]])))
    const inBase = gapsOf(base, kind, (at) => (editedOf.has(at) ? at : undefined))
    const inEdited = gapsOf(edited, kind, (at) => partners[at])
    const least = kind === 'between' ? 0 : ALIKE
    for (const [gap, indexes] of inEdited) {
      const similar = (x: number, y: number) => similarity(edited[x], base[y], prints)
      for (const [one, other] of pairMostSimilar(indexes, inBase.get(gap) ?? [], similar, least)) {
        partners[one] = other
      }
    }
  }
}

/** The places of entries without a pair and an `_id`, by the paired entries around them. -1 is the end of the list. */
function gapsOf(
  entries: readonly unknown[],
  kind: 'between' | 'after' | 'before',
  pairOf: (at: number) => number | undefined,
) {
  const before: number[] = []
  let pair = -1
  for (let at = 0; at < entries.length; at += 1) before[at] = pair = pairOf(at) ?? pair
  const gaps = new Map<string, number[]>()
  let next = -1
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    next = pairOf(at) ?? next
    if (pairOf(at) !== undefined || idOf(entries[at]) !== undefined) continue
    const gap = `${kind === 'before' ? '' : before[at]}:${kind === 'after' ? '' : next}`
    const indexes = gaps.get(gap)
    if (indexes) indexes.push(at)
    else gaps.set(gap, [at])
  }
  for (const indexes of gaps.values()) indexes.reverse()
  return gaps
}

/**
 * Pairs two sequences in order so that the sum of the similarities is the highest; earlier places come first. No pair is
 * less similar than `least`.
 */
function pairMostSimilar(
  ones: readonly number[],
  others: readonly number[],
  similar: (one: number, other: number) => number,
  least: number,
): [number, number][] {
  if (ones.length * others.length > MAX_PAIRS) {
    if (least > 0) return []
    return ones.flatMap((one, at): [number, number][] => {
      const other = others[at]
      return other === undefined ? [] : [[one, other]]
    })
  }
  // best[x][y] is the highest sum for the entries from x and from y on.
  const best = Array.from({ length: ones.length + 1 }, () => new Float64Array(others.length + 1))
  const at = (x: number, y: number) => best[x]?.[y] ?? 0
  const withPair = (x: number, y: number) => {
    const similarity = similar(ones[x] ?? 0, others[y] ?? 0)
    return similarity < least ? -1 : ALWAYS_PAIRED + similarity + at(x + 1, y + 1)
  }
  for (let x = ones.length - 1; x >= 0; x -= 1) {
    for (let y = others.length - 1; y >= 0; y -= 1) {
      const row = best[x]
      if (row) row[y] = Math.max(withPair(x, y), at(x + 1, y), at(x, y + 1))
    }
  }
  const pairs: [number, number][] = []
  let [x, y] = [0, 0]
  while (x < ones.length && y < others.length) {
    if (at(x, y) === withPair(x, y)) {
      pairs.push([ones[x] ?? 0, others[y] ?? 0])
      x += 1
      y += 1
    } else if (at(x, y) === at(x + 1, y)) x += 1
    else y += 1
  }
  return pairs
}

/** Entries that are at least this similar are the same one, edited. */
const ALIKE = 0.5
/** Between the same neighbours, an entry that was replaced by another text counts as edited, even if the texts have nothing in common. */
const ALWAYS_PAIRED = 0.01

/** From 0 to 1: how much of two values is the same. */
function similarity(one: unknown, other: unknown, prints: Fingerprints): number {
  if (prints.isSame(one, other)) return 1
  if (typeof one === 'string' && typeof other === 'string') return commonEnds(one, other)
  if (!isRecord(one) || !isRecord(other)) return 0
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  const sum = keys.reduce((total, key) => {
    const [a, b] = [asRecord(one)[key], asRecord(other)[key]]
    if (typeof a === 'string' && typeof b === 'string') return total + commonEnds(a, b)
    return total + (prints.isSame(a, b) ? 1 : 0)
  }, 0)
  return sum / Math.max(keys.length, 1)
}

/** The part of the longer text that both begin and end with. */
function commonEnds(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length, 1_000)
  let head = 0
  while (head < shorter && one[head] === other[head]) head += 1
  let tail = 0
  while (tail < shorter - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1
  return (head + tail) / Math.max(one.length, other.length, 1)
}
