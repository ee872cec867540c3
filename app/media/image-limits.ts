/** Bytes an image may have when it is sent. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/** Pixels an image may decode to: a few kilobytes can hold gigabytes of them. */
export const MAX_IMAGE_PIXELS = 40_000_000

/** Longest side in pixels. WebP can hold no more, so that every variant of an image can be made. */
export const MAX_IMAGE_SIDE = 16_383
