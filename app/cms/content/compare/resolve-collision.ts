import { describeCollisions, stepsOf, valueAt, type DescribedCollision } from './describe-collisions.ts'
import type { SchemaLabels } from './content-differences.ts'
import { isRecord, type Fields } from './content-words.ts'
import type { Collision, Merged } from './merge-edits.ts'

/** Which side to keep at a collision; `both` keeps my entry and adds theirs after it. */
export type Choice = 'mine' | 'theirs' | 'both'

/** A change of a list, as the list buttons of a form make it. Indexes start at 0. */
export type ListChange =
  | { type: 'insert'; list: string; index: number }
  | { type: 'remove'; list: string; index: number }
  | { type: 'reorder'; list: string; from: number; to: number }

/** The change that a list button of a form makes, from its value; undefined if it makes none. */
export function readListChange(text: string): ListChange | undefined {
  const { type, payload } = JSON.parse(text || '{}') as { type?: string; payload?: Record<string, unknown> }
  const { name: list, index, from, to } = payload ?? {}
  if (typeof list !== 'string') return undefined
  if (type === 'insert') return { type, list, index: typeof index === 'number' ? index : Infinity }
  if (type === 'remove' && typeof index === 'number') return { type, list, index }
  return type === 'reorder' && typeof from === 'number' && typeof to === 'number' ? { type, list, from, to } : undefined
}

interface ResolveOptions {
  /** Makes the `_id` of an entry that is kept in both versions. */
  newId: () => string
  /** True if a content is valid. A list is not doubled where that breaks a limit of it. */
  isValid: (content: unknown) => boolean
}

/** Keeps one side at a collision, or both. The names of the other collisions are those after the change. */
export function resolveCollision(merged: Merged, at: number, choice: Choice, options: ResolveOptions): Merged {
  const collision = merged.collisions[at]
  if (!collision) return merged
  const rest = { ...merged, collisions: merged.collisions.filter((_, index) => index !== at) }
  if (choice === 'both') return keepBoth(merged, collision, options) ?? rest
  if (collision.kind === 'removed') {
    const isKept = collision[choice] !== undefined
    if (isKept) return rest
    // The whole content: an entry of a collection.
    return collision.name === '' ? { ...rest, value: undefined } : removeEntry(rest, collision.name)
  }
  if (choice === 'mine') return rest
  if (collision.kind === 'order') return reorder(rest, collision)
  return { ...rest, value: withValue(rest.value, stepsOf(collision.name), () => collision.theirs) }
}

/** A collision in words, with the choices that make sense for it. */
export interface CollisionToResolve extends DescribedCollision {
  choices: readonly Choice[]
  collision: Collision
  /** The choice that was made before the form was refused. */
  chosen?: Choice | undefined
}

/** For most collisions it is not worth the time to find out whether both versions can be kept. */
const MAX_WITH_BOTH = 50

/** The collisions of a merge, for a person who has to choose at each of them. */
export function collisionsToResolve(
  merged: Merged,
  fieldLabels: SchemaLabels | undefined,
  isValid: ResolveOptions['isValid'],
): CollisionToResolve[] {
  const options = { newId: () => 'new', isValid }
  return describeCollisions(merged, fieldLabels).flatMap((described, at) => {
    const collision = merged.collisions[at]
    if (!collision) return []
    const choices = at < MAX_WITH_BOTH ? choicesAt(merged, collision, options) : (['mine', 'theirs'] as const)
    return [{ ...described, collision: { ...collision, key: at }, choices }]
  })
}

/** The choices that make sense at each collision. */
export function choicesAt(merged: Merged, collision: Collision, options: ResolveOptions): Choice[] {
  const canKeepBoth = collision.kind === 'value' && keepBoth(merged, collision, options) !== undefined
  return canKeepBoth ? ['mine', 'theirs', 'both'] : ['mine', 'theirs']
}

/** The answers of a form to {@link collisionsToResolve}, in their order: its fields `choice-0`, `choice-1` and so on. */
export function readChoices(entries: Iterable<readonly [string, unknown]>): (Choice | undefined)[] {
  const choices: (Choice | undefined)[] = []
  for (const [name, value] of entries) {
    const at = /^choice-(\d{1,4})$/.exec(name)?.[1]
    if (at !== undefined && (value === 'mine' || value === 'theirs' || value === 'both')) choices[Number(at)] = value
  }
  return Array.from(choices)
}

/** The merge with a choice at each collision, in their order; undefined leaves a collision as it is. */
export function resolveEach(merged: Merged, choices: readonly (Choice | undefined)[], options: ResolveOptions): Merged {
  const keyed = { ...merged, collisions: merged.collisions.map((collision, key) => ({ ...collision, key })) }
  return choices.reduce<Merged>((resolved, choice, key) => {
    // A choice may have decided other collisions in the same entry too.
    const at = resolved.collisions.findIndex((collision) => collision.key === key)
    return choice === undefined || at < 0 ? resolved : resolveCollision(resolved, at, choice, options)
  }, keyed)
}

/** True if nothing may be assumed at a collision, and no choice was made. */
export function isUndecided({ collision, chosen }: Pick<CollisionToResolve, 'collision' | 'chosen'>): boolean {
  return collision.limit !== undefined && chosen === undefined
}

/**
 * Doubles the innermost entry around a collision that may be in its list twice: mine, and after it theirs with the values
 * of all collisions in that entry. Undefined if there is none.
 */
function keepBoth(merged: Merged, { name }: Collision, { newId, isValid }: ResolveOptions): Merged | undefined {
  for (const entry of entriesAround(name)) {
    const mine = valueAt(merged.value, entry.name)
    const inside = merged.collisions.filter((one) => one.kind === 'value' && isWithin(one.name, entry.name))
    const theirs = inside.reduce<unknown>(
      (value, one) => withValue(value, stepsOf(one.name.slice(entry.name.length)), () => one.theirs),
      mine,
    )
    const added = isRecord(theirs) && Object.hasOwn(theirs, '_id') ? { ...theirs, _id: newId() } : theirs
    const value = withValue(merged.value, stepsOf(entry.list), (list) =>
      Array.isArray(list) ? (list as unknown[]).toSpliced(entry.index + 1, 0, added) : list,
    )
    if (!isValid(value)) continue
    const change: ListChange = { type: 'insert', list: entry.list, index: entry.index + 1 }
    const others = merged.collisions.filter((one) => !inside.includes(one))
    return { value, collisions: others.flatMap((one) => followListChange(one, change) ?? []) }
  }
  return undefined
}

function removeEntry({ value, collisions }: Merged, name: string): Merged {
  const [entry] = entriesAround(name)
  if (!entry) return { value, collisions }
  const change: ListChange = { type: 'remove', list: entry.list, index: entry.index }
  return {
    value: withValue(value, stepsOf(entry.list), (list) =>
      Array.isArray(list) ? (list as unknown[]).toSpliced(entry.index, 1) : list,
    ),
    collisions: collisions.flatMap((one) => followListChange(one, change) ?? []),
  }
}

function reorder({ value, collisions }: Merged, { name, order = [] }: Collision): Merged {
  const indexOf = new Map(order.map((at, index) => [at, index]))
  const reordered = withValue(value, stepsOf(name), (list) => {
    if (!Array.isArray(list) || order.length !== list.length) return list
    const entries: readonly unknown[] = list
    return order.map((at) => entries[at])
  })
  const moved = collisions.map((one) => {
    const index = indexIn(one.name, name)
    return index === undefined ? one : { ...one, name: withIndex(one.name, name, indexOf.get(index) ?? index) }
  })
  return { value: reordered, collisions: moved }
}

/**
 * The collision, or what describes one, with its name after a change of a list. Undefined if it was in a removed entry, or
 * is the order of that list, which is then decided.
 */
export function followListChange<Described extends { name: string; kind: Collision['kind'] }>(
  described: Described,
  change: ListChange,
): Described | undefined {
  if (described.kind === 'order' && described.name === change.list) return undefined
  const index = indexIn(described.name, change.list)
  if (index === undefined) return described
  const next = indexAfter(index, change)
  return next === undefined ? undefined : { ...described, name: withIndex(described.name, change.list, next) }
}

function indexAfter(index: number, change: ListChange): number | undefined {
  if (change.type === 'insert') return index >= change.index ? index + 1 : index
  if (change.type === 'remove') {
    if (index === change.index) return undefined
    return index > change.index ? index - 1 : index
  }
  const { from, to } = change
  if (index === from) return to
  if (from < index && index <= to) return index - 1
  return to <= index && index < from ? index + 1 : index
}

/** The entries around a field, the innermost one first: of `a[1].b[2].c` these are `a[1].b[2]` and `a[1]`. */
function entriesAround(name: string): { name: string; list: string; index: number }[] {
  return [...name.matchAll(/\[(\d+)\]/g)]
    .map((match) => ({
      name: name.slice(0, match.index + match[0].length),
      list: name.slice(0, match.index),
      index: Number(match[1]),
    }))
    .reverse()
}

/** The index of the entry of this list in which a field is; undefined if it is in none. */
function indexIn(name: string, list: string): number | undefined {
  const digits = name.startsWith(`${list}[`) ? /^\d+(?=\])/.exec(name.slice(list.length + 1))?.[0] : undefined
  return digits === undefined ? undefined : Number(digits)
}

function withIndex(name: string, list: string, index: number) {
  return `${list}[${index}${name.slice(name.indexOf(']', list.length))}`
}

function isWithin(name: string, around: string) {
  return name === around || ['.', '['].some((next) => name.startsWith(around + next))
}

/** A copy of a content with another value at the name of a field. */
function withValue(content: unknown, [step, ...rest]: string[], change: (before: unknown) => unknown): unknown {
  if (step === undefined) return change(content)
  if (Array.isArray(content)) {
    const entries: unknown[] = [...(content as unknown[])]
    entries[Number(step)] = withValue(entries[Number(step)], rest, change)
    return entries
  }
  const fields: Fields = isRecord(content) ? content : {}
  return { ...fields, [step]: withValue(fields[step], rest, change) }
}
