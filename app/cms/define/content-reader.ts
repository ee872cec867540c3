import type { CollectionDefinition } from './define-collection.ts'
import type { ContentOf, SectionDefinition } from './define-section.ts'

/** Reads the content of a site, from memory. */
export interface ContentReader {
  /**
   * Content of a section with its version. Undefined if its file could never be read, and for an entry that does not
   * exist.
   */
  find<Section extends SectionDefinition>(section: Section): { value: ContentOf<Section>; version: string } | undefined
  /** Sorted keys of the entries that a collection has now. An entry whose file could never be read is one of them. */
  entryKeys(collection: CollectionDefinition): readonly string[]
  /**
   * Calls `listener` with the id of a section after each change, and after that of an entry, or of the order of the
   * entries, also with the id of the collection. Returns a function that removes it.
   */
  subscribe(listener: (sectionId: string) => void): () => void
}

/** What a site computes from its content, such as an index of its recipes. Identified by this object. */
interface Service<Value> {
  open: (content: ContentReader) => Value
}

/** Content and what is computed from it. */
export interface SiteReader {
  content: ContentReader
  /** The value of a service. It is opened at the first call. */
  service: <Value>(definition: Service<Value>) => Value
}

/** Declares a service. `open` is called once for each site, and once for each preview of other content. */
export function defineService<Value>(open: (content: ContentReader) => Value): Service<Value> {
  return { open }
}

/** Reads `content`, and opens services on it as they are needed. */
export function createSiteReader(content: ContentReader): SiteReader {
  const opened = new Map<Service<unknown>, unknown>()
  return {
    content,
    service<Value>(definition: Service<Value>) {
      if (!opened.has(definition)) opened.set(definition, definition.open(content))
      // The value under a definition is what its `open` has returned. A map of all services cannot express this type.
      return opened.get(definition) as Value
    },
  }
}
