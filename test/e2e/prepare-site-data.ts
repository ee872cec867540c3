import '../set-site-profile.ts'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { openAccounts } from '#app/cms/people/accounts.server.ts'
import { openMedia } from '#app/cms/media/media.server.ts'
import { VARIANTS, variantPath, variantsOf } from '#app/cms/media/library/variant-maker.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { silentHealth, silentLog } from '../temporary-content.ts'
import { ready } from './start-site.ts'

/**
 * Prepares the initial data of all test sites once: the shipped uploads, their indexes, and a variant of each image in
 * every size. The variants are plain pictures, because encoding the real ones takes more than a minute of a core. Tests
 * of variants upload their own image.
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
  await media.documents.settled()
  for (const image of media.library.list()) {
    for (const variant of variantsOf(image)) {
      const height = Math.max(1, Math.round((variant.width * image.height) / image.width))
      const file = path.join(storage.pathOf(VARIANTS), variantPath(variant))
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, await plainPicture(variant.width, height, variant.format))
    }
  }
  // Content that a test has edited would otherwise show that the folder of the accounts is missing.
  const accounts = openAccounts({ storage, health: silentHealth })
  await accounts.ensureAdministrator({ adminUsername: ready.username, adminPassword: ready.password })
  await media.close()
  await storage.close()
}

const pictures = new Map<string, Buffer>()

/** Images of the same size have the same picture. */
async function plainPicture(width: number, height: number, format: 'avif' | 'webp') {
  const name = `${width} ${height} ${format}`
  const known = pictures.get(name)
  if (known) return known
  const colour = sharp({ create: { width, height, channels: 3, background: '#556677' } })
  const picture = await colour.toFormat(format, { effort: 0 }).toBuffer()
  pictures.set(name, picture)
  return picture
}
