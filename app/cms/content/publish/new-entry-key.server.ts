import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { isEntryKey, type CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import type { Drafts } from './drafts/draft.ts'

/** Where it is looked up whether a key is taken. */
interface KeySources {
  content: Pick<ContentStore, 'entryKeys' | 'history'>
  drafts: Pick<Drafts, 'list'>
  definition: Pick<SiteDefinition, 'findSection'>
}

/** A key for a new entry with this title that no entry has or has had. Undefined if the title has no letter and no digit. */
export async function newKeyFor(
  sources: KeySources,
  collection: CollectionDefinition,
  title: string,
): Promise<string | undefined> {
  const base = keyOfTitle(title, collection.noun)
  if (base === undefined) return undefined
  const { content, definition } = sources
  for (let number = 1; number <= collection.max + 1; number += 1) {
    const key = number === 1 ? base : `${base}-${number}`
    const section = definition.findSection(collection.idPrefix + key)
    if (!section?.entry || isKeyTaken(sources, collection, key)) continue
    if ((await content.history(section, 1)).length === 0) return key
  }
  return undefined
}

/**
 * The words of a title as a key, as many as there is room for; the `noun` for a title in a script that keys do not have,
 * such as Devanagari. Undefined if the title has no letter and no digit.
 */
export function keyOfTitle(title: string, noun: string): string | undefined {
  return keyOfWords(title) ?? (/[\p{L}\p{N}]/u.test(title) ? keyOfWords(noun) : undefined)
}

function keyOfWords(text: string): string | undefined {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const cut = words.slice(0, MAX_BASE_LENGTH)
  const isWhole = words.length === cut.length || words[MAX_BASE_LENGTH] === '-' || !cut.includes('-')
  const key = (isWhole ? cut : cut.slice(0, cut.lastIndexOf('-'))).replace(/-$/, '')
  return isEntryKey(key) ? key : undefined
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

/** Room for the number of a key that is taken. */
const MAX_BASE_LENGTH = 70
