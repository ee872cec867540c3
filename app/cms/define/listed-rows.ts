import { pagesOf } from './collection-pages.ts'
import type { SiteReader } from './content-reader.ts'
import type { CollectionDefinition, ContentOfEntry } from './define-collection.ts'

/** The content of an entry with its key as `_id`, without the fields that every collection adds. */
export type RowOf<Collection extends CollectionDefinition> = Omit<
  ContentOfEntry<Collection>,
  'address' | 'visibility'
> & {
  _id: string
}

/** The entries that visitors find, in their order, as the rows of one list. From memory. */
export function listedRows<Collection extends CollectionDefinition>(
  site: SiteReader,
  collection: Collection,
): RowOf<Collection>[] {
  return pagesOf(site, collection)
    .listed()
    .map(({ key, value }) => {
      const { address: _address, visibility: _visibility, ...row } = value
      return { _id: key, ...row }
    })
}
