import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

/** A photo of which a site makes no variants that take time. */
export function smallPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer()
}

/**
 * Copies content/ and uploads/ that ship into `folder`, with one small photo in place of all photos: a site needs more
 * than a minute of a core for the variants of the real ones. As in all uploads, the names have the hash of the bytes.
 */
export async function copySmallSite(folder: string): Promise<void> {
  const uploads = path.join(folder, 'uploads')
  const content = path.join(folder, 'content')
  await cp('uploads', uploads, { recursive: true })
  await cp('content', content, { recursive: true })
  const photo = await smallPhoto()
  const hash = createHash('sha256').update(photo).digest('hex').slice(0, 8)
  const renamed = new Map<string, string>()
  for (const name of await readdir(uploads)) {
    if (!name.endsWith('.jpg')) continue
    const small = name.replace(/[0-9a-f]{8}\.jpg$/, `${hash}.jpg`)
    renamed.set(name, small)
    await rm(path.join(uploads, name))
    await writeFile(path.join(uploads, small), photo)
  }
  for (const name of await readdir(content, { recursive: true })) {
    if (!/\.(?:yaml|json|md)$/.test(name)) continue
    const file = path.join(content, name)
    const text = await readFile(file, 'utf8')
    const replaced = text.replaceAll(/[\w-]+\.jpg/g, (photoName) => renamed.get(photoName) ?? photoName)
    if (replaced !== text) await writeFile(file, replaced)
  }
}
