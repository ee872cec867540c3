import { asRecord, idOf, isRecord, type Fields } from './content-words.ts'
import { Fingerprints } from './fingerprints.ts'
import { alignLists, orderEntries, type Origin } from './merge-order.ts'

/** A place that the two sides have changed differently. */
export interface Collision {
  /** Name of the form field in the merged content: `members[2].title`; '' for the whole content. */
  name: string
  /**
   * - `value`: both sides have changed it; the merged content has mine.
   * - `removed`: one side has removed the entry and the other has changed it; the merged content has the changed one.
   * - `order`: both sides have moved the same entries of this list to different places; the merged content has my order.
   */
  kind: 'value' | 'removed' | 'order'
  /** The values of the two sides; undefined for the side that has none. */
  mine?: unknown
  theirs?: unknown
  /** For an order: the indexes of the merged entries in their order, and of the entries that both have moved. */
  order?: readonly number[] | undefined
  moved?: readonly number[] | undefined
  /**
   * Why the schema refuses the merge of the two sides: then a person has to choose one, because either leaves out
   * changes of the other.
   */
  limit?: string | undefined
  /** Identifies it while the collisions of a merge are decided one after the other. */
  key?: number | undefined
}

export interface Merged {
  /** Contains the changes of both sides. No entry that one side has added or changed is left out. */
  value: unknown
  collisions: Collision[]
}

/** What one merge shares between its steps. */
interface MergeContext {
  prints: Fingerprints
  /** True if the base is unknown. Then every difference is a collision. */
  isBaseUnknown: boolean
}

/**
 * Merges two edits of one base. If only one side has changed a value, its change is used. Lists are merged as sequences:
 * the two sides collide only if both have changed the same field of the same entry, if one has removed what the other
 * has changed, or if both have moved the same entry to different places. See `alignEntries` for how an entry without an
 * `_id` is recognised. If both sides add entries at the same place, theirs come first. An equal entry that both add is
 * added once, with their `_id`.
 */
export function mergeEdits(base: unknown, mine: unknown, theirs: unknown): Merged {
  return withoutDots(mergeValues({ prints: new Fingerprints(), isBaseUnknown: false }, base, mine, theirs))
}

/** Merges two states whose base is unknown: every difference is a collision, and every entry of both is kept. */
export function mergeWithoutBase(mine: unknown, theirs: unknown): Merged {
  return withoutDots(mergeValues({ prints: new Fingerprints(), isBaseUnknown: true }, undefined, mine, theirs))
}

/** Names of a record's fields begin with a dot while they are relative: `.title`, `[2].title`. */
function withoutDots({ value, collisions }: Merged): Merged {
  return { value, collisions: collisions.map((one) => ({ ...one, name: one.name.replace(/^\./, '') })) }
}

/** As {@link mergeEdits}, but the names are relative to the value. */
function mergeValues(context: MergeContext, base: unknown, mine: unknown, theirs: unknown): Merged {
  const { prints } = context
  if (prints.isSame(mine, theirs)) return agreed(theirs)
  if (!context.isBaseUnknown) {
    if (prints.isSame(base, theirs)) return agreed(mine)
    if (prints.isSame(base, mine)) return agreed(theirs)
  }
  if (Array.isArray(mine) || Array.isArray(theirs)) {
    const lists = [base, mine, theirs].map(asList)
    if (lists.every((list) => list !== undefined || context.isBaseUnknown)) {
      const [from = [], own = [], other = []] = lists
      return mergeLists(context, from, own, other)
    }
  }
  if (isRecord(mine) && isRecord(theirs)) return mergeRecords(context, asRecord(base), mine, theirs)
  return { value: mine, collisions: [{ name: '', kind: 'value', mine, theirs }] }
}

function mergeRecords(context: MergeContext, base: Fields, mine: Fields, theirs: Fields): Merged {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const merged = keys.map((key) => ({
    key,
    ...(key === '_id' ? agreed(idOf(theirs) ?? idOf(mine)) : mergeValues(context, base[key], mine[key], theirs[key])),
  }))
  return {
    value: Object.fromEntries(merged.map(({ key, value }) => [key, value])),
    collisions: merged.flatMap(({ key, collisions }) => within(`.${key}`, collisions)),
  }
}

/** Merges two edits of a list, as {@link mergeValues} does. */
function mergeLists(
  context: MergeContext,
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): Merged {
  const merges = new Map<Origin, Merged>()
  for (const origin of alignLists(base, mine, theirs, context.prints)) {
    const merged = mergeEntry(context, origin, { base, mine, theirs })
    if (merged) merges.set(origin, merged)
  }
  const { origins, contested } = orderEntries([...merges.keys()], 'theirs')
  const entries = origins.map((origin) => merges.get(origin) ?? agreed(undefined))
  const collisions = entries.flatMap(({ collisions: inside }, at) => within(`[${at}]`, inside))
  if (contested.size > 0) {
    const at = new Map(origins.map((origin, index) => [origin, index]))
    const indexesOf = (ordered: Iterable<Origin>) => [...ordered].flatMap((origin) => at.get(origin) ?? [])
    const order = indexesOf(orderEntries([...merges.keys()], 'mine').origins)
    collisions.push({ name: '', kind: 'order', order, moved: indexesOf(contested) })
  }
  return { value: entries.map(({ value }) => value), collisions }
}

type Sides = Record<'base' | 'mine' | 'theirs', readonly unknown[]>

/** Undefined if the entry is in no side any more. */
function mergeEntry(context: MergeContext, at: Origin, lists: Sides): Merged | undefined {
  const before = at.base === undefined ? undefined : lists.base[at.base]
  const own = at.mine === undefined ? undefined : lists.mine[at.mine]
  const other = at.theirs === undefined ? undefined : lists.theirs[at.theirs]
  if (at.mine !== undefined && at.theirs !== undefined) return mergeValues(context, before, own, other)
  const kept = at.mine === undefined ? other : own
  if (at.mine === undefined && at.theirs === undefined) return undefined
  if (at.base === undefined && !context.isBaseUnknown) return agreed(kept)
  // One side has removed it. If the other has not changed it, it is removed.
  if (at.base !== undefined && context.prints.isSame(before, kept)) return undefined
  return { value: kept, collisions: [{ name: '', kind: 'removed', mine: own, theirs: other }] }
}

function within(prefix: string, collisions: readonly Collision[]): Collision[] {
  return collisions.map((collision) => ({ ...collision, name: prefix + collision.name }))
}

function agreed(value: unknown): Merged {
  return { value, collisions: [] }
}

/** A list that is missing or emptied by a form is an empty one. Undefined for anything else. */
function asList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined || value === '' ? [] : undefined
}
