import '../set-site-profile.ts'
import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { openAccounts } from '#app/cms/people/accounts.server.ts'
import { openMedia } from '#app/cms/media/media.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { writePlainVariants } from '../plain-variants.ts'
import { copyParsedContents } from '../parsed-contents.ts'
import { silentHealth, silentLog } from '../temporary-content.ts'
import { ready, startSite } from './start-site.ts'
import { titlePicturesOf } from './title-pictures.ts'

/**
 * Prepares the initial data of all test sites once: the shipped uploads, their indexes, a variant of each image in every
 * size, the pictures with the titles of pages, and what a start has parsed. These are plain pictures, because encoding
 * the real ones takes more than a minute of a core. Tests of variants upload their own image.
 */
export default async function prepareSiteData() {
  await rm(ready.folder, { recursive: true, force: true })
  await cp('uploads', ready.uploadsDir, { recursive: true })
  const storage = openDiskStorage({
    contentDir: path.resolve('content'),
    uploadsDir: ready.uploadsDir,
    dataDir: ready.dataDir,
    log: silentLog,
    health: silentHealth,
  })
  const media = await openMedia({ storage, log: silentLog })
  await media.documents.whenIdle()
  await writePlainVariants(storage, media)
  // Content that a test has edited would otherwise show that the folder of the accounts is missing.
  const accounts = openAccounts({ storage, health: silentHealth })
  await accounts.ensureAdministrator({ adminUsername: ready.username, adminPassword: ready.password })
  await media.close()
  await storage.close()
  await addWhatASiteMakes()
}

/** A site knows the names of the pictures with titles once it has rendered the pages. */
async function addWhatASiteMakes() {
  const site = await startSite({ hasAllGrades: true })
  let addresses: string[]
  try {
    addresses = await titlePicturesOf(site.origin)
    await copyParsedContents(site.dataDir, ready.dataDir)
  } finally {
    await site.stop()
  }
  const size = { width: 1200, height: 630, channels: 3 } as const
  const picture = await sharp({ create: { ...size, background: '#556677' } })
    .jpeg()
    .toBuffer()
  for (const address of addresses) await writeFile(path.join(ready.dataDir, address), picture)
}
