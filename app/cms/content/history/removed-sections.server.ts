import type { Section } from '#app/cms/define/define-site.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { headsPath } from './heads-cache.server.ts'
import { HISTORY_FOLDER } from './record-files.server.ts'

/** Ids of sections that have a history, but that this site cannot have: an earlier release had them. */
export async function listRemovedSections(storage: Storage, isSection: (id: string) => boolean): Promise<string[]> {
  return (await listHistories(storage)).filter((id) => !isSection(id))
}

/** Ids of all sections that have a history. */
export async function listHistories(storage: Pick<Storage, 'list'>): Promise<string[]> {
  const entries = await storage.list(HISTORY_FOLDER)
  return entries.flatMap(({ name, kind }) =>
    kind === 'folder' && !name.startsWith('.') && name !== 'lost+found' ? name : [],
  )
}

/** The sections of this site that have a history. Entries that were removed are among them. */
export async function sectionsWithHistory(
  storage: Pick<Storage, 'list'>,
  sections: Pick<SiteSections, 'resolve'>,
): Promise<Section[]> {
  return (await listHistories(storage)).flatMap((id) => sections.resolve(id) ?? [])
}

/** Permanently removes what the data folder has of a section that no longer exists. Rejects with StorageError. */
export async function removeSectionHistory(storage: Storage, id: string): Promise<void> {
  await storage.remove([`${HISTORY_FOLDER}/${id}/`, headsPath(id), `data/last-good/${id}.txt`])
}
