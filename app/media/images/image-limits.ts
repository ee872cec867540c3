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
