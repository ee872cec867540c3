import type { Storage } from '#app/cms/storage/storage.ts'
import { headsPath } from './heads-cache.server.ts'
import { HISTORY_FOLDER } from './record-files.server.ts'

/** Ids of sections that have a history, but are not among `known`: an earlier release had them. */
export async function listRemovedSections(storage: Storage, known: ReadonlySet<string>): Promise<string[]> {
  const entries = await storage.list(HISTORY_FOLDER)
  return entries.flatMap(({ name, kind }) =>
    kind === 'folder' && !name.startsWith('.') && name !== 'lost+found' && !known.has(name) ? name : [],
  )
}

/** Permanently removes what the data folder has of a section that no longer exists. Rejects with StorageError. */
export async function removeSectionHistory(storage: Storage, id: string): Promise<void> {
  await storage.remove([`${HISTORY_FOLDER}/${id}/`, headsPath(id), `data/last-good/${id}.txt`])
}
