import { fileAt } from '#app/cms/media/media-address.ts'
import { kindOf, type DocumentKindId } from './document-kinds.ts'

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

/** The page where visitors confirm a text before they get the document; undefined if they need not. */
export function gateOf({ slug, kind }: { slug: string; kind: DocumentKindId }): string | undefined {
  return kindOf(kind).isGated === true ? fixedAddress(slug) : undefined
}

/** The page for one file of the document, by its path below the uploads folder. */
export function gateOfFile(gate: string, { fileUrl }: { fileUrl: string }, file: string): string {
  return file === fileAt(fileUrl) ? gate : `${gate}?${new URLSearchParams({ file }).toString()}`
}
