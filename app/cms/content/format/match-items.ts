import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { pairByKey, type Partners } from '#app/cms/content/compare/match-entries.ts'

/**
 * Matches the entries of a list with its earlier state: for each entry of `next` its index in `before`, or undefined if
 * it is new. Entries match if they have the same `_id`, else if they are equal, else by index.
 */
export function matchItems(before: readonly unknown[], next: readonly unknown[]): Partners {
  const byKey = pairByKey([], next.map(entryKey), before.map(entryKey))
  return pairByKey(
    byKey,
    next.map((value, index) => (hasId(value) ? undefined : String(index))),
    before.map((_, index) => String(index)),
  )
}

/** Entries with the same key are the same entry, moved or edited. */
function entryKey(value: unknown) {
  return hasId(value) ? `_id:${value._id}` : `value:${JSON.stringify(value)}`
}

function hasId(value: unknown): value is { _id: string } {
  return isRecord(value) && typeof value['_id'] === 'string'
}
