import { listDifferences } from './content-differences.ts'
import { asRecord, idOf, isRecord } from './content-words.ts'
import { matchEntries, movedEntries } from './match-entries.ts'

/** A place that both sides have changed, and differently. */
export interface Collision {
  /** Name of the form field in the merged content; of the list where an entry or the order is meant; '' for the whole. */
  name: string
  /** `_id` of an entry that one side has removed and the other changed. */
  entryId?: string
  isOrder?: true
}

export interface Merged {
  /** Both sides' changes; where they collide, mine. */
  value: unknown
  collisions: Collision[]
}

/**
 * Merges two edits that were made from one state: what only one side has changed is taken from that side. Entries with an
 * `_id` are merged one by one wherever they stand; lists without are merged place by place where no side has changed their
 * length, and are one value otherwise.
 */
export function mergeEdits(base: unknown, mine: unknown, theirs: unknown): Merged {
  const { value, collisions } = merge(base, mine, theirs)
  return {
    value,
    collisions: collisions.map((collision) => ({ ...collision, name: collision.name.replace(/^\./, '') })),
  }
}

/** As {@link mergeEdits}, with names that begin at the value: `.title`, `[2].title`. */
function merge(base: unknown, mine: unknown, theirs: unknown): Merged {
  if (isSame(mine, theirs) || isSame(base, theirs)) return agreed(mine)
  if (isSame(base, mine)) return agreed(theirs)
  if (Array.isArray(mine) && Array.isArray(theirs)) return mergeLists(Array.isArray(base) ? base : [], mine, theirs)
  if (isRecord(mine) && isRecord(theirs)) return mergeRecords(asRecord(base), mine, theirs)
  return { value: mine, collisions: [{ name: '' }] }
}

type Fields = Record<string, unknown>

function mergeRecords(base: Fields, mine: Fields, theirs: Fields): Merged {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const merged = keys.map((key) => ({ key, ...merge(base[key], mine[key], theirs[key]) }))
  return {
    value: Object.fromEntries(merged.map(({ key, value }) => [key, value])),
    collisions: merged.flatMap(({ key, collisions }) => within(`.${key}`, collisions)),
  }
}

function mergeLists(base: unknown[], mine: unknown[], theirs: unknown[]): Merged {
  if ([base, mine, theirs].every(hasIds)) return mergeKeyed(base, mine, theirs)
  if (base.length !== mine.length || base.length !== theirs.length) return { value: mine, collisions: [{ name: '' }] }
  return listOf(mine.map((entry, at) => merge(base[at], entry, theirs[at])))
}

function mergeKeyed(base: unknown[], mine: unknown[], theirs: unknown[]): Merged {
  const [inBase, inMine, inTheirs] = [byId(base), byId(mine), byId(theirs)]
  const lost: Collision[] = []
  const { ids, isContested } = orderOf(base, mine, theirs)
  const kept = ids.flatMap((id): Merged[] => {
    const [before, own, other] = [inBase.get(id), inMine.get(id), inTheirs.get(id)]
    if (own !== undefined && other !== undefined) return [merge(before, own, other)]
    const stays = own ?? other
    if (before === undefined) return [agreed(stays)]
    // One side has removed it: without a word where the other left it alone, else mine goes first.
    if (isSame(before, stays)) return []
    if (own !== undefined) return [{ value: own, collisions: [{ name: '' }] }]
    lost.push({ name: '', entryId: id })
    return []
  })
  const { value, collisions } = listOf(kept)
  const order: Collision[] = isContested ? [{ name: '', isOrder: true }] : []
  return { value, collisions: [...collisions, ...lost, ...order] }
}

/**
 * The order of the side that moved entries; mine if both did. An entry that only the other side has is placed after the entry
 * that it follows there.
 */
function orderOf(base: unknown[], mine: unknown[], theirs: unknown[]) {
  const isMoved = (from: unknown[], to: unknown[]) => movedEntries(matchEntries(from, to)).length > 0
  const [mineMoved, theirsMoved] = [isMoved(base, mine), isMoved(base, theirs)]
  const [leading, other] = theirsMoved && !mineMoved ? [theirs, mine] : [mine, theirs]
  const leadingIds = new Set(byId(leading).keys())
  const followers = new Map<string | undefined, string[]>()
  let anchor: string | undefined
  for (const id of byId(other).keys()) {
    if (leadingIds.has(id)) anchor = id
    else followers.set(anchor, [...(followers.get(anchor) ?? []), id])
  }
  const ids = [undefined, ...leadingIds].flatMap((id) => [
    ...(id === undefined ? [] : [id]),
    ...(followers.get(id) ?? []),
  ])
  return { ids, isContested: mineMoved && theirsMoved && isMoved(mine, theirs) }
}

function listOf(entries: Merged[]): Merged {
  return {
    value: entries.map(({ value }) => value),
    collisions: entries.flatMap(({ collisions }, at) => within(`[${at}]`, collisions)),
  }
}

function within(prefix: string, collisions: Collision[]) {
  return collisions.map((collision) => ({ ...collision, name: prefix + collision.name }))
}

/** An entry that was just added in a form may have no id yet, and two that share one cannot be told apart. */
function hasIds(entries: unknown[]) {
  const ids = entries.flatMap((entry) => idOf(entry) ?? [])
  return new Set(ids).size === entries.length
}

function byId(entries: unknown[]) {
  return new Map(entries.map((entry) => [idOf(entry) ?? '', entry]))
}

function agreed(value: unknown): Merged {
  return { value, collisions: [] }
}

function isSame(one: unknown, other: unknown) {
  return listDifferences(one, other).length === 0
}
