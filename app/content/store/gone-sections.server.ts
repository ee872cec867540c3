import type { Storage } from '#app/storage/storage.ts'

/** Ids of sections of which the data folder has a history, but which are not among `known`: an earlier release had them. */
export async function listGoneSections(storage: Storage, known: ReadonlySet<string>): Promise<string[]> {
  const entries = await storage.list('data/history')
  return entries.flatMap(({ name, kind }) =>
    kind === 'folder' && !name.startsWith('.') && name !== 'lost+found' && !known.has(name) ? name : [],
  )
}

/** Removes for good what the data folder has of a section that is gone. Rejects with StorageError. */
export async function removeGoneSection(storage: Storage, id: string): Promise<void> {
  await storage.remove([`data/history/${id}/`, `data/history-heads/${id}.json`, `data/last-good/${id}.txt`])
}
