import { today } from '#app/cms/platform/site-time.ts'
import { defineService, type ContentReader, type SiteReader } from './content-reader.ts'
import { visibilityOf, type CollectionDefinition, type ContentOfEntry } from './define-collection.ts'
import type { SiteDefinition } from './define-site.ts'
import { inEntryOrder } from './in-entry-order.ts'
import { encodeAddress } from './link-target.ts'
import { pageOfRedirect, type PageRedirect } from './page-redirects.ts'

/** An entry as visitors can see it. */
export interface ShownEntry<Collection extends CollectionDefinition = CollectionDefinition> {
  key: string
  /** Id of its section. */
  id: string
  title: string
  value: ContentOfEntry<Collection>
  version: string
  /** Address of its page. Undefined if the entries of the collection have no page. */
  href: string | undefined
  /** False for an entry that is in no list, no search and no sitemap. */
  isListed: boolean
}

/** What there is at an address below that of a collection. */
export type FoundPage<Collection extends CollectionDefinition> =
  | { state: 'shown'; entry: ShownEntry<Collection> }
  /** The page has another address now: 308. */
  | { state: 'moved'; to: string }
  /** There was a page, and there is none any more: 410. `ended`: because the last day of this entry is over. */
  | { state: 'gone'; ended?: ShownEntry<Collection> }
  /** The file of the entry could never be read: 503. */
  | { state: 'unreadable' }
  /** 404. */
  | { state: 'unknown' }

/**
 * The entries of a collection for visitors. Hidden ones, and those whose last day is over, are not among them. All of it
 * is from memory.
 */
interface CollectionPages<Collection extends CollectionDefinition> {
  /** Those that are listed, in the order of the collection. */
  listed(): readonly ShownEntry<Collection>[]
  /** The last parts of the addresses of all pages, those of listed entries first. */
  addresses(): readonly string[]
  /** The entry with this last part of the address, or that one exists that cannot be read. */
  at(address: string): ShownEntry<Collection> | 'unreadable' | undefined
  /** The entry with this last part of the address whose last day is over. */
  endedAt(address: string): ShownEntry<Collection> | undefined
  /** The entry with a key; undefined if visitors do not see it. */
  withKey(key: string): ShownEntry<Collection> | undefined
  /**
   * The entries that visitors do not find, because something else has their address. Only edits by hand cause it. `holder`
   * is the entry that has it; undefined: another part of the site.
   */
  withoutAddress(): readonly { entry: ShownEntry<Collection>; holder: ShownEntry<Collection> | undefined }[]
  /** True if only a hidden entry has this last part of the address. */
  isHidden(address: string): boolean
}

/** The entries of a collection of a site, for pages, lists, feeds and sitemaps. */
export function pagesOf<Collection extends CollectionDefinition>(
  site: SiteReader,
  collection: Collection,
): CollectionPages<Collection> {
  let service = services.get(collection)
  if (!service) {
    service = defineService((content: ContentReader) => openPages(collection, content))
    services.set(collection, service)
  }
  return site.service(service)
}

type PagesService = ReturnType<typeof defineService<CollectionPages<CollectionDefinition>>>

/** Services hold nothing of a site: each site opens its own value of them. */
const services = new WeakMap<CollectionDefinition, PagesService>()

/** What there is at an address of a collection, by its last part. Public pages and the host ask the same. */
export function findPage<Collection extends CollectionDefinition>(
  site: SiteOfPages,
  collection: Collection,
  address: string,
): FoundPage<Collection> {
  const pages = pagesOf(site, collection)
  const found = pages.at(address)
  if (found === 'unreadable') return { state: 'unreadable' }
  if (found) return { state: 'shown', entry: found }
  const ended = pages.endedAt(address)
  if (ended) return { state: 'gone', ended }
  const to = redirectFrom(site, `${collection.page?.below ?? ''}/${address}`)
  if (to === undefined) return { state: 'unknown' }
  return to === '' ? { state: 'gone' } : { state: 'moved', to }
}

type SiteOfPages = SiteReader & { definition: Pick<SiteDefinition, 'addresses' | 'collections' | 'redirects'> }

/**
 * Where visitors of an address without a page go: the last one of the addresses that it leads to, as a header can hold
 * it; '' if its page is gone; undefined if it never had a page, or leads to one that is hidden.
 */
export function redirectFrom(site: SiteOfPages, address: string): string | undefined {
  const known = redirectsOf(site)
  let to = known.get(address)
  if (to === undefined || stateOfPage(site, address) === 'hidden') return undefined
  const seen = new Set([address])
  for (let page = pageOfRedirect(to); page !== ''; page = pageOfRedirect(to)) {
    if (seen.has(page)) return undefined
    seen.add(page)
    const state = stateOfPage(site, page)
    if (state === 'hidden') return undefined
    const next = state === 'shown' ? undefined : known.get(page)
    if (next === undefined) break
    to = next
  }
  return encodeAddress(to)
}

/** The former addresses from which visitors are sent elsewhere, of pages that are gone among them. */
export function formerAddresses(site: SiteOfPages): string[] {
  return [...redirectsOf(site).keys()].filter((address) => redirectFrom(site, address) !== undefined)
}

function redirectsOf({ content, definition: { redirects } }: SiteOfPages): ReadonlyMap<string, string> {
  const value: Record<string, unknown> | undefined = redirects && content.find(redirects.section)?.value
  if (!redirects || !value) return NONE
  let known = knownRedirects.get(value)
  if (!known) {
    const list = value[redirects.field] as readonly PageRedirect[]
    known = new Map(list.flatMap(({ from, to }) => (redirects.isOwnAddress(from) ? [] : [[from, to]])))
    knownRedirects.set(value, known)
  }
  return known
}

const NONE: ReadonlyMap<string, string> = new Map()

/** Made once for each version of the content that has them. */
const knownRedirects = new WeakMap<object, ReadonlyMap<string, string>>()

function stateOfPage(site: SiteOfPages, page: string): 'shown' | 'hidden' | 'none' {
  const { addresses, collections } = site.definition
  if (addresses.pages.includes(page)) return addresses.switchedOff?.(site).includes(page) ? 'hidden' : 'shown'
  const end = page.lastIndexOf('/')
  const [parent, last] = [page.slice(0, end), page.slice(end + 1)]
  for (const collection of collections) {
    if (collection.page?.below !== parent) continue
    const pages = pagesOf(site, collection)
    if (pages.at(last) ?? pages.endedAt(last)) return 'shown'
    if (pages.isHidden(last)) return 'hidden'
  }
  return addresses.others?.mayHave(site, page) ? 'shown' : 'none'
}

/** The pages of all collections of a site, listed ones only. */
export function listedPages(
  site: SiteReader & { definition: Pick<SiteDefinition, 'collections'> },
): { href: string; title: string }[] {
  return site.definition.collections.flatMap((collection) =>
    pagesOf(site, collection)
      .listed()
      .flatMap(({ href, title }) => (href === undefined ? [] : { href, title })),
  )
}

interface PageIndex {
  listed: ShownEntry[]
  byAddress: Map<string, ShownEntry | 'unreadable'>
  byKey: Map<string, ShownEntry>
  withoutAddress: { entry: ShownEntry; holder: ShownEntry | undefined }[]
  ended: Map<string, ShownEntry>
  hidden: Set<string>
  /** The day for which it was computed. Undefined if no entry depends on the day. */
  day: string | undefined
}

function openPages(collection: CollectionDefinition, content: ContentReader): CollectionPages<CollectionDefinition> {
  /** Computed once for each version of the entries, and once a day if they depend on it. */
  let index: PageIndex | undefined
  content.subscribe((id) => {
    if (id === collection.id) index = undefined
  })
  const current = () => {
    if (index?.day !== undefined && index.day !== today()) index = undefined
    return (index ??= indexOf(collection, content))
  }
  return {
    listed: () => current().listed,
    addresses: () => [...current().byAddress].flatMap(([address, found]) => (found === 'unreadable' ? [] : address)),
    at: (address) => current().byAddress.get(address),
    endedAt: (address) => current().ended.get(address),
    withKey: (key) => current().byKey.get(key),
    withoutAddress: () => current().withoutAddress,
    isHidden: (address) => current().hidden.has(address),
  }
}

function indexOf(collection: CollectionDefinition, content: ContentReader): PageIndex {
  const found = content.entryKeys(collection).map((key) => ({ key, found: content.find(collection.entry(key)) }))
  const byAddress: PageIndex['byAddress'] = new Map()
  const hidden: PageIndex['hidden'] = new Set()
  const ended: PageIndex['ended'] = new Map()
  const day = collection.canEnd ? today() : undefined
  const shown: ShownEntry[] = []
  for (const { key, found: snapshot } of found) {
    if (!snapshot) continue
    const { value, version } = snapshot
    const address = collection.addressOf(key, value)
    if (visibilityOf(value) === 'hidden') {
      hidden.add(address)
      continue
    }
    const href = collection.page && `${collection.page.below}/${address}`
    const isListed = visibilityOf(value) === 'listed'
    const title = collection.title(value)
    const entry = { key, id: collection.idPrefix + key, title, value, version, href, isListed }
    if (collection.hasEnded(value)) ended.set(address, entry)
    else shown.push(entry)
  }
  const ordered = inEntryOrder(collection, content, shown)
  // Of two entries that were given one address by hand, the first one has it.
  const withoutAddress: PageIndex['withoutAddress'] = []
  const holders = new Map<string, ShownEntry>()
  for (const entry of [...ordered.filter(({ isListed }) => isListed), ...ordered.filter(({ isListed }) => !isListed)]) {
    const address = collection.addressOf(entry.key, entry.value)
    const holder = holders.get(address)
    const isTaken = holder !== undefined || collection.page?.isReserved(address)
    if (collection.page && isTaken) withoutAddress.push({ entry, holder })
    else if (!holder) holders.set(address, entry)
  }
  for (const [address, entry] of holders) byAddress.set(address, entry)
  const lost = new Set(withoutAddress.map(({ entry }) => entry))
  // A list would lead visitors to the page of something else.
  const listed = ordered.filter((entry) => entry.isListed && !lost.has(entry))
  for (const { key, found: snapshot } of found) if (!snapshot && !byAddress.has(key)) byAddress.set(key, 'unreadable')
  for (const address of byAddress.keys()) hidden.delete(address)
  const byKey = new Map(shown.filter((entry) => !lost.has(entry)).map((entry) => [entry.key, entry]))
  return { listed, byAddress, byKey, withoutAddress, ended, hidden, day }
}
