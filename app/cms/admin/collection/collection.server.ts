import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { visibilityOf } from '#app/cms/define/define-collection.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { Section } from '#app/cms/define/define-site.ts'
import { sectionsWithHistory } from '#app/cms/content/history/removed-sections.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The collection whose screens have this address. Throws 404 if there is none. */
export function requireCollection(request: Request): CollectionDefinition {
  const id = new URL(request.url).pathname.split('/')[2]
  const collection = currentSite().definition.collections.find((one) => one.id === id)
  if (!collection) throw new Response('There is no such collection.', { status: 404 })
  return collection
}

/** How far an entry is public. */
export type EntryState = 'listed' | 'unlisted' | 'hidden' | 'ended' | 'unreadable' | 'draft'

export interface EntryRow {
  key: string
  /** Address of its editor. */
  href: string
  title: string
  state: EntryState
  hasDraft: boolean
  /** The texts of the columns. */
  values: string[]
}

/** The entries of a collection in its order, then those that only have a draft. */
export function entryRows(collection: CollectionDefinition): EntryRow[] {
  const { content, drafts, sections } = currentSite()
  const own = drafts.list().filter(({ section }) => section.entry?.collection === collection.id)
  const withDraft = new Map(own.map((draft) => [draft.section.id, draft]))
  const toRow = (section: Section, value: Record<string, unknown> | undefined, state: EntryState): EntryRow => ({
    key: section.entry?.key ?? '',
    href: adminAddress(section),
    title: value ? collection.title(value) : section.label,
    state,
    hasDraft: withDraft.has(section.id),
    values: collection.columns.map((column) => (value ? column.value(value) : '')),
  })
  const existing = sections.entriesOf(collection)
  const ids = new Set(existing.map(({ id }) => id))
  const rows = existing.map((section) => {
    const value = content.find(section)?.value
    return toRow(section, value, value ? stateOf(collection, value) : 'unreadable')
  })
  const unborn = [...withDraft.values()].flatMap(({ section: { id }, content: value }) => {
    const section = ids.has(id) ? undefined : sections.resolve(id)
    return section ? toRow(section, value as Record<string, unknown>, 'draft') : []
  })
  return [...rows, ...unborn]
}

function stateOf(collection: CollectionDefinition, value: Record<string, unknown>): EntryState {
  const visibility = visibilityOf(value)
  return visibility !== 'hidden' && collection.hasEnded(value) ? 'ended' : visibility
}

/** Entries that were removed: their histories are still there. */
export async function removedEntries(collection: CollectionDefinition, rows: readonly EntryRow[]) {
  const { storage, sections } = currentSite()
  const keys = new Set(rows.map(({ key }) => key))
  const past = await sectionsWithHistory(storage, sections)
  return past.flatMap(({ id, entry }) =>
    entry?.collection === collection.id && !keys.has(entry.key) ? { key: entry.key, href: `/admin/history/${id}` } : [],
  )
}
