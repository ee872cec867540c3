import type { FindState } from '#app/cms/content/history/removal-record.server.ts'
import { listHistories } from '#app/cms/content/history/removed-sections.server.ts'
import { LAST_GOOD, sectionOfCopy } from '#app/cms/content/section-file/last-good-copy.server.ts'
import type { PublicationRecord } from '#app/cms/content/publication-log/publication-record.ts'
import { keyOfFile, type CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

/**
 * An entry of a collection at the start. `file`: it has a file. `expected`: it has none, but exists by its history, or
 * by the copy of its last good content. `absent`: it was removed, or never came to exist.
 */
export interface EntryAtStart {
  section: Section
  state: 'file' | 'expected' | 'absent'
  /** False if it certainly has no history, so that none has to be read. */
  hasHistory: boolean
}

/**
 * Finds the entries of a site, by their files, their histories and the publications that were interrupted. `findState` is
 * asked about those without a file.
 */
export async function findEntries(
  storage: Pick<Storage, 'list'>,
  { collections, findSection }: Pick<SiteDefinition, 'collections' | 'findSection'>,
  publications: readonly PublicationRecord[],
  findState: FindState,
): Promise<EntryAtStart[]> {
  const found = new Map<string, EntryAtStart>()
  if (collections.length === 0) return []
  // While the folder of the histories cannot be read, each may have one.
  const histories = await listHistories(storage).then(
    (ids) => new Set(ids),
    () => undefined,
  )
  const hasHistory = (id: string) => histories?.has(id) ?? true
  for (const collection of collections) {
    for (const section of await entriesWithFile(storage, collection, findSection)) {
      found.set(section.id, { section, state: 'file', hasHistory: hasHistory(section.id) })
    }
  }
  const copies = (await storage.list(LAST_GOOD).catch(() => [])).flatMap(({ name }) => sectionOfCopy(name) ?? [])
  const published = publications.flatMap(({ sections }) => sections.map(({ section }) => section))
  for (const id of new Set([...(histories ?? []), ...copies, ...published])) {
    const section = findSection(id)
    if (!section?.entry || found.has(id)) continue
    const state = (await isExpected(section, findState, copies.includes(id))) ? 'expected' : 'absent'
    found.set(id, { section, state, hasHistory: hasHistory(id) })
  }
  return [...found.values()]
}

/**
 * True if an entry without a file exists: by its history, or by the copy of its last good content. False if it was
 * removed, or if the edit that was to make it was interrupted.
 */
export async function isExpected(
  entry: { id: string; file: string },
  findState: FindState,
  hasCopy: boolean,
): Promise<boolean> {
  // While the history cannot be read, an entry with a copy is shown rather than missed.
  const known = await findState(entry).catch(() => undefined)
  return known === 'existing' || (known === undefined && hasCopy)
}

/** The entries of a collection that have a file. A file whose name is no key, or that of another section, is none. */
export async function entriesWithFile(
  storage: Pick<Storage, 'list'>,
  collection: CollectionDefinition,
  findSection: SiteDefinition['findSection'],
): Promise<Section[]> {
  const files = await storage.list(`content/${collection.folder}`).catch(() => [])
  return files.flatMap(({ name }) => entryOfFile(collection, `${collection.folder}/${name}`, findSection) ?? [])
}

/** The entry of a collection that a file belongs to, by its name below the content folder. */
export function entryOfFile(
  collection: CollectionDefinition,
  file: string,
  findSection: SiteDefinition['findSection'],
): Section | undefined {
  const key = keyOfFile(collection, file)
  const section = key === undefined ? undefined : findSection(collection.idPrefix + key)
  return section?.entry && section
}

/**
 * The content files in the folder of a collection that are no entries because of their names. `sections` may have files
 * there as well.
 */
export async function misnamedFiles(
  storage: Pick<Storage, 'list'>,
  collection: CollectionDefinition,
  sections: readonly { file: string }[],
): Promise<string[]> {
  const files = await storage.list(`content/${collection.folder}`).catch(() => [])
  return files
    .filter(({ name }) => /^[^.].*\.(?:md|markdown|ya?ml)$/i.test(name) && !/^readme\./i.test(name))
    .map(({ name }) => `${collection.folder}/${name}`)
    .filter((file) => keyOfFile(collection, file) === undefined && !sections.some((section) => section.file === file))
}
