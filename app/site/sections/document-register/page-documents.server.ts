import { documentsIn } from '#app/cms/media/library/used-files.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { DocumentKindId, DocumentList } from '#app/site/collections/documents/document-kinds.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { gateOf } from '#app/site/collections/documents/gate-address.ts'
import { listedDocument, type DocumentOfPage, type ListedDocument } from './listed-document.ts'
import { factsOf } from './register-rows.server.ts'
import { documentRegister, type RegisteredDocument } from './register.server.ts'

/** The documents of one list of the site, in its order. */
export function documentsOfList(list: DocumentList): ListedDocument[] {
  return currentSite().service(documentRegister).inList(list).map(listedDocument)
}

/** The financial results in their order: those of whole years, and those of quarters and half-years. */
export function listedResults(): { ofYears: ListedDocument[]; ofQuarters: ListedDocument[] } {
  const results = currentSite().service(documentRegister).inList('financial-results')
  return {
    ofYears: results.filter(({ period }) => period === 'year').map(listedDocument),
    ofQuarters: results.filter(({ period }) => period !== 'year').map(listedDocument),
  }
}

/** How many documents the top of the investors page lists. */
const NEWEST = 7

/** The newest documents of all kinds. */
export function newestDocuments(): ListedDocument[] {
  return currentSite().service(documentRegister).listed().slice(0, NEWEST).map(listedDocument)
}

/** The newest document of a kind, for the page that presents it. */
export function documentOfPage(kind: DocumentKindId): DocumentOfPage | undefined {
  const found = newestOf(kind)
  if (!found) return undefined
  const gate = gateOf(found)
  const { title, fileUrl, date } = found
  const { pages } = factsOf(fileUrl, currentSite().media)
  return { title, fileUrl, date, ...(gate !== undefined && { gate }), ...(pages !== undefined && { pages }) }
}

/** The picture of the first page of that document; '' if there is none. */
export function coverOfPage(kind: DocumentKindId): string {
  return newestOf(kind)?.image ?? ''
}

function newestOf(kind: DocumentKindId) {
  return currentSite()
    .service(documentRegister)
    .listed()
    .find((document) => document.kind === kind)
}

/** The written record of a document that was recorded: the transcripts for its period, or about its day. */
export function transcriptsOf({ financialYear, period, eventDay, ...recorded }: RegisteredDocument): ListedDocument[] {
  const isOfSame = (one: RegisteredDocument) =>
    financialYear === ''
      ? eventDay !== '' && one.eventDay === eventDay
      : one.financialYear === financialYear && one.period === period
  return currentSite()
    .service(documentRegister)
    .listed()
    .filter((one) => one.kind === 'call-transcript' && one.slug !== recorded.slug && isOfSame(one))
    .map(listedDocument)
}

/** The documents of some kinds, in the order of the kinds, the newest first. */
export function documentsOfKinds(...kinds: readonly DocumentKindId[]): ListedDocument[] {
  const listed = currentSite().service(documentRegister).listed()
  return kinds.flatMap((kind) => listed.filter((document) => document.kind === kind)).map(listedDocument)
}

/** The document that a reference has the key of. Undefined if no list shows it. */
export function documentWithKey(key: string): ListedDocument | undefined {
  if (key === '') return undefined
  const section = documents.entry(key).id
  const found = currentSite()
    .service(documentRegister)
    .listed()
    .find((document) => document.section === section)
  return found && listedDocument(found)
}

/** The sizes of the documents of ours that content names, by address. Their dates are those of the register. */
export function documentSizes(content: unknown): Record<string, { bytes: number }> {
  const found = Object.entries(documentsIn(content, currentSite().media.documents))
  return Object.fromEntries(found.map(([address, { bytes }]) => [address, { bytes }]))
}
