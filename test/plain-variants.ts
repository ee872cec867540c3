import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import type { Media } from '#app/cms/media/media.server.ts'
import { VARIANTS, variantPath, variantsOf } from '#app/cms/media/library/variant-maker.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

/** Writes the variants of all images in every size. They are plain pictures, which take a fraction of the time. */
export async function writePlainVariants(storage: Storage, { library }: Pick<Media, 'library'>): Promise<void> {
  // The variants of an image are removed when it turns out to have another size than the index says.
  await library.sizesRead()
  await library.whenIdle()
  for (const image of library.list()) {
    for (const variant of variantsOf(image)) {
      const height = Math.max(1, Math.round((variant.width * image.height) / image.width))
      const file = path.join(storage.pathOf(VARIANTS), variantPath(variant))
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, await plainPicture(variant.width, height, variant.format))
    }
  }
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
