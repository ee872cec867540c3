import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { ContentIssue } from '#app/cms/content/store/store.types.ts'
import { longLists } from '#app/cms/define/list-length.ts'
import { asRecord, isRecord } from './content-words.ts'
import { mergeEdits, mergeWithoutBase, type Collision, type Merged } from './merge-edits.ts'

export interface MergedContent extends Merged {
  /**
   * Set if the schema refuses the merge of the two sides, such as a list that became too long: that merge, and the
   * reasons. `value` then has my version of the fields at fault, which are collisions.
   */
  refused?: { value: unknown; issues: ContentIssue[] }
}

/**
 * Merges two edits of a content by its schema, as {@link mergeEdits} does. If mine is valid, so is the result. Without a
 * `base`, every difference is a collision. A side that is undefined is an entry of a collection that does not exist: a
 * removal collides with a change as a whole.
 */
export function mergeContent(
  schema: z.ZodType,
  { base, mine, theirs }: { base: { value: unknown } | undefined; mine: unknown; theirs: unknown },
): MergedContent {
  if (mine === undefined || theirs === undefined) return mergeWithAbsent(base, mine, theirs)
  const merged = base?.value !== undefined ? mergeEdits(base.value, mine, theirs) : mergeWithoutBase(mine, theirs)
  const parsed = schema.safeParse(merged.value)
  const issues = parsed.success
    ? longLists(schema, parsed.data, mine, theirs)
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  if (parsed.success && issues.length === 0) return { value: parsed.data, collisions: merged.collisions }
  return { ...withMineAt(schema, { merged, mine, theirs }, issues), refused: { value: merged.value, issues } }
}

/** One side has removed the content, or has not made it. */
function mergeWithAbsent(base: { value: unknown } | undefined, mine: unknown, theirs: unknown): MergedContent {
  if (isDeepStrictEqual(mine, theirs) || isDeepStrictEqual(mine, base?.value)) return { value: theirs, collisions: [] }
  if (base && isDeepStrictEqual(theirs, base.value)) return { value: mine, collisions: [] }
  return { value: mine ?? theirs, collisions: [{ name: '', kind: 'removed', mine, theirs }] }
}

/** The merge with my version of the fields that have issues. Each of these fields is a collision as a whole. */
function withMineAt(
  schema: z.ZodType,
  { merged, mine, theirs }: { merged: Merged; mine: unknown; theirs: unknown },
  issues: readonly ContentIssue[],
): Merged {
  const keyOf = ({ path }: ContentIssue) => path.split('.', 1)[0] ?? ''
  const keys = new Set(issues.map(keyOf))
  const limitOf = (concerned: readonly ContentIssue[]) =>
    [...new Set(concerned.map(({ message }) => message))].join('. ')
  const whole = {
    value: mine,
    collisions: [{ name: '', kind: 'value' as const, mine, theirs, limit: limitOf(issues) }],
  }
  if (keys.has('') || !isRecord(merged.value) || !isRecord(mine)) return whole
  const value = { ...merged.value }
  for (const key of keys) value[key] = mine[key]
  const parsed = schema.safeParse(value)
  if (!parsed.success) return whole
  const isOutside = ({ name }: Collision) => !keys.has(/^[^.[]*/.exec(name)?.[0] ?? '')
  const ofKeys = [...keys].map((key): Collision => ({
    name: key,
    kind: 'value',
    mine: mine[key],
    theirs: asRecord(theirs)[key],
    limit: limitOf(issues.filter((issue) => keyOf(issue) === key)),
  }))
  return { value: parsed.data, collisions: [...merged.collisions.filter(isOutside), ...ofKeys] }
}
