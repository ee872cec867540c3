import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ReportProblem, StoredImage } from '#app/media/library/media-library.types.ts'
import { hasVariants, VARIANT_FORMATS, type VariantFormat, variantWidths } from '#app/media/pictures/image-url.ts'
import { isSystemError } from '#app/media/uploads/upload-refused.ts'
import { statIfPresent, writeDurably } from '#app/storage/durable-file.server.ts'
import { assertMayWrite } from '#app/storage/owner-lock.server.ts'
import { MAX_IMAGE_PIXELS, sharp } from './guarded-sharp.server.ts'

export interface Variant {
  file: string
  width: number
  format: VariantFormat
}

export interface VariantMaker {
  /** Puts a variant in line: first with `urgent`, else last. One that is in line already is not made twice. */
  request(variant: Variant, options: { urgent: boolean }): void
  /** Forgets an image: what waits for it is not made, what was made is deleted. */
  forget(file: string): void
  /** Resolves when nothing waits. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** How long nothing is made after the disk did not take a variant (ms). */
const REST_MS = 60_000

/** Where a variant is kept, below the variants folder. */
export function variantPath({ file, width, format }: Variant) {
  return `${file}/${width}.${format}`
}

/**
 * Every variant of an image. Small ones first: they are soonest made, and the telephones that ask for them have the least
 * patience.
 */
export function variantsOf({ file, width }: Pick<StoredImage, 'file' | 'width'>): Variant[] {
  if (!hasVariants(file)) return []
  return variantWidths(width).flatMap((variantWidth) =>
    VARIANT_FORMATS.map((format) => ({ file, width: variantWidth, format })),
  )
}

/**
 * Makes variants of the images in `uploadsDir` below `variantsDir`, one at a time. One that fails is reported once and not
 * tried again before the image changes or the process starts anew; where the disk is at fault, when it is asked for
 * a minute later.
 */
export function openVariantMaker({
  uploadsDir,
  variantsDir,
  onProblem,
}: {
  uploadsDir: string
  variantsDir: string
  onProblem: ReportProblem
}): VariantMaker {
  const urgentLine = new Map<string, Variant>()
  const line = new Map<string, Variant>()
  const gone = new Set<string>()
  const failed = new Set<string>()
  let working: Promise<void> | undefined
  let inWork: string | undefined
  let isClosed = false
  let restsUntil = -Infinity

  function startWork() {
    if (isClosed) return
    working ??= work().finally(() => {
      working = undefined
      // Asked for after the last look at the lines, while this was not yet known to be over.
      if (urgentLine.size + line.size + gone.size > 0) startWork()
    })
  }

  async function work() {
    for (;;) {
      await deleteGone()
      const variant = takeNext()
      if (!variant) return
      inWork = variantPath(variant)
      await make(variant)
      inWork = undefined
    }
  }

  /** Makes nothing for a while. What waits is made when it is asked for again. */
  function rest() {
    restsUntil = performance.now() + REST_MS
    urgentLine.clear()
    line.clear()
  }

  function takeNext() {
    for (const waiting of [urgentLine, line]) {
      for (const [key, variant] of waiting) {
        waiting.delete(key)
        return variant
      }
    }
    return undefined
  }

  async function make(variant: Variant) {
    const key = variantPath(variant)
    try {
      const target = path.join(variantsDir, key)
      if (await statIfPresent(target)) return
      await writeDurably(target, await encodeVariant(path.join(uploadsDir, variant.file), variant), { mode: 0o600 })
    } catch (cause) {
      if (gone.has(variant.file)) return
      // An image that cannot be decoded stays so. A disk that fails may take it later: not at once, for each try takes a second.
      if (isSystemError(cause)) rest()
      else failed.add(key)
      onProblem(`The variant ${key} could not be made; the image itself is shown instead.`, cause)
    }
  }

  async function deleteGone() {
    for (const file of gone) {
      gone.delete(file)
      try {
        assertMayWrite()
        await rm(path.join(variantsDir, file), { recursive: true, force: true })
      } catch (cause) {
        onProblem(`The variants of ${file} could not be deleted.`, cause)
      }
    }
  }

  return {
    request(variant, { urgent }) {
      const key = variantPath(variant)
      if (failed.has(key) || key === inWork || performance.now() < restsUntil) return
      if (urgent) {
        line.delete(key)
        urgentLine.set(key, variant)
      } else if (!urgentLine.has(key)) {
        line.set(key, variant)
      }
      startWork()
    },
    forget(file) {
      for (const keys of [urgentLine, line, failed]) {
        for (const key of keys.keys()) if (key.startsWith(`${file}/`)) keys.delete(key)
      }
      gone.add(file)
      startWork()
    },
    async settled() {
      while (working) await working
    },
    async close() {
      isClosed = true
      urgentLine.clear()
      line.clear()
      await working
    },
  }
}

/**
 * Measured over 43 photographs of 800 to 2,560 pixels (310 variants a format) on one core: AVIF 55 with effort 2 takes 43 s
 * and 6.6 MB, with effort 3 nearly twice as long for 6 % less; WebP 80 takes 17 s and 9.7 MB.
 */
async function encodeVariant(file: string, { width, format }: Variant) {
  const image = sharp(file, { failOn: 'error', limitInputPixels: MAX_IMAGE_PIXELS }).autoOrient().resize({ width })
  return format === 'avif'
    ? image.avif({ quality: 55, effort: 2 }).toBuffer()
    : image.webp({ quality: 80, effort: 4 }).toBuffer()
}
