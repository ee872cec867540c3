import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import type { LastChange } from '#app/cms/editing/entries/entry-views.tsx'
import { formatTime } from '#app/cms/platform/format/time.ts'

/**
 * Time and author of the last change of each entry of a list, by `_id`, as far as the history contains them. `history`
 * has the newest edit first. The search stops at an edit that does not record which entries it changed. Reads no
 * snapshots. `nameOf` returns the name of an author.
 */
export function lastChanges(
  history: readonly HistoryEntry[],
  list: string,
  nameOf: (author: string) => string,
): Record<string, LastChange> {
  const changes = new Map<string, LastChange>()
  for (const { summary, time, author } of history) {
    if (!summary?.changed) break
    for (const place of summary.changed) {
      if (place.list !== list || changes.has(place.id)) continue
      changes.set(place.id, { time, when: formatTime(time), author: nameOf(author) })
    }
  }
  return Object.fromEntries(changes)
}
