import { availableParallelism } from 'node:os'
import path from 'node:path'
import { openDecoder } from '#app/media/decoding/decoder.server.ts'
import { openMediaLibrary } from '#app/media/library/open-media-library.server.ts'
import { openVariantMaker, variantsOf } from '#app/media/library/variant-maker.server.ts'
import { openDiskStorage } from '#app/storage/disk-storage.server.ts'
import { silentHealth, silentLog } from '../temporary-content.ts'
import { readyData } from './start-site.ts'

/**
 * Makes the variants of the images that ship, once and on every core, so that not every site of a test makes them again
 * beside the test: they take longer than a minute of a core.
 */
export default async function makeVariants() {
  const storage = openDiskStorage({
    contentDir: path.resolve('content'),
    uploadsDir: path.resolve('uploads'),
    dataDir: readyData,
    log: silentLog,
    health: silentHealth,
  })
  const onProblem = (message: string, cause?: unknown) => {
    throw new Error(message, { cause })
  }
  const decoders = Array.from({ length: availableParallelism() }, () => openDecoder())
  const decoder = decoders[0] ?? openDecoder()
  const library = await openMediaLibrary({ storage, decoder, onProblem })
  const makers = decoders.map((each) => openVariantMaker({ storage, decoder: each, onProblem }))
  const variants = library.list().flatMap(variantsOf)
  for (const [index, variant] of variants.entries()) makers[index % makers.length]?.request(variant, { urgent: false })
  await Promise.all(makers.map((maker) => maker.settled()))
  await library.close()
  await Promise.all(decoders.map((each) => each.close()))
  await storage.close()
}
