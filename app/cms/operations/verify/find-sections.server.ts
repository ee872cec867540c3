import { entriesWithFile } from '#app/cms/content/store/find-entries.server.ts'
import { listHistories } from '#app/cms/content/history/removed-sections.server.ts'
import type { Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

/** The sections that files of a site belong to: the fixed ones, and the entries that have a file or a history. */
export async function findSections(
  storage: Storage,
  { sections, collections, findSection }: SiteDefinition,
): Promise<Section[]> {
  const entries = new Map<string, Section>()
  for (const collection of collections) {
    for (const section of await entriesWithFile(storage, collection, findSection)) entries.set(section.id, section)
  }
  for (const id of await listHistories(storage).catch(() => [])) {
    const section = findSection(id)
    if (section?.entry) entries.set(id, section)
  }
  return [...sections, ...entries.values()]
}
