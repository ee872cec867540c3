import { fileAt } from '#app/cms/media/media-address.ts'
import { kindOf, type DocumentKindId } from './document-kinds.ts'
import { fixedAddress } from './fixed-address.ts'

/** The page where visitors confirm a text before they get the document; undefined if they need not. */
export function gateOf({ slug, kind }: { slug: string; kind: DocumentKindId }): string | undefined {
  return kindOf(kind).isGated === true ? fixedAddress(slug) : undefined
}

/** The page for one file of the document, by its path below the uploads folder. */
export function gateOfFile(gate: string, { fileUrl }: { fileUrl: string }, file: string): string {
  return file === fileAt(fileUrl) ? gate : `${gate}?${new URLSearchParams({ file }).toString()}`
}
