import type { CollectionDefinition } from './define-collection.ts'
import type { ContentReader } from './content-reader.ts'
import { inEntryOrder } from './in-entry-order.ts'
import { isCollection, orderOf, type Section, type SiteDefinition } from './define-site.ts'

/** The sections of an open site: those that it always has, and the entries of its collections. */
export interface SiteSections {
  /**
   * The fixed sections and the entries that exist now, in the order in which staff see them. Entries are in the order
   * of their collection, before the section that has this order.
   */
  all(): readonly Section[]
  /**
   * The section with this id, also of an entry that does not exist now. Undefined if no section can have this id. The
   * label and the page of an entry are at any time those of its content.
   */
  resolve(id: string | undefined): Section | undefined
  /** The entries of a collection that exist now, in its order. */
  entriesOf(collection: CollectionDefinition): readonly Section[]
}

/** The sections that are remembered for ids of entries. Beyond this number all are made again. */
const MAX_RESOLVED = 20_000

/**
 * Opens the sections of a site. `content` is asked for what entries there are: undefined while it is not open yet.
 * `draftOf` is asked for the content of an entry that is not published yet.
 */
export function openSiteSections(
  {
    items,
    collections,
    findSection,
    sections,
  }: Pick<SiteDefinition, 'items' | 'collections' | 'findSection' | 'sections'>,
  content: () => ContentReader | undefined,
  draftOf: (section: Section) => unknown = () => undefined,
): SiteSections {
  const resolved = new Map<string, Section>(sections.map((section) => [section.id, section]))
  /** Computed once for each version of the content. */
  const ordered = new Map<string, readonly Section[]>()
  let all: readonly Section[] | undefined
  let watched: ContentReader | undefined

  /** The content. From the first call on, its changes are noticed. */
  function reader() {
    const open = content()
    if (open && open !== watched) {
      watched = open
      open.subscribe((id) => {
        if (ordered.delete(id)) all = undefined
      })
    }
    return open
  }

  /** A section whose label follows the content of the entry. */
  function live(collection: CollectionDefinition, key: string): Section {
    const fixed = collection.entry(key)
    const current = () => collection.entry(key, reader()?.find(fixed)?.value)
    let lastLabel = fixed.label
    return {
      ...fixed,
      get label() {
        // Messages about an entry that was just removed say its title, not its key.
        const value = reader()?.find(fixed)?.value ?? collection.schema.safeParse(draftOf(fixed)).data
        if (value !== undefined) lastLabel = collection.entry(key, value).label
        return lastLabel
      },
      get page() {
        return current().page
      },
      get messages() {
        return current().messages
      },
    }
  }

  function resolve(id: string | undefined) {
    if (id === undefined) return undefined
    const known = resolved.get(id)
    if (known) return known
    const entry = findSection(id)?.entry
    const collection = entry && collections.find((one) => one.id === entry.collection)
    if (!collection) return undefined
    if (resolved.size > MAX_RESOLVED) for (const [other, { entry }] of resolved) if (entry) resolved.delete(other)
    const section = live(collection, entry.key)
    resolved.set(id, section)
    return section
  }

  function entriesOf(collection: CollectionDefinition): readonly Section[] {
    const open = reader()
    if (!open) return []
    const known = ordered.get(collection.id)
    if (known) return known
    const existing = open.entryKeys(collection).flatMap((key) => {
      const section = resolve(collection.idPrefix + key)
      return section?.entry ? { key, section, value: open.find(section)?.value } : []
    })
    const entries = inEntryOrder(collection, open, existing).map(({ section }) => section)
    ordered.set(collection.id, entries)
    return entries
  }

  return {
    all: () => {
      if (!reader()) return sections
      return (all ??= [
        ...items.flatMap((item) => (isCollection(item) ? [...entriesOf(item), ...orderOf(item)] : item)),
        ...sections.filter((section) => section.orderOf === undefined && !items.includes(section)),
      ])
    },
    resolve,
    entriesOf,
  }
}

/** Things that are about sections, in the order of these; then those of sections that are not among them, by their ids. */
export function inOrderOf<Thing extends { section: { id: string } }>(
  sections: readonly { id: string }[],
  things: readonly Thing[],
): Thing[] {
  if (things.length < 2) return [...things]
  const indexes = new Map(sections.map(({ id }, at) => [id, at]))
  const positionOf = ({ section }: Thing) => indexes.get(section.id) ?? Infinity
  return things.toSorted((one, other) => {
    const [before, after] = [positionOf(one), positionOf(other)]
    if (before !== after) return before < after ? -1 : 1
    return one.section.id < other.section.id ? -1 : one.section.id > other.section.id ? 1 : 0
  })
}
