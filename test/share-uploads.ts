import './set-site-profile.ts'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openMedia, type Media } from '#app/cms/media/media.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { silentHealth, silentLog } from './temporary-content.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A copy of uploads/ that each test file copies by hard links. */
    uploadsCopy: string
    /** The index files of these uploads: with them, a site starts without a decoder. */
    uploadIndexes: string[]
  }
}

/**
 * Copies uploads/ once a run: a test that wrote into a linked file by mistake would change this copy, never the files
 * that ship.
 */
export default async function shareUploads(project: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'site-shared-'))
  const uploads = path.join(folder, 'uploads')
  const data = path.join(folder, 'data')
  await cp('uploads', uploads, { recursive: true })
  await writeIndexes(uploads, data)
  const files = (await readdir(data)).filter((name) => name.endsWith('-index.json'))
  project.provide('uploadsCopy', uploads)
  project.provide(
    'uploadIndexes',
    files.map((name) => path.join(data, name)),
  )
  return () => rm(folder, { recursive: true })
}

async function writeIndexes(uploadsDir: string, dataDir: string) {
  await withMedia({ uploadsDir, dataDir }, ({ media }) => media.documents.settled())
}

/** Opens the media of uploads that belong to the shipped content, for as long as `use` takes. */
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
