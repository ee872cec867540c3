import type { z } from 'zod'
import type { SiteProfile } from '#app/cms/platform/site-profile.ts'
import type { AskedFields } from './asked-fields.ts'
import type { SiteReader } from './content-reader.ts'
import { keyOfFile, keyOfId, type CollectionDefinition } from './define-collection.ts'
import type { SectionDefinition } from './define-section.ts'
import type { ContentChange, DerivedContent, ReadContent } from './derived-content.ts'
import type { Checklist } from './site-checklist.ts'

export type Section = SectionDefinition<z.ZodObject>

/** What the content of a site consists of. */
type SiteItem = Section | CollectionDefinition

/** What staff see below one heading of the sidebar. */
interface SectionGroup {
  label: string
  items: readonly SiteItem[]
}

/** A page of the site that a link can lead to. */
export interface LinkTarget {
  href: string
  label: string
}

/** The addresses of the public site. */
interface PublicAddresses {
  /** Every page that has one fixed address, in the order in which visitors need them. */
  pages: readonly string[]
  /** Those of `pages` that content has switched off: visitors find no such page, and no link can lead to it. */
  switchedOff?: (site: SiteReader) => readonly string[]
  /** Files that are generated from content. */
  generatedFiles: readonly string[]
  /** Addresses that always redirect. */
  redirects: readonly string[]
  /**
   * The query names that change a page. Such a response is not cached. Only the name matters, not the value. No other
   * query name reaches a page on the production host.
   */
  uncachedQueries: { readonly [page: string]: readonly string[] | undefined }
  /** Pages besides those of collections whose addresses follow from content. */
  others?: OtherPages
  /** Origin whose pages the public pages show in a frame; undefined if there is none. */
  frameOrigin?: (site: SiteReader) => string | undefined
}

/** What the content system cannot see of the links of a site. */
interface SiteLinks {
  /** Pages that links can lead to, besides those of the sections. */
  targets: (site: SiteReader) => readonly LinkTarget[]
  /** Pages to which a section leads by other fields than links and references, such as the slugs of its cards. */
  ofSection: (site: SiteReader, section: Section) => readonly string[]
}

/** Where visitors of former addresses go. When the address of a page changes or it is removed, the site adds to it. */
interface SiteRedirects {
  /** The section with the list, and its field: a `redirectList`. */
  section: Section
  field: string
  /** True for an address that the site always serves itself. A redirect from it has no effect. */
  isOwnAddress: (address: string) => boolean
  /** Further pages whose addresses follow from content, such as those below the pages of a collection. */
  others?: readonly FollowedPages[]
}

/** Pages besides the entries of collections. */
export interface FollowedPages {
  /**
   * The address of each page, by a name that never changes; those that a change cannot concern may be left out. Undefined
   * if the content cannot be read.
   */
  paths: (read: ReadContent, change: ContentChange) => ReadonlyMap<string, string> | undefined
  /** Where visitors of such a page go when it is removed; '': they read that it is gone. */
  instead: string
}

interface OtherPages {
  /** The addresses of all pages. Must be cheap. */
  all: (site: SiteReader) => readonly string[]
  /** True for an address at which there may be such a page. Must be cheap. */
  mayHave: (site: SiteReader, address: string) => boolean
}

/** What a website consists of: the part of the content system that differs from site to site. */
interface SiteOptions extends SiteProfile {
  /** All sections but `details`, and all collections, in the order of the sidebar. */
  groups: readonly SectionGroup[]
  /** The section that is shown on every page, such as the company's name and its addresses. */
  details: Section
  /** The company's name; '' if it cannot be read. */
  companyName: (site: SiteReader) => string
  /** Name of the picture beside the form to sign in. */
  signInImage?: (site: SiteReader) => string | undefined
  /** The section in the examples of the API's documentation. */
  apiExample: Section
  /** Sections and collections that staff are asked first whether they need approval. */
  approvalFirst?: readonly SiteItem[]
  checklist?: Checklist | undefined
  /** What the dashboard shows of the content. */
  highlights?: Highlights
  addresses: PublicAddresses
  links?: SiteLinks
  /** What the content says about files of the uploads. */
  fileRules?: FileRules
  notice?: NoticeOfSite
  /** Left out: visitors of a former address read that there is no such page. */
  redirects?: SiteRedirects
  /** Made in the background after the start, such as an index of a search. Must not reject. */
  prepare?: (site: SiteReader) => Promise<void>
  /** What the site writes itself, from changes of its content. Staff have no form of these sections. */
  derives?: readonly DerivedContent[]
}

/** What visitors are told, and may be asked, where they send personal data. */
interface NoticeOfSite {
  /** The page with the notice, which gets `?version=` and `?language=`. */
  page: string
  /** The page with the button that withdraws a message, which gets `?token=`. */
  withdrawPage: string
  /** Who answers questions about personal data, in one line; '' if the notice cannot be read. */
  contact: (site: SiteReader) => string
  /** The days that the notice says messages are kept for; undefined if it cannot be read. */
  keptDays: (site: SiteReader) => number | undefined
  /** The purposes that a version names in a language; undefined if it was never public. */
  purposes: (site: SiteReader, version: number, language: string) => readonly string[] | undefined
  asks?: AskedFields
}

/** What the content of a site says about its files. The functions are called for every request for a file. */
export interface FileRules {
  /** True for a file that only staff may get, by its path below the uploads folder. */
  isWithheld: (site: SiteReader, file: string) => boolean
  /**
   * What visitors read with status 410 at all addresses of a withheld file that was public: which file it was, since when
   * it is gone, and why. Undefined for a file that was not: its addresses behave as if it did not exist.
   */
  goneBecause?: (site: SiteReader, file: string) => string | undefined
  /** Addresses one level below `below` that always serve the current file of something: `/documents/price-list`. */
  fixed: {
    below: string
    fileOf: (site: SiteReader, segment: string) => string | undefined
    /** Last parts of the pages below such an address, such as `watch` for `/documents/price-list/watch`. */
    pages: readonly string[]
    /** False if the public site has nothing at the address: the 404 is then the same for all such addresses. */
    mayHave: (site: SiteReader, segment: string) => boolean
  }
  /**
   * The page on which visitors confirm a text before they get a file, by the path of the file below the uploads folder.
   * Undefined for a file that needs no confirmation. The page is below `fixed.below`. What it posts changes nothing, and
   * its response leads to an address that `confirmedFiles` of the site has signed. No other address serves the file.
   */
  confirmation?: (site: SiteReader, file: string) => string | undefined
}

/** Short entries of a section with a picture each, for the dashboard. */
interface Highlights {
  section: Section
  title: string
  /** Text of the link to the section's editor. */
  editText: string
  /** Shown if there are no entries. */
  emptyText: string
  entries: (site: SiteReader) => readonly { image: string; text: string }[]
}

export interface SiteDefinition extends SiteOptions {
  /**
   * Every section that the site always has, in the order in which staff see them, also those with the order of a
   * collection. Entries are not among them.
   */
  sections: readonly Section[]
  collections: readonly CollectionDefinition[]
  /** What the code of the site lists, in the order in which staff see it: sections and collections. */
  items: readonly SiteItem[]
  /**
   * The section with this id, also one of an entry, whether that exists or not. Undefined if no section can have this
   * id. The label of an entry is that of its key: an open site knows its title, see `SiteSections`.
   */
  findSection: (id: string | undefined) => Section | undefined
}

/** Declares a site. Throws if two sections or collections have the same id, file or API path. */
export function defineSite(options: SiteOptions): SiteDefinition {
  const items = [...options.groups.flatMap((group) => group.items), options.details]
  const collections = items.filter(isCollection)
  const written = (options.derives ?? []).map(({ section }) => section as Section)
  const sections = [
    ...items.flatMap((item): readonly Section[] => (isCollection(item) ? orderOf(item) : [item])),
    ...written,
  ]
  assertUnique(
    'id',
    [...sections, ...collections].map(({ id }) => id),
  )
  assertUnique(
    'folder',
    collections.map(({ folder }) => folder),
  )
  for (const { id, idPrefix } of collections) {
    const other = collections.find((one) => one.id !== id && one.idPrefix.startsWith(idPrefix))
    if (other) throw new Error(`The ids of the entries of ${id} and ${other.id} begin with the same prefix`)
  }
  for (const collection of collections) {
    const taken = sections.find(({ file }) => keyOfFile(collection, file) !== undefined)
    if (taken) throw new Error(`The file of ${taken.id} is one of an entry of ${collection.id}`)
  }
  assertUnique(
    'file',
    sections.map(({ file }) => file),
  )
  assertUnique(
    'API path',
    [...sections, ...collections].flatMap(({ api }) => api?.path ?? []),
  )
  const { checklist, redirects } = options
  if (checklist && [...sections, ...collections].some(({ id }) => id === checklist.id))
    throw new Error(`The checklist and a section have the id ${checklist.id}`)
  if (redirects && !(redirects.field in redirects.section.schema.shape))
    throw new Error(`The section ${redirects.section.id} has no field ${redirects.field} for redirects`)
  const byId = new Map(sections.map((section) => [section.id, section]))
  function findSection(id: string | undefined): Section | undefined {
    if (id === undefined) return undefined
    const section = byId.get(id)
    if (section) return section
    if (collections.some((collection) => collection.id === id)) return undefined
    for (const collection of collections) {
      const key = keyOfId(collection, id)
      if (key !== undefined) return collection.entry(key)
    }
    return undefined
  }
  return { ...options, sections, collections, items, findSection }
}

export function isCollection(item: SiteItem): item is CollectionDefinition {
  return 'folder' in item
}

/** The section that has the order of a collection, if staff arrange its entries. */
export function orderOf({ orderSection }: Pick<CollectionDefinition, 'orderSection'>): readonly Section[] {
  return orderSection ? [orderSection] : []
}

function assertUnique(what: string, values: readonly string[]) {
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  if (twice !== undefined) throw new Error(`Two sections have the ${what} ${twice}`)
}
