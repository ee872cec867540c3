import { z } from 'zod'
import type { Root } from './backup-scope.ts'

/*
 * A backup is a tar archive, compressed with gzip, and encrypted with age if there is a passphrase. Its entries are plain files
 * named `content/…`, `uploads/…` and `data/…`. The last one is `manifest.json`: an archive without it is incomplete.
 */

export const FORMAT = 1
export const MANIFEST = 'manifest.json'

/** What a backup says about itself. */
export type Manifest = z.infer<typeof manifestSchema>

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  product: z.literal('polymer-website'),
  version: z.string(),
  /** ISO 8601 time of the moment that the files are of. */
  created: z.string(),
  /** True if messages and accounts were left out. */
  publicOnly: z.boolean(),
  files: z.array(
    z.object({
      name: z.string(),
      size: z.int().nonnegative(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** Milliseconds since 1970, fractions included. */
      modified: z.number(),
    }),
  ),
})

export type ManifestFile = Manifest['files'][number]

/** The folders of a site on this machine. */
export type SiteFolders = Record<Root, string>

/** The bytes of a stream, as a web stream: what age takes. */
export function webStream(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const read = await chunks.next()
      if (read.done) controller.close()
      else controller.enqueue(read.value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

/** The chunks of a web stream, which is cancelled if they are not read to the end. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
