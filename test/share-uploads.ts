import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { openMedia, type Media } from '#app/cms/media/media.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { PROFILE as COMPANY } from '#app/site/profile.ts'
import { PROFILE as EXAMPLE } from './example-site/profile.ts'
import type { SharedUploads } from './open-test-site.ts'
import { silentHealth, silentLog } from './temporary-content.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A copy of uploads/ that each test file copies by hard links. */
    uploadsCopy: string
    /** The index files of these uploads: with them, a site starts without a decoder. */
    uploadIndexes: string[]
    /** The same of the uploads of the example site. */
    exampleUploads: SharedUploads
  }
}

/**
 * Copies the uploads of both sites once a run: a test that wrote into a linked file by mistake would change these copies,
 * never the files that ship.
 */
export default async function shareUploads(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-shared-'))
  setSiteProfile(COMPANY)
  const { folder: uploadsCopy, indexes } = await copyUploads('uploads', folder)
  project.provide('uploadsCopy', uploadsCopy)
  project.provide('uploadIndexes', indexes)
  setSiteProfile(EXAMPLE)
  project.provide('exampleUploads', await copyUploads('test/example-site/uploads', path.join(folder, 'example')))
  return () => rm(folder, { recursive: true })
}

/** Copies uploads into `folder`, and writes their index files beside them. */
async function copyUploads(from: string, folder: string): Promise<SharedUploads> {
  const uploadsDir = path.join(folder, 'uploads')
  const dataDir = path.join(folder, 'data')
  await cp(from, uploadsDir, { recursive: true })
  await withMedia({ uploadsDir, dataDir }, ({ media }) => media.documents.settled())
  const files = (await readdir(dataDir)).filter((name) => name.endsWith('-index.json'))
  return { folder: uploadsDir, indexes: files.map((name) => path.join(dataDir, name)) }
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
