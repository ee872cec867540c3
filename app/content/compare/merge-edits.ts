import { listDifferences } from './content-differences.ts'
import { asRecord, idOf, isRecord, type Fields } from './content-words.ts'
import { matchEntries, movedEntries } from './match-entries.ts'

/** A place that the two sides have changed differently. */
export interface Collision {
  /** Name of the form field in the merged content; of the list for a removed entry or an order; '' for the whole. */
  name: string
  /** `_id` of an entry that mine has removed and theirs has changed. */
  entryId?: string
  isOrder?: true
}

export interface Merged {
  /** Contains the changes of both sides; mine in the places where they collide. */
  value: unknown
  collisions: Collision[]
}

/**
 * Merges two edits of one base: if only one side has changed a value, its change is used. Entries with an `_id` are
 * merged one by one, whatever their index. A list without `_id`s is merged index by index if no side has changed its
 * length; otherwise it is one value.
 */
export function mergeEdits(base: unknown, mine: unknown, theirs: unknown): Merged {
  const { value, collisions } = merge(base, mine, theirs)
  return {
    value,
    collisions: collisions.map((collision) => ({ ...collision, name: collision.name.replace(/^\./, '') })),
  }
}

/** As {@link mergeEdits}, but the names are relative to the value: `.title`, `[2].title`. */
function merge(base: unknown, mine: unknown, theirs: unknown): Merged {
  if (isSame(mine, theirs) || isSame(base, theirs)) return agreed(mine)
  if (isSame(base, mine)) return agreed(theirs)
  if (Array.isArray(mine) && Array.isArray(theirs)) return mergeLists(Array.isArray(base) ? base : [], mine, theirs)
  if (isRecord(mine) && isRecord(theirs)) return mergeRecords(asRecord(base), mine, theirs)
  return { value: mine, collisions: [{ name: '' }] }
}

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
    // One side has removed it. If the other has changed it, that is a collision, and mine wins.
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
 * The order of the side that moved entries; mine if both did. An entry that only the other side has is placed after the
 * entry that it follows there.
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

/** True if each entry has an id of its own. An entry that was just added in a form may have none yet. */
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
