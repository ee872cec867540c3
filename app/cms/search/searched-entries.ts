import { pagesOf, type ShownEntry } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { SearchEntry, SearchedThing } from './search-entry.ts'

/**
 * The entries of a collection that visitors find, each by its title and by what `describe` says of it. Those without a
 * page are found where they are shown.
 */
export function* searchedEntries<Collection extends CollectionDefinition>(
  site: SiteReader,
  collection: Collection,
  describe: (entry: ShownEntry<Collection>) => Omit<SearchEntry, 'title' | 'href'>,
): Iterable<SearchedThing> {
  for (const found of pagesOf(site, collection).listed()) {
    const { key, title, value, href = collection.shownOn() } = found
    yield { id: key, basis: [value, href], entry: () => ({ title, href, ...describe(found) }) }
  }
}
