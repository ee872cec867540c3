import type { ContentReader } from '#app/cms/define/content-reader.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'

/** What is written of an entry; `unreadable` for a file that could never be read. */
type Written = Record<string, unknown> | 'unreadable'

/** The content of a site that has only the entries of one collection, by their keys, and a way to change one. */
export function contentOfEntries(collection: CollectionDefinition, contents: Record<string, Written>) {
  const listeners = new Set<(id: string) => void>()
  const content: ContentReader = {
    find(section) {
      const written = section.entry?.collection === collection.id ? contents[section.entry.key] : undefined
      if (written === undefined || written === 'unreadable') return undefined
      // The schema of the section makes the content of the section.
      return { value: section.schema.parse(written) as never, version: 'v1' }
    },
    entryKeys: ({ id }) => (id === collection.id ? Object.keys(contents).sort() : []),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    content,
    change(key: string, next: Written | undefined) {
      if (next === undefined) Reflect.deleteProperty(contents, key)
      else contents[key] = next
      for (const id of [collection.idPrefix + key, collection.id]) for (const listener of listeners) listener(id)
    },
  }
}
