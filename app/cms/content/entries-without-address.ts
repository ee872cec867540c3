import { adminAddress } from '#app/cms/define/admin-address.ts'
import { pagesOf, type ShownEntry } from '#app/cms/define/collection-pages.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'

/** An entry and the address of its editor. */
interface NamedEntry {
  label: string
  href: string
}

interface EntryWithoutAddress extends NamedEntry {
  /** The address that something else has. */
  address: string
  /** The entry that visitors find there; undefined: another part of the site. */
  holder: NamedEntry | undefined
}

/** The entries whose address something else has, for all collections of a site. Only edits by hand can cause it. */
export function entriesWithoutAddress(
  site: SiteReader & { definition: Pick<SiteDefinition, 'collections'> },
): EntryWithoutAddress[] {
  return site.definition.collections.flatMap((collection) =>
    pagesOf(site, collection)
      .withoutAddress()
      .map(({ entry, holder }) => ({
        ...named(collection, entry),
        address: entry.href ?? '',
        holder: holder && named(collection, holder),
      })),
  )
}

function named(collection: CollectionDefinition, { key, title }: ShownEntry): NamedEntry {
  return { label: title, href: adminAddress(collection.entry(key)) }
}
