import sharp from 'sharp'

/**
 * sharp, allowed to open nothing but JPEG, PNG, WebP and HEIF (AVIF) files. As shipped it would also render SVG and read
 * a dozen rarer formats, each with a decoder that can be attacked. The setting holds for the whole process.
 */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

// No file is opened twice in a row, so that a cache would only hold memory and file handles.
sharp.cache(false)

// One thread for an image: making variants in the background must leave time for requests.
sharp.concurrency(1)

export { sharp }

/** Bytes an image may have when it is sent. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/** Pixels an image may decode to: a few kilobytes can hold gigabytes of them. */
export const MAX_IMAGE_PIXELS = 40_000_000

/** Longest side in pixels. WebP can hold no more, so that every variant of an image can be made. */
export const MAX_IMAGE_SIDE = 16_383

/** Bytes an image may decode to: four channels of eight bits for each of its pixels, two for one of sixteen bits. */
export const MAX_DECODED_BYTES = 4 * MAX_IMAGE_PIXELS

/** Pixels from which on an image is decoded by itself, and not beside another. */
export const LARGE_IMAGE_PIXELS = 20_000_000
