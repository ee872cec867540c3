import { cp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { setSiteProfile, siteProfile, type SiteProfile } from '#app/cms/platform/site-profile.ts'
import { openMedia, type Media } from '#app/cms/media/media.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { onceARun } from './once-a-run.ts'
import type { SharedUploads } from './open-test-site.ts'
import { silentHealth, silentLog } from './temporary-content.ts'

/**
 * Uploads, copied once a run: a test that wrote into a linked file by mistake would change this copy, never the files
 * that ship. With the index files of them, a site starts without a decoder. `name` identifies them, `profile` is that of
 * their site.
 */
export async function sharedUploads(name: string, from: string, profile: SiteProfile): Promise<SharedUploads> {
  const folder = await onceARun(name, async (made) => {
    const before = siteProfile()
    setSiteProfile(profile)
    const [uploadsDir, dataDir] = [path.join(made, 'uploads'), path.join(made, 'data')]
    await cp(from, uploadsDir, { recursive: true })
    await withMedia({ uploadsDir, dataDir }, ({ media }) => media.documents.whenIdle())
    setSiteProfile(before)
  })
  const dataDir = path.join(folder, 'data')
  const files = (await readdir(dataDir)).filter((file) => file.endsWith('-index.json'))
  return { folder: path.join(folder, 'uploads'), indexes: files.map((file) => path.join(dataDir, file)) }
}

/** Opens the media of these uploads, for as long as `use` takes. */
export async function withMedia(
  { uploadsDir, dataDir }: { uploadsDir: string; dataDir: string },
  use: (opened: { storage: Storage; media: Media }) => Promise<void>,
): Promise<void> {
  const storage = openDiskStorage({
    contentDir: path.resolve('content'),
    uploadsDir,
    dataDir,
    log: silentLog,
    health: silentHealth,
  })
  const media = await openMedia({ storage, log: silentLog })
  await use({ storage, media })
  await media.close()
  await storage.close()
}
