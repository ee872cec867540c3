import { defineService, type ContentReader, type SiteReader } from './content-reader.ts'
import { visibilityOf, type CollectionDefinition, type ContentOfEntry } from './define-collection.ts'
import type { SiteDefinition } from './define-site.ts'

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
  /** There was a page, and there is none any more: 410. */
  | { state: 'gone' }
  /** The file of the entry could never be read: 503. */
  | { state: 'unreadable' }
  /** 404. */
  | { state: 'unknown' }

/** The entries of a collection for visitors. Hidden ones are not among them. All of it is from memory. */
export interface CollectionPages<Collection extends CollectionDefinition> {
  /** Those that are listed, in the order of the collection. */
  listed(): readonly ShownEntry<Collection>[]
  /** The last parts of the addresses of all pages, those of listed entries first. */
  addresses(): readonly string[]
  /** The entry with this last part of the address, or that one exists that cannot be read. */
  at(address: string): ShownEntry<Collection> | 'unreadable' | undefined
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
  site: SiteReader & { definition: Pick<SiteDefinition, 'addresses'> },
  collection: Collection,
  address: string,
): FoundPage<Collection> {
  const found = pagesOf(site, collection).at(address)
  if (found === 'unreadable') return { state: 'unreadable' }
  if (found) return { state: 'shown', entry: found }
  const to = site.definition.addresses.redirectFrom?.(site, `${collection.page?.below ?? ''}/${address}`)
  if (to === undefined) return { state: 'unknown' }
  return to === '' ? { state: 'gone' } : { state: 'moved', to }
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
}

function openPages(collection: CollectionDefinition, content: ContentReader): CollectionPages<CollectionDefinition> {
  /** Computed once for each version of the entries. */
  let index: PageIndex | undefined
  content.subscribe((id) => {
    if (id === collection.id) index = undefined
  })
  const current = () => (index ??= indexOf(collection, content))
  return {
    listed: () => current().listed,
    addresses: () => [...current().byAddress].flatMap(([address, found]) => (found === 'unreadable' ? [] : address)),
    at: (address) => current().byAddress.get(address),
  }
}

function indexOf(collection: CollectionDefinition, content: ContentReader): PageIndex {
  const found = content.entryKeys(collection).map((key) => ({ key, found: content.find(collection.entry(key)) }))
  const byAddress: PageIndex['byAddress'] = new Map()
  const shown: ShownEntry[] = []
  for (const { key, found: snapshot } of found) {
    if (!snapshot || visibilityOf(snapshot.value) === 'hidden') continue
    const { value, version } = snapshot
    const address = collection.addressOf(key, value)
    const href = collection.page && `${collection.page.below}/${address}`
    const isListed = visibilityOf(value) === 'listed'
    shown.push({ key, id: collection.idPrefix + key, title: collection.title(value), value, version, href, isListed })
  }
  shown.sort((one, other) => collection.compare(one, other))
  const listed = shown.filter(({ isListed }) => isListed)
  // Of two entries that were given one address by hand, the first one has it.
  for (const entry of [...listed, ...shown]) {
    const address = collection.addressOf(entry.key, entry.value)
    if (!byAddress.has(address)) byAddress.set(address, entry)
  }
  for (const { key, found: snapshot } of found) if (!snapshot && !byAddress.has(key)) byAddress.set(key, 'unreadable')
  return { listed, byAddress }
}
