import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inject, vi } from 'vitest'
import { smallPhoto } from '../copy-small-site.ts'
import { untilTitlePicturesMade } from '../e2e/title-pictures.ts'
import { writePlainVariants } from '../plain-variants.ts'
import { withMedia } from '../share-uploads.ts'

interface SmallSite {
  folder: string
  contentDir: string
  start: () => Promise<{ origin: string; stop: () => Promise<unknown> }>
}

/** Long, so that a busy machine does not fail a harness. */
const MADE_MS = 180_000

/**
 * A folder with `uploads`, those that ship with small photos, and `data`, what a host makes of them: the indexes, the
 * variants of the photos, and the pictures with titles. Each host would need some seconds of a core for that. It is made
 * once a run, by the first caller in any process, and removed with the other shared uploads. `siteIn` returns the site
 * in a folder. After a failure, the next caller tries again.
 */
export async function smallUploads(siteIn: (folder: string) => SmallSite): Promise<string> {
  const folder = path.join(path.dirname(inject('uploadsCopy')), 'small')
  // Stays, so that there is one first caller.
  const begun = `${folder}-begun`
  const isFirst = await mkdir(begun).then(
    () => true,
    () => false,
  )
  if (!isFirst) {
    await vi.waitUntil(() => existsSync(folder) || !existsSync(begun), { timeout: MADE_MS })
    return existsSync(folder) ? folder : smallUploads(siteIn)
  }
  const [unfinished, started] = [`${folder}-unfinished`, `${folder}-started`]
  try {
    await makeFiles(unfinished)
    await addTitlePictures(siteIn(started), unfinished)
    await rename(unfinished, folder)
    return folder
  } catch (error) {
    for (const name of [unfinished, started, begun]) await rm(name, { recursive: true, force: true })
    throw error
  }
}

async function makeFiles(folder: string) {
  const uploadsDir = path.join(folder, 'uploads')
  const dataDir = path.join(folder, 'data')
  const shared = inject('uploadsCopy')
  const isPhoto = (file: string) => file.endsWith('.jpg')
  await cp(shared, uploadsDir, { recursive: true, preserveTimestamps: true, filter: (file) => !isPhoto(file) })
  const photo = await smallPhoto()
  for (const name of (await readdir(shared)).filter(isPhoto)) await writeFile(path.join(uploadsDir, name), photo)
  // What they say of the photos is not used, because these are of other sizes.
  for (const file of inject('uploadIndexes')) await cp(file, path.join(dataDir, path.basename(file)))
  await withMedia({ uploadsDir, dataDir }, async ({ storage, media }) => {
    await media.documents.settled()
    await writePlainVariants(storage, media)
  })
}

/** A host makes them once it has rendered the pages. */
async function addTitlePictures(site: SmallSite, folder: string) {
  await cp(folder, site.folder, { recursive: true, preserveTimestamps: true })
  await cp('content', site.contentDir, { recursive: true })
  const host = await site.start()
  try {
    await untilTitlePicturesMade(host.origin)
  } finally {
    await host.stop()
  }
  const variants = 'data/variants'
  await cp(path.join(site.folder, variants), path.join(folder, variants), { recursive: true })
}
