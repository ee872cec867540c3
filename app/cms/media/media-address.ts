/** The addresses of uploaded files and of the variants of images. No other module builds or parses them. */

import { siteProfile } from '#app/cms/platform/site-profile.ts'
import type { FocusPosition } from './focus/focus-positions.ts'

/**
 * Address of a file by its path below the uploads folder: `/uploads/videos/x.mp4`; `/terms/x.pdf` if the folder `terms`
 * has its own address.
 */
export function addressOf(file: string) {
  return hasOwnAddress(file) ? `/${file}` : `/uploads/${file}`
}

/** Path below the uploads folder of the file at an address; undefined if it is not the address of an uploaded file. */
export function fileAt(address: string): string | undefined {
  if (address.startsWith('/') && hasOwnAddress(address.slice(1))) return address.slice(1)
  return address.startsWith('/uploads/') ? address.slice('/uploads/'.length) : undefined
}

function hasOwnAddress(file: string) {
  return siteProfile().files.ownAddresses.some((folder) => file.startsWith(`${folder}/`))
}

/** The address of a file that a visitor gets after a confirmation, until a time (ms since 1970). */
export function confirmedAddress(file: string, { expires, signature }: { expires: number; signature: string }) {
  return `/confirmed/${expires.toString(36)}.${signature}/${file}`
}

/** The parts of such an address; undefined if it is none. Says nothing about its signature. */
export function confirmedAt(address: string): { file: string; expires: number; signature: string } | undefined {
  const [, time, signature, file] = /^\/confirmed\/([0-9a-z]{1,10})\.([\w-]{43})\/(.+)$/.exec(address) ?? []
  if (time === undefined || signature === undefined || file === undefined) return undefined
  return { file, expires: Number.parseInt(time, 36), signature }
}

export const VARIANT_FORMATS = ['avif', 'webp'] as const
export type VariantFormat = (typeof VARIANT_FORMATS)[number]

/** Also the largest width of a stored image. */
export const MAX_VARIANT_WIDTH = 2560

/** Widths in pixels that exist for every raster image at least that wide; the image's own width is added to them. */
const VARIANT_WIDTHS = [160, 320, 480, 640, 828, 1080, 1440, 1920, MAX_VARIANT_WIDTH] as const

/** An uploaded image as pages need it: the name under /uploads/ and its size in pixels. */
export interface ImageInfo {
  file: string
  width: number
  height: number
  /** The size is not read yet: this is the likely one. Until it is, pages show the image without its variants. */
  hasAssumedSize?: true | undefined
  /** The part that stays visible when the picture is cropped; undefined: as the style of each place says. */
  focus?: FocusPosition | undefined
  /** What visitors read on the picture: `Computer image`. */
  note?: string | undefined
}

/** Address of the stored image itself. */
export function imageUrl(file: string) {
  return `/uploads/${file}`
}

/** Address of a variant, e.g. `/variants/photo-3f2a9c1b.jpg/640.avif`. */
export function variantUrl(file: string, width: number, format: VariantFormat) {
  return `/variants/${file}/${width}.${format}`
}

/** The widths in which variants of an image exist: the fixed ones below its own width (≤ 2,560), then that width. */
export function variantWidths(imageWidth: number): number[] {
  const largest = Math.min(imageWidth, MAX_VARIANT_WIDTH)
  return [...VARIANT_WIDTHS.filter((width) => width < largest), largest]
}

/** Every width of an image in one format, as `srcset` lists them. */
export function variantSrcSet({ file, width }: ImageInfo, format: VariantFormat): string {
  return variantWidths(width)
    .map((variant) => `${variantUrl(file, variant, format)} ${variant}w`)
    .join(', ')
}

/** False for SVG, which is served as it is at every size. */
export function hasVariants(file: string) {
  return !file.endsWith('.svg')
}

/**
 * The `<link rel="preload">` that makes a browser fetch an image before the layout of the page. Browsers without AVIF
 * ignore it and fetch another format later. Empty for an SVG file, or if there is no image. `sizes` must equal the
 * picture's, otherwise the image is fetched twice.
 */
export function imagePreload(image: ImageInfo | undefined, sizes: string) {
  if (!image || image.hasAssumedSize || !hasVariants(image.file)) return []
  return [
    {
      tagName: 'link' as const,
      rel: 'preload',
      as: 'image',
      type: 'image/avif',
      imageSrcSet: variantSrcSet(image, 'avif'),
      imageSizes: sizes,
      fetchpriority: 'high',
    },
  ]
}
