import path from 'node:path'
import { openVariantMaker, variantPath, variantsOf } from '#app/media/images/variant-maker.server.ts'
import { hasVariants, variantWidths } from '#app/media/pictures/image-url.ts'
import { storeUpload } from '#app/media/uploads/store-upload.server.ts'
import { namesIn, statIfPresent } from '#app/storage/durable-file.server.ts'
import { openImageIndex } from './image-index.server.ts'
import type { MediaLibrary, ReportProblem, StoredImage } from './media-library.types.ts'

/**
 * Opens the images below `uploadsDir`, which is made with the first of them. Variants and the index of sizes are kept below
 * `dataDir`; both may be deleted at any time and are made again. Resolves when every image is known, or those of the last start
 * where the uploads folder cannot be read.
 */
export async function openMediaLibrary({
  uploadsDir,
  dataDir,
  onProblem,
}: {
  uploadsDir: string
  dataDir: string
  onProblem: ReportProblem
}): Promise<MediaLibrary> {
  const variantsDir = path.join(dataDir, 'variants')
  const maker = openVariantMaker({ uploadsDir, variantsDir, onProblem })
  const index = await openImageIndex({
    uploadsDir,
    indexFile: path.join(dataDir, 'image-index.json'),
    onGone: (file) => maker.forget(file),
    onProblem,
  })

  const cleaned = cleanUp().catch((cause: unknown) => onProblem('Left-over variants could not be deleted.', cause))
  async function cleanUp() {
    for (const file of await namesIn(variantsDir)) if (!index.find(file)) maker.forget(file)
  }

  function requestAll(image: StoredImage, options: { urgent: boolean }) {
    for (const variant of variantsOf(image)) maker.request(variant, options)
  }

  return {
    find: (file) => index.find(file),
    list: () => index.list(),
    refresh: (file) => index.add(file),
    async storeImage(source, originalName) {
      const { image, isRepaired } = await storeUpload(uploadsDir, source, originalName)
      if (isRepaired) maker.forget(image.file)
      await index.add(image.file)
      requestAll(image, { urgent: true })
      return image
    },
    async variant(file, width, format) {
      const image = index.find(file)
      if (!image || !hasVariants(file) || !variantWidths(image.width).includes(width)) return undefined
      const variant = { file, width, format }
      // A data folder that cannot be read holds no variants for now.
      if (await statIfPresent(path.join(variantsDir, variantPath(variant))).catch(() => undefined)) {
        return { folder: variantsDir, path: variantPath(variant), isReady: true }
      }
      maker.request(variant, { urgent: true })
      return { folder: uploadsDir, path: file, isReady: false }
    },
    warm(files) {
      for (const file of files) {
        const image = index.find(file)
        if (image) requestAll(image, { urgent: false })
      }
    },
    subscribe: (listener) => index.subscribe(listener),
    settled: () => maker.settled(),
    async close() {
      await index.close()
      await cleaned
      await maker.close()
    },
  }
}
