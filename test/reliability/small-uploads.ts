import { cp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { companyUploads } from '../company-uploads.ts'
import { smallPhoto } from '../copy-small-site.ts'
import { untilTitlePicturesMade } from '../e2e/title-pictures.ts'
import { onceARun } from '../once-a-run.ts'
import { copyParsedContents } from '../parsed-contents.ts'
import { writePlainVariants } from '../plain-variants.ts'
import { withMedia } from '../shared-uploads.ts'

interface SmallSite {
  folder: string
  contentDir: string
  dataDir: string
  start: () => Promise<{ origin: string; stop: () => Promise<unknown> }>
}

/**
 * A folder with `uploads`, those that ship with small photos, and `data`, what a host makes of them: the indexes, the
 * variants of the photos, the pictures with titles, and what a start has parsed. Each host would need some seconds of a
 * core for that. It is made once a run. `siteIn` returns the site in a folder.
 */
export function smallUploads(siteIn: (folder: string) => SmallSite): Promise<string> {
  return onceARun('small', async (folder) => {
    const started = `${folder}-started`
    try {
      await makeFiles(folder)
      await addWhatAHostMakes(siteIn(started), folder)
    } finally {
      await rm(started, { recursive: true, force: true })
    }
  })
}

async function makeFiles(folder: string) {
  const uploadsDir = path.join(folder, 'uploads')
  const dataDir = path.join(folder, 'data')
  const { folder: shared, indexes } = await companyUploads()
  const isPhoto = (file: string) => file.endsWith('.jpg')
  await cp(shared, uploadsDir, { recursive: true, preserveTimestamps: true, filter: (file) => !isPhoto(file) })
  const photo = await smallPhoto()
  for (const name of (await readdir(shared)).filter(isPhoto)) await writeFile(path.join(uploadsDir, name), photo)
  // What they say of the photos is not used, because these are of other sizes.
  for (const file of indexes) await cp(file, path.join(dataDir, path.basename(file)))
  await withMedia({ uploadsDir, dataDir }, async ({ storage, media }) => {
    await media.documents.whenIdle()
    await writePlainVariants(storage, media)
  })
}

/** It makes the pictures with titles once it has rendered the pages. */
async function addWhatAHostMakes(site: SmallSite, folder: string) {
  await cp(folder, site.folder, { recursive: true, preserveTimestamps: true })
  await cp('content', site.contentDir, { recursive: true })
  const host = await site.start()
  try {
    await untilTitlePicturesMade(host.origin)
    await copyParsedContents(site.dataDir, path.join(folder, 'data'))
  } finally {
    await host.stop()
  }
  const variants = 'data/variants'
  await cp(path.join(site.folder, variants), path.join(folder, variants), { recursive: true })
}
