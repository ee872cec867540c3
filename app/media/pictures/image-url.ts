/** Where an uploaded image and its smaller variants are served. The one place that knows the address scheme. */

export const VARIANT_FORMATS = ['avif', 'webp'] as const
export type VariantFormat = (typeof VARIANT_FORMATS)[number]

/** Widths in pixels that exist for every raster image at least that wide; the image's own width is always one more. */
export const VARIANT_WIDTHS = [160, 320, 480, 640, 828, 1080, 1440, 1920, 2560] as const

/** An uploaded image as pages need it: the name under /uploads/ and its size in pixels. */
export interface ImageInfo {
  file: string
  width: number
  height: number
}

/** Address of the stored image itself. */
export function imageUrl(file: string) {
  return `/uploads/${file}`
}

/** Address of a variant, e.g. `/variants/hero-3f2a9c1b.jpg/640.avif`. */
export function variantUrl(file: string, width: number, format: VariantFormat) {
  return `/variants/${file}/${width}.${format}`
}

/** The widths in which variants of an image exist: the fixed ones below its own width (≤ 2560), then that width. */
export function variantWidths(imageWidth: number): number[] {
  const largest = Math.min(imageWidth, 2560)
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
