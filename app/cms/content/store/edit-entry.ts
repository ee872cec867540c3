import type { z } from 'zod'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { ContentStore, Updated, UpdateOptions } from './store.types.ts'

/** An entry of a list whose entries have an `_id`. */
export type Entry = Readonly<Record<string, unknown>> & { readonly _id: string }

/** A section whose content is a record of fields. */
export type RecordSection = SectionDefinition<z.ZodObject>

interface EntryList {
  section: RecordSection
  /** Name of the field that holds the list. */
  list: string
}

/** The author and the reason of an edit of a list, and the version that it was made from. */
export type EditBy = Pick<UpdateOptions<Record<string, unknown>>, 'author' | 'reason' | 'expectedVersion'>

/** The entries of the list `list` in the content of a section. Throws TypeError if there is no such list. */
export function entriesOf(content: Readonly<Record<string, unknown>>, list: string): readonly Entry[] {
  const entries: unknown = content[list]
  // Not checked with a schema, which copies the list: a request calls this several times, and a long list takes time.
  if (Array.isArray(entries) && entries.every(isEntry)) return entries
  throw new TypeError(`The content has no list of entries with an _id in “${list}”`)
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && '_id' in value && typeof value._id === 'string'
}

/** Changes the entries of a list. Resolves and rejects as `update` of the store does. */
export function editEntries(
  store: Pick<ContentStore, 'update'>,
  { section, list }: EntryList,
  by: EditBy,
  change: (entries: readonly Entry[]) => readonly Entry[],
): Promise<Updated<Record<string, unknown>>> {
  const edit = (content: Record<string, unknown>) => ({ ...content, [list]: change(entriesOf(content, list)) })
  return store.update(section, { ...by, change: edit })
}

/**
 * Changes one entry of a list: `change` gets the stored entry, undefined if there is none, and returns the next one, or
 * undefined to remove it. It may throw to give up. Resolves and rejects as `update` of the store does.
 */
export function editEntry(
  store: Pick<ContentStore, 'update'>,
  entryList: EntryList,
  id: string,
  by: EditBy,
  change: (stored: Entry | undefined) => Entry | undefined,
): Promise<Updated<Record<string, unknown>>> {
  return editEntries(store, entryList, by, (entries) => withEntry(entries, id, change))
}

function withEntry(
  entries: readonly Entry[],
  id: string,
  change: (stored: Entry | undefined) => Entry | undefined,
): Entry[] {
  const found = entries.findIndex(({ _id }) => _id === id)
  const at = found === -1 ? entries.length : found
  const next = change(entries[at])
  return entries.toSpliced(at, 1, ...(next ? [next] : []))
}
