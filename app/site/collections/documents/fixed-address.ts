/** All fixed addresses are one level below it. */
export const FIXED_BELOW = '/documents'

/** The address of a document for ever, by its last part. */
export function fixedAddress(slug: string): string {
  return `${FIXED_BELOW}/${slug}`
}

/** Last part of the address of a page on which visitors watch films. */
export const WATCH_PAGE = 'watch'

/** The page on which visitors watch the films of a document. */
export function watchAddress(slug: string): string {
  return `${fixedAddress(slug)}/${WATCH_PAGE}`
}
