import type { PublishedSection } from '#app/cms/content/store/store.types.ts'

/**
 * Names the edits of one publication of entries, for the undo button of their list: by the range of their ids, which sort
 * by their time. Undefined if nothing was changed.
 */
export function undoOfSeveral(published: readonly PublishedSection[]): string | undefined {
  const ids = published.flatMap(({ historyEntry }) => historyEntry ?? []).sort()
  return ids.length === 0 ? undefined : [ids[0], ids.at(-1), ids.length].join('~')
}
