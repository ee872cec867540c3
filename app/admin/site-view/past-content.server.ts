import type { ShownContent } from '#app/admin/preview/preview-site.server.ts'
import type { ContentStore, HistoryEntry } from '#app/content/store/store.types.ts'
import type { SectionDefinition } from '#app/schema/define-section.ts'

/** The content of all sections at a moment. */
export interface PastContent {
  shown: ShownContent
  /** Sections of which it is not sure that they were so, with the reason, for staff. */
  doubts: { section: SectionDefinition; reason: 'too-early' | 'unreadable'; since?: string }[]
}

/**
 * What the sections said at a moment (ms since 1970), from the history: the predecessor of the first edit after it. A section
 * without such an edit said what it says now. Nothing tells what was before the oldest entry of a history: then its predecessor
 * is shown, and said to be a doubt.
 */
export async function contentAt(
  content: Pick<ContentStore, 'history' | 'past'>,
  sections: readonly SectionDefinition[],
  moment: number,
): Promise<PastContent> {
  const found = await Promise.all(
    sections.map(async (section) => {
      const entries = await content.history(section)
      const next = firstAfter(entries, moment)
      if (!next) return undefined
      const { value, issues } = await content.past(section, next.id)
      const isReadable = issues.length === 0
      const isOldest = next === entries.at(-1)
      return { section, value: isReadable ? value : undefined, isReadable, since: isOldest ? next.time : undefined }
    }),
  )
  const replaced = found.filter((part) => part !== undefined)
  return {
    shown: new Map(replaced.map(({ section, value }) => [section.id, value])),
    doubts: replaced.flatMap(({ section, isReadable, since }): PastContent['doubts'] => {
      if (!isReadable) return [{ section, reason: 'unreadable' }]
      return since === undefined ? [] : [{ section, reason: 'too-early', since }]
    }),
  }
}

/** The entries are sorted, the newest first. */
function firstAfter(entries: readonly HistoryEntry[], moment: number): HistoryEntry | undefined {
  return entries.findLast(({ time }) => Date.parse(time) > moment)
}
