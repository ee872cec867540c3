import { encodeVariantJob } from '#app/cms/media/decoding/decoder-jobs.ts'
import { DecoderFailed, PAGES, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'
import { hasVariants, VARIANT_FORMATS, type VariantFormat, variantWidths } from '#app/cms/media/media-address.ts'
import { isSystemError } from '#app/cms/media/uploads/upload-refused.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { ReportProblem, StoredImage } from './media-library.types.ts'

interface Variant {
  file: string
  width: number
  format: VariantFormat
}

interface VariantMaker {
  /** Queues a variant once: before all others if it is `urgent`, otherwise after them. */
  request(variant: Variant, options: { urgent: boolean }): void
  /** Resolves when a variant is neither queued nor in work any more, made or not. */
  whenDone(variant: Variant): Promise<void>
  /** Deletes the variants of an image, and removes them from the queue. */
  forget(file: string): void
  /** How many variants wait. */
  queued(): number
  /** Resolves when the queue is empty. */
  whenIdle(): Promise<void>
  /** Finishes the variant that is being made; those that are queued are not made. */
  close(): Promise<void>
}

/** The folder of all variants. It may be deleted at any time: variants are re-created. */
export const VARIANTS = 'data/variants'

/** Pause after the disk has refused a variant (ms). */
const PAUSE_MS = 60_000

/** The path of a variant below {@link VARIANTS}. */
export function variantPath({ file, width, format }: Variant) {
  return `${file}/${width}.${format}`
}

/** All variants of an image, small ones first: they take the least time, and phones on slow networks request them. */
export function variantsOf({ file, width }: Pick<StoredImage, 'file' | 'width'>): Variant[] {
  if (!hasVariants(file)) return []
  return variantWidths(width).flatMap((variantWidth) =>
    VARIANT_FORMATS.map((format) => ({ file, width: variantWidth, format })),
  )
}

/**
 * Makes variants of the uploaded images, one at a time. A variant that cannot be made is reported once, and not tried
 * again until the image changes or the process restarts. If the disk is the reason, a request a minute later retries
 * it.
 */
export function openVariantMaker({
  storage,
  decoder,
  nameOf = (file) => `uploads/${file}`,
  onProblem,
}: {
  storage: Storage
  decoder: Decoder
  /** The current name of an image in the storage. */
  nameOf?: (file: string) => string
  onProblem: ReportProblem
}): VariantMaker {
  const urgentQueue = new Map<string, Variant>()
  const queue = new Map<string, Variant>()
  const removed = new Set<string>()
  const failed = new Set<string>()
  let working: Promise<void> | undefined
  /** The step that is being done. */
  let step: Promise<unknown> | undefined
  let current: string | undefined
  let isClosed = false
  let pausedUntil = -Infinity

  function startWork() {
    if (isClosed) return
    working ??= work().finally(() => {
      working = undefined
      // A request may have arrived after the last check of the queues.
      if (urgentQueue.size + queue.size + removed.size > 0) startWork()
    })
  }

  async function work() {
    do step = workOn()
    while (await step)
  }

  /** Resolves with false when nothing was left to do. */
  async function workOn() {
    await deleteRemoved()
    const next = takeNext()
    if (!next) return false
    current = variantPath(next.variant)
    await make(next)
    current = undefined
    return true
  }

  /** Empties the queues: a variant is made when it is requested again. */
  function pause() {
    pausedUntil = performance.now() + PAUSE_MS
    urgentQueue.clear()
    queue.clear()
  }

  function takeNext() {
    for (const waiting of [urgentQueue, queue]) {
      for (const [key, variant] of waiting) {
        waiting.delete(key)
        return { variant, isUrgent: waiting === urgentQueue }
      }
    }
    return undefined
  }

  /**
   * A variant that a page waits for has a turn beside those of uploads. All others are background work: a site that has just started
   * encodes for minutes, and uploads and publications must not wait for it.
   */
  async function make({ variant, isUrgent }: { variant: Variant; isUrgent: boolean }) {
    const key = variantPath(variant)
    const name = `${VARIANTS}/${key}`
    const source = nameOf(variant.file)
    try {
      if (await storage.stat(name)) return
      const input = { ...variant, file: storage.pathOf(source) }
      const bytes = await decoder.run(encodeVariantJob, input, isUrgent ? PAGES : undefined)
      await storage.commit([{ name, bytes }])
    } catch (cause) {
      if (removed.has(variant.file)) return
      // The image was published or discarded meanwhile. The code that does so requests its variants again.
      if (!source.startsWith('uploads/') && !(await storage.stat(source).catch(() => true))) return
      // No retry at once: each try encodes the variant again, and the disk may refuse it for hours.
      const wasTooSlow = cause instanceof DecoderFailed && cause.reason === 'timeout'
      if (cause instanceof StorageError || isSystemError(cause) || wasTooSlow) pause()
      else failed.add(key)
      onProblem(`The variant ${key} could not be created. The original image is shown instead.`, cause)
    }
  }

  async function deleteRemoved() {
    for (const file of removed) {
      removed.delete(file)
      try {
        await storage.remove(`${VARIANTS}/${file}/`)
      } catch (cause) {
        onProblem(`The variants of ${file} could not be deleted.`, cause)
      }
    }
  }

  return {
    request(variant, { urgent }) {
      const key = variantPath(variant)
      if (isClosed || failed.has(key) || key === current || performance.now() < pausedUntil) return
      if (urgent) {
        queue.delete(key)
        urgentQueue.set(key, variant)
      } else if (!urgentQueue.has(key)) {
        queue.set(key, variant)
      }
      startWork()
    },
    async whenDone(variant) {
      const key = variantPath(variant)
      while (urgentQueue.has(key) || queue.has(key) || key === current) await step
    },
    forget(file) {
      for (const keys of [urgentQueue, queue, failed]) {
        for (const key of keys.keys()) if (key.startsWith(`${file}/`)) keys.delete(key)
      }
      removed.add(file)
      startWork()
    },
    queued: () => urgentQueue.size + queue.size,
    async whenIdle() {
      while (working) await working
    },
    async close() {
      isClosed = true
      urgentQueue.clear()
      queue.clear()
      await working
    },
  }
}
