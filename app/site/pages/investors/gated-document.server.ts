import { fileAt } from '#app/cms/media/media-address.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import type { Disclaimer } from '#app/site/sections/offer/disclaimer.ts'
import type { GatedDocument } from '#app/site/sections/offer/document-gate.tsx'
import { offerTerms } from '#app/site/sections/offer/offer-terms.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { gateOf, gateOfFile } from '#app/site/collections/documents/gate-address.ts'
import { siteDayOf } from '#app/site/collections/documents/published-files.ts'
import { documentRegister, type RegisteredDocument } from '#app/site/sections/document-register/register.server.ts'

/** Headers of the pages of gated documents: no cache has what a visitor must confirm first, or what follows. */
export const UNCACHED = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

/**
 * A gated document and the file of it with this path below the uploads folder, by default and for an unknown one the
 * current main file. Undefined if the document is not gated, or withdrawn.
 */
export function gatedDocument(slug: string, wanted: string): GatedDocument | undefined {
  const document = currentSite().service(documentRegister).find(slug)
  if (!document || document.withdrawn) return undefined
  const gate = gateOf(document)
  if (gate === undefined) return undefined
  const { title, date, fileUrl, files, published } = document
  const current = fileAt(fileUrl)
  const further = files.flatMap((file) => {
    const name = fileAt(file.fileUrl)
    return name === undefined ? [] : [{ name, title: file.title }]
  })
  const known = new Set([current, ...published.map((file) => fileAt(file.fileUrl)), ...further.map(({ name }) => name)])
  const name = (known.has(wanted) ? wanted : current) ?? ''
  const chosen = further.find((file) => file.name === name)
  const isEarlier = name !== current && !chosen
  const since = isEarlier ? published.find((file) => fileAt(file.fileUrl) === name)?.since : undefined
  const bytes = name === '' ? undefined : currentSite().media.documents.find(name)?.bytes
  return {
    title,
    address: fixedAddress(slug),
    date,
    file: {
      name,
      ...(bytes !== undefined && { bytes }),
      ...(chosen && { title: chosen.title }),
      ...(since !== undefined && { earlierSince: siteDayOf(new Date(since)) }),
    },
    others: further
      .filter((file) => file.name !== name)
      .map((file) => ({ title: file.title, page: gateOfFile(gate, document, file.name) })),
  }
}

/** The text that visitors confirm before they get a document. Undefined if it cannot be read: then they do not get it. */
export function termsOf({ kind }: Pick<RegisteredDocument, 'kind'>): Disclaimer | undefined {
  const { content } = currentSite()
  return kind === 'drhp' ? content.find(drhp)?.value.disclaimer : content.find(offerTerms)?.value
}

/** The address of a file of a document after the confirmation, for ten minutes. Undefined while none can be signed. */
export async function confirmedFileAddress(slug: string, { file }: GatedDocument): Promise<string | undefined> {
  if (file.name !== '') return currentSite().confirmedFiles.sign(file.name)
  const address = currentSite().service(documentRegister).find(slug)?.fileUrl
  return address === undefined || fileAt(address) !== undefined ? undefined : address
}
