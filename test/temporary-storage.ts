import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { silentHealth, silentLog } from './temporary-content.ts'

/** A storage in a temporary folder: of its own, or that of an earlier one. `dispose` closes it and removes the folder. */
export function openTemporaryStorage(root = mkdtempSync(path.join(os.tmpdir(), 'storage-'))) {
  const dataDir = path.join(root, 'data')
  const storage = openDiskStorage({
    contentDir: path.join(root, 'content'),
    uploadsDir: path.join(root, 'uploads'),
    dataDir,
    log: silentLog,
    health: silentHealth,
  })
  return {
    storage,
    dataDir,
    async dispose() {
      await storage.close()
      rmSync(root, { recursive: true })
    },
  }
}
