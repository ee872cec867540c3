import { listHistories } from '#app/cms/content/history/removed-sections.server.ts'
import { keyOfFile } from '#app/cms/define/define-collection.ts'
import type { Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

/** The sections that files of a site belong to: the fixed ones, and the entries that have a file or a history. */
export async function findSections(
  storage: Storage,
  { sections, collections, findSection }: SiteDefinition,
): Promise<Section[]> {
  const entries = new Map<string, Section>()
  for (const collection of collections) {
    for (const { name } of await storage.list(`content/${collection.folder}`).catch(() => [])) {
      const key = keyOfFile(collection, `${collection.folder}/${name}`)
      if (key !== undefined) entries.set(collection.idPrefix + key, collection.entry(key))
    }
  }
  for (const id of await listHistories(storage).catch(() => [])) {
    const section = findSection(id)
    if (section?.entry) entries.set(id, section)
  }
  return [...sections, ...entries.values()]
}
