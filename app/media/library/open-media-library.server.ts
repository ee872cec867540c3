import type { Decoder } from '#app/media/decoding/decoder.server.ts'
import { hasVariants, variantWidths, type VariantFormat } from '#app/media/addresses.ts'
import { storeImage } from '#app/media/uploads/store-file.server.ts'
import type { Storage } from '#app/storage/storage.ts'
import { openImageIndex, type ImageIndex } from './image-index.server.ts'
import type { IndexedImage, MediaLibrary, ReportProblem, StoredImage, VariantFile } from './media-library.types.ts'
import { openVariantMaker, variantPath, VARIANTS, variantsOf } from './variant-maker.server.ts'

/**
 * Opens the uploaded images. Resolves when all of them are known, or those of the last start if the uploads folder cannot be
 * read. The variants of images that are `staged` are made too, so that they are there when the image is published.
 */
export async function openMediaLibrary({
  storage,
  decoder,
  staged,
  onProblem,
}: {
  storage: Storage
  decoder: Decoder
  staged?: { folder: string; images: Pick<ImageIndex, 'find'> }
  onProblem: ReportProblem
}): Promise<MediaLibrary> {
  const findStaged = (file: string) => staged?.images.find(file)
  const folderOf = (file: string) => (staged?.images.find(file) ? staged.folder : 'uploads')
  const maker = openVariantMaker({ storage, decoder, nameOf: (file) => `${folderOf(file)}/${file}`, onProblem })
  const index = await openImageIndex({ storage, decoder, onGone: (file) => maker.forget(file), onProblem })

  const cleaned = removeStaleVariants().catch((cause: unknown) => {
    onProblem('Left-over variants could not be deleted.', cause)
  })
  async function removeStaleVariants() {
    const stale = (await storage.list(VARIANTS)).flatMap(({ name }) =>
      index.find(name) || findStaged(name) ? [] : name,
    )
    for (const name of stale) maker.forget(name)
    return stale
  }

  function requestAll(image: StoredImage, options: { urgent: boolean }) {
    for (const variant of variantsOf(image)) maker.request(variant, options)
  }

  async function variantOf(
    image: IndexedImage | undefined,
    width: number,
    format: VariantFormat,
  ): Promise<VariantFile | undefined> {
    if (!image || !hasVariants(image.file) || !variantWidths(image.width).includes(width)) return undefined
    const variant = { file: image.file, width, format }
    // A data folder that cannot be read has no variants for now.
    if (await storage.stat(`${VARIANTS}/${variantPath(variant)}`).catch(() => undefined)) {
      return { folder: storage.pathOf(VARIANTS), path: variantPath(variant), isReady: true }
    }
    maker.request(variant, { urgent: true })
    return { folder: storage.pathOf(folderOf(image.file)), path: image.file, isReady: false }
  }

  return {
    find: (file) => index.find(file),
    list: () => index.list(),
    refresh: (...files) => index.add(...files),
    removeStaleVariants,
    async storeImage(source, originalName) {
      const { image, isRepaired } = await storeImage({ storage, decoder }, source, originalName)
      if (isRepaired) maker.forget(image.file)
      await index.add(image.file)
      requestAll(image, { urgent: true })
      return image
    },
    adopt: (...images) => {
      index.adopt(...images)
    },
    variant: (file, width, format) => variantOf(index.find(file), width, format),
    stagedVariant: (file, width, format) => variantOf(findStaged(file), width, format),
    warm(files) {
      for (const file of files) {
        const image = index.find(file) ?? findStaged(file)
        if (image) requestAll(image, { urgent: false })
      }
    },
    subscribe: (listener) => index.subscribe(listener),
    queued: () => maker.queued(),
    settled: () => maker.settled(),
    async close() {
      await index.close()
      await cleaned
      await maker.close()
    },
  }
}
