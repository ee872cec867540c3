import { defineService, type ContentReader } from '#app/cms/define/content-reader.ts'
import { visibilityOf } from '#app/cms/define/define-collection.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import { financialYearOfReport, reports } from '#app/site/sections/reports/reports.ts'
import { publishedReports, type PublishedReport } from '#app/site/sections/reports/published-reports.server.ts'
import {
  ANNUAL_REPORT,
  kindOf,
  type DocumentKindId,
  type DocumentList,
} from '#app/site/collections/documents/document-kinds.ts'
import { documents } from '#app/site/collections/documents/documents.ts'
import { filmsOf } from '#app/site/collections/documents/films.ts'
import type { Period } from '#app/site/collections/documents/financial-period.ts'
import { siteDayOf, type PublishedFile } from '#app/site/collections/documents/published-files.ts'
import { fixedAddress, watchAddress } from '#app/site/collections/documents/fixed-address.ts'
import { gateOf, gateOfFile } from '#app/site/collections/documents/gate-address.ts'
import { withdrawalText } from './withdrawal-text.ts'

/** A document of the register, from wherever staff have typed it. */
export interface RegisteredDocument {
  /** Last part of its fixed address, `/documents/{slug}`. */
  slug: string
  /** Id of the section in which staff edit it. */
  section: string
  /** Key of the annual report; left out for an entry of the collection. */
  report?: string
  title: string
  kind: DocumentKindId
  /** Empty for a document that is for no period. */
  financialYear: string
  period: Period
  /** Empty, or the day of the event that it is about. */
  eventDay: string
  /** The day on which it was disclosed. */
  date: string
  filedOn: string
  language: string
  fileUrl: string
  /** Further files, such as a spreadsheet. */
  files: readonly { title: string; fileUrl: string; language: string }[]
  image: string
  imageAlt: string
  position: number
  /** Set if it was withdrawn. */
  withdrawn: { on: string; because: string } | undefined
  /** Every file that was public, the oldest first. */
  published: readonly PublishedFile[]
  /** False for a document that only people with its address find. A withdrawn one keeps its place. */
  isListed: boolean
}

/** All documents that visitors can find or could find. From memory. */
export interface DocumentRegister {
  /** Those that lists show, the newest disclosure first. */
  listed(): readonly RegisteredDocument[]
  /** The same, with those that were withdrawn from the lists. */
  withWithdrawn(): readonly RegisteredDocument[]
  /** Those of one list of the site, in its order. */
  inList(list: DocumentList): readonly RegisteredDocument[]
  /** An annual report, by its key. */
  ofReport(id: string): RegisteredDocument | undefined
  /** Also one that is unlisted or withdrawn. */
  find(slug: string): RegisteredDocument | undefined
  /** The current file of a document, by its path below the uploads folder. Undefined if it is not one of ours. */
  fileOf(slug: string): string | undefined
  /** Those whose films visitors can watch on a page, also unlisted ones. */
  withFilms(): readonly RegisteredDocument[]
  /** The page on which visitors watch the films of a document; undefined if there is none. */
  watchPageOf(slug: string): string | undefined
  /** The last parts of the addresses of all documents. */
  slugs(): readonly string[]
  /** True for a file, by its path below the uploads folder, that only withdrawn or hidden documents have. */
  isWithheld(file: string): boolean
  /** The title, day and reason of the withdrawal of such a file, in sentences. Undefined if it was never public. */
  goneBecause(file: string): string | undefined
  /**
   * The page where visitors confirm a text before they get a file, by its path below the uploads folder. Undefined for
   * all other files. A file of several documents needs it if one of them does.
   */
  gateOf(file: string): string | undefined
}

/** The register of a site: its documents, and the annual reports of the reports list. */
export const documentRegister = defineService(openRegister)

function openRegister(content: ContentReader): DocumentRegister {
  /** Computed once for each version of the content. */
  let index: ReturnType<typeof indexOf> | undefined
  content.subscribe((id) => {
    if (id === documents.id || id === reports.id || id === publishedReports.id) index = undefined
  })
  const current = () =>
    (index ??= indexOf([...annualReports(content), ...collectedDocuments(content)], hiddenFiles(content)))
  return {
    listed: () => current().listed,
    withWithdrawn: () => current().withWithdrawn,
    inList: (list) => current().lists.get(list) ?? [],
    ofReport: (id) => current().byReport.get(id),
    find: (slug) => current().bySlug.get(slug),
    fileOf(slug) {
      const document = current().bySlug.get(slug)
      return document && !document.withdrawn ? fileAt(document.fileUrl) : undefined
    },
    withFilms: () => [...current().withFilms.values()],
    watchPageOf: (slug) => (current().withFilms.has(slug) ? watchAddress(slug) : undefined),
    slugs: () => current().slugs,
    isWithheld: (file) => current().withheld.has(file),
    goneBecause: (file) => current().withheld.get(file),
    gateOf: (file) => current().gates.get(file),
  }
}

function indexOf(all: readonly RegisteredDocument[], hidden: readonly string[]) {
  const bySlug = new Map<string, RegisteredDocument>()
  for (const document of all) if (!bySlug.has(document.slug)) bySlug.set(document.slug, document)
  const withWithdrawn = [...bySlug.values()].filter(({ isListed }) => isListed).sort(newestFirst)
  const listed = withWithdrawn.filter(({ withdrawn }) => !withdrawn)
  const lists = new Map<DocumentList, RegisteredDocument[]>()
  for (const document of listed) {
    const { list } = kindOf(document.kind)
    if (list) lists.set(list, [...(lists.get(list) ?? []), document])
  }
  for (const shown of lists.values()) shown.sort(byPosition)
  const byReport = new Map(
    all.flatMap((document) => (document.report === undefined ? [] : [[document.report, document]])),
  )
  const gates = gatesOf(bySlug.values())
  const isWatched = (document: RegisteredDocument) => {
    const films = filmsOf(document)
    return !document.withdrawn && films.length > 0 && films.every(({ fileUrl }) => !gates.has(fileAt(fileUrl) ?? ''))
  }
  return {
    bySlug,
    byReport,
    withFilms: new Map([...bySlug].filter(([, document]) => isWatched(document))),
    listed,
    withWithdrawn,
    lists,
    slugs: [...bySlug.keys()],
    withheld: withheldFiles(all, hidden),
    gates,
  }
}

/**
 * The files of hidden and withdrawn documents that no other document has. Those that were public have a text for the
 * visitors of their addresses.
 */
function withheldFiles(
  all: readonly RegisteredDocument[],
  hidden: readonly string[],
): ReadonlyMap<string, string | undefined> {
  const withheld = new Map<string, string | undefined>(hidden.map((file) => [file, undefined]))
  for (const { withdrawn, ...document } of all) {
    if (!withdrawn) continue
    const wasPublic = new Set(document.published.map(({ fileUrl }) => fileAt(fileUrl)))
    const text = `${withdrawalText({ title: document.title, ...withdrawn })}\nAddress of the document: ${fixedAddress(document.slug)}\n`
    for (const file of filesOf(document))
      withheld.set(file, withheld.get(file) ?? (wasPublic.has(file) ? text : undefined))
  }
  for (const document of all) if (!document.withdrawn) for (const file of filesOf(document)) withheld.delete(file)
  return withheld
}

/** The page where visitors confirm a text, for each file that a gated document has or had. */
function gatesOf(all: Iterable<RegisteredDocument>): ReadonlyMap<string, string> {
  const gates = new Map<string, string>()
  for (const document of all) {
    const gate = gateOf(document)
    if (gate === undefined || document.withdrawn) continue
    for (const file of filesOf(document)) gates.set(file, gateOfFile(gate, document, file))
  }
  return gates
}

/** The files of ours that a document has or had, by their paths below the uploads folder. */
function filesOf({
  fileUrl,
  files,
  published,
}: Pick<RegisteredDocument, 'fileUrl' | 'files' | 'published'>): readonly string[] {
  return [fileUrl, ...files.map((file) => file.fileUrl), ...published.map((file) => file.fileUrl)].flatMap(
    (address) => fileAt(address) ?? [],
  )
}

/** The files of documents that nobody finds yet, and of annual reports that were undone: as if they had not been public. */
function hiddenFiles(content: ContentReader): readonly string[] {
  const { published = [] } = content.find(publishedReports)?.value ?? {}
  const undone = published.flatMap(({ isUndone, fileUrl }) => (isUndone ? (fileAt(fileUrl) ?? []) : []))
  const ofEntries = content.entryKeys(documents).flatMap((key) => {
    const value = content.find(documents.entry(key))?.value
    return value?.visibility === 'hidden' ? filesOf(value) : []
  })
  return [...undone, ...ofEntries]
}

function newestFirst(one: RegisteredDocument, other: RegisteredDocument) {
  if (one.date !== other.date) return one.date < other.date ? 1 : -1
  return words.compare(one.title, other.title) || (one.slug < other.slug ? -1 : 1)
}

/** Documents with a number first. The others keep their order. */
function byPosition(one: RegisteredDocument, other: RegisteredDocument) {
  const [before, after] = [one, other].map(({ position }) => position || Infinity)
  return before === after ? 0 : (before ?? 0) - (after ?? 0)
}

/** Titles sort the same on every machine. */
const words = new Intl.Collator('en', { numeric: true })

function collectedDocuments(content: ContentReader): RegisteredDocument[] {
  return content.entryKeys(documents).flatMap((key) => {
    const section = documents.entry(key)
    const value = content.find(section)?.value
    if (!value || value.visibility === 'hidden') return []
    const { address, visibility, withdrawnBecause, withdrawnOn, ...document } = value
    return {
      ...document,
      slug: address === '' ? key : address,
      section: section.id,
      withdrawn: withdrawnBecause === '' ? undefined : { on: withdrawnOn, because: withdrawnBecause },
      isListed: visibility === 'listed',
    }
  })
}

/** Shown for a report that staff have deleted from the list: they are not asked for a reason. */
const TAKEN_OFF = 'The company has taken this annual report off its list.'

function annualReports(content: ContentReader): RegisteredDocument[] {
  const { published = [] } = content.find(publishedReports)?.value ?? {}
  const known = new Map(
    content.entryKeys(reports).flatMap((key) => {
      const value = content.find(reports.entry(key))?.value
      return value && visibilityOf(value) !== 'hidden' ? [[key, value]] : []
    }),
  )
  const found = published.filter(({ isUndone }) => !isUndone)
  // A report may have the address of one that was deleted before. Whoever comes first has it: the one in the list, or the
  // one that was deleted last.
  const ids = new Set([...known.keys(), ...found.toReversed().map(({ report }) => report)])
  return [...ids].map((id) => {
    const files = published.filter(({ report }) => report === id)
    const report = known.get(id)
    const last = files.at(-1)
    const { year, title, fileUrl, date } = report ?? { ...lastFile(last), date: '' }
    return {
      slug: last?.address ?? `annual-report-${id.toLowerCase().replaceAll('_', '-')}`,
      section: reports.id,
      report: id,
      title: `${title} ${year}`,
      kind: ANNUAL_REPORT,
      financialYear: financialYearOfReport(year),
      period: 'year',
      eventDay: '',
      date: date || (files[0] ? siteDayOf(new Date(files[0].since)) : ''),
      filedOn: '',
      language: 'en',
      fileUrl,
      files: [],
      image: '',
      imageAlt: '',
      position: 0,
      withdrawn: report ? undefined : { on: last?.removedOn ?? '', because: TAKEN_OFF },
      published: files.map((file) => ({ fileUrl: file.fileUrl, since: file.since, name: '' })),
      // A report that was deleted is in no list.
      isListed: report !== undefined,
    }
  })
}

function lastFile(last: PublishedReport | undefined) {
  return last ?? { year: '', title: '', fileUrl: '' }
}
