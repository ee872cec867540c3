import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import { keyOfTitle } from '#app/cms/define/entry-address.ts'
import { NEW_KEY } from '#app/cms/define/new-key.ts'
import type { Section, SiteDefinition } from '#app/cms/define/define-site.ts'
import type { Drafts } from './drafts/draft.ts'

/** Where it is looked up whether a key is taken. */
interface KeySources {
  content: Pick<ContentStore, 'entryKeys' | 'history'>
  drafts: Pick<Drafts, 'list'>
  definition: Pick<SiteDefinition, 'findSection'>
}

/**
 * A key for a new entry with this title that no entry has or has had, or that of an entry which `isSame`. Undefined if the
 * title has no letter and no digit.
 */
export async function newKeyFor(
  sources: KeySources,
  collection: CollectionDefinition,
  title: string,
  isSame: (entry: Section) => Promise<boolean> = () => Promise.resolve(false),
): Promise<string | undefined> {
  const base = keyOfTitle(title, collection.noun)
  if (base === undefined) return undefined
  const { content, definition } = sources
  for (let number = 1; number <= collection.max + 1; number += 1) {
    const key = number === 1 ? base : `${base}-${number}`
    const section = definition.findSection(collection.idPrefix + key)
    if (!section?.entry || key === NEW_KEY) continue
    if (isKeyTaken(sources, collection, key)) {
      if (await isSame(section)) return key
      continue
    }
    if ((await content.history(section, 1)).length === 0) return key
  }
  return undefined
}

/** True if an entry of the collection has this key, or a draft of one that does not exist yet. */
export function isKeyTaken(
  { content, drafts }: Omit<KeySources, 'definition'>,
  collection: CollectionDefinition,
  key: string,
) {
  return (
    content.entryKeys(collection).includes(key) ||
    drafts.list().some(({ section: { entry } }) => entry?.collection === collection.id && entry.key === key)
  )
}
