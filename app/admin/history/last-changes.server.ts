import type { HistoryEntry } from '#app/content/store/store.types.ts'
import { formatTime } from '#app/editing/ui/format.ts'
import type { LastChange } from '#app/sections/hero-slides/hero-slide-table.tsx'

/**
 * When and by whom the entries of a `list` were last added or changed, by their `_id`, as far as the history tells; newest
 * edit first. Beyond an edit that does not say which entries it changed nothing is known. Reads no texts.
 */
export function lastChanges(history: readonly HistoryEntry[], list: string): Record<string, LastChange> {
  const changes = new Map<string, LastChange>()
  for (const { summary, time, author } of history) {
    if (!summary?.changed) break
    for (const place of summary.changed) {
      if (place.list !== list || changes.has(place.id)) continue
      changes.set(place.id, { time, when: formatTime(time), author })
    }
  }
  return Object.fromEntries(changes)
}
