import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { InvalidContent } from './errors.ts'

/** The content of the section with an id; undefined if it has none. */
type Find = (id: string) => unknown

/** The entries that the collections of a store have now, and the rules that hold for them together. */
export class CollectionEntries {
  readonly #collections: ReadonlyMap<string, CollectionDefinition>
  readonly #keys = new Map<string, Set<string>>()
  /** Sorted, made when they are asked for. */
  readonly #sorted = new Map<string, readonly string[]>()
  /** Entries of one collection are changed one after the other, so that no two get the same address. */
  readonly #queues = new Map<string, ReturnType<typeof limitConcurrency>>()

  constructor(collections: readonly CollectionDefinition[]) {
    this.#collections = new Map(collections.map((collection) => [collection.id, collection]))
    for (const { id } of collections) {
      this.#keys.set(id, new Set())
      this.#queues.set(id, limitConcurrency({ running: 1, waiting: Infinity }))
    }
  }

  /** True for an entry of one of the collections, whether it exists or not. */
  has({ entry }: SectionDefinition): boolean {
    return entry !== undefined && this.#collections.has(entry.collection)
  }

  keys(collection: string): readonly string[] {
    const known = this.#sorted.get(collection)
    if (known) return known
    const keys = [...(this.#keys.get(collection) ?? [])].sort()
    this.#sorted.set(collection, keys)
    return keys
  }

  /** Notes whether an entry exists. Does nothing for another section. */
  note({ entry }: SectionDefinition, exists: boolean): void {
    const keys = entry && this.#keys.get(entry.collection)
    if (!keys || keys.has(entry.key) === exists) return
    if (exists) keys.add(entry.key)
    else keys.delete(entry.key)
    this.#sorted.delete(entry.collection)
  }

  /** Runs a change of a section, for an entry after all earlier changes of its collection. */
  runExclusive<Result>(section: SectionDefinition, run: () => Promise<Result>): Promise<Result> {
    return this.runAllExclusive([section], run)
  }

  /** The same for a change of several sections. The queues are always entered in the same order. */
  runAllExclusive<Result>(sections: readonly SectionDefinition[], run: () => Promise<Result>): Promise<Result> {
    const changed = new Set(sections.map(({ entry }) => entry?.collection))
    const queues = [...this.#queues].flatMap(([id, queue]) => (changed.has(id) ? [queue] : []))
    return queues.reduceRight<() => Promise<Result>>((next, queue) => () => queue(next), run)()
  }

  /**
   * Throws InvalidContent if the entries with this next content, by the ids of their sections, have an address that
   * another entry has, if the collection would have too many, or by its rules for a publication.
   */
  check(next: ReadonlyMap<string, unknown>, findSection: SiteDefinition['findSection'], find: Find): void {
    const changed = [...next].flatMap(([id, value]) => {
      const section = findSection(id)
      const collection = this.#collections.get(section?.entry?.collection ?? '')
      return section?.entry && collection ? [{ id, key: section.entry.key, collection, value }] : []
    })
    for (const collection of new Set(changed.map((one) => one.collection))) {
      const own = changed.filter((one) => one.collection === collection)
      this.#checkCount(collection, own)
      this.#checkAddresses(collection, own, find)
    }
    // Hundreds of entries can be published together, and each asks for the same ones.
    const known = new Map<string, ReadonlyMap<string, unknown>>()
    const entriesOf = (id: string) => {
      const made = known.get(id) ?? this.#entriesAfter(id, changed, find)
      known.set(id, made)
      return made
    }
    for (const { id, key, collection, value } of changed) {
      if (value === undefined) continue
      const before = find(id) as Record<string, unknown> | undefined
      const issues = collection.checkPublication(value as Record<string, unknown>, before, { key, entriesOf })
      if (issues.length > 0) throw new InvalidContent(id, issues)
    }
  }

  /** The entries of a collection after a change, by their keys. */
  #entriesAfter(id: string, changed: readonly ChangedEntry[], find: Find): ReadonlyMap<string, unknown> {
    const collection = this.#collections.get(id)
    if (!collection) return NO_ENTRIES
    const own = changed.filter((one) => one.collection === collection)
    return entriesAfter(this.keys(id), collection, own, find)
  }

  #checkCount(collection: CollectionDefinition, changed: readonly ChangedEntry[]) {
    const keys = this.#keys.get(collection.id) ?? NO_KEYS
    const removed = changed.filter(({ key, value }) => value === undefined && keys.has(key))
    const added = changed.filter(({ key, value }) => value !== undefined && !keys.has(key))
    const room = Math.max(0, collection.max - keys.size + removed.length)
    const tooMuch = added[room]
    if (tooMuch) throw tooMany(tooMuch.id, collection)
  }

  #checkAddresses(collection: CollectionDefinition, changed: readonly ChangedEntry[], find: Find) {
    const { page } = collection
    if (!page) return
    const addressOf = (key: string, value: unknown) =>
      collection.addressOf(key, value as Record<string, unknown> | undefined)
    const moved = changed.flatMap(({ id, key, value }) => {
      if (value === undefined) return []
      const address = addressOf(key, value)
      const before = find(id)
      // Two files that were edited by hand may have the same address. Other fields can still be changed.
      return before !== undefined && addressOf(key, before) === address ? [] : [{ id, key, address }]
    })
    if (moved.length === 0) return
    // Most changes keep the address, so that the other entries need not be looked at.
    const holders = holdersOf(this.keys(collection.id), collection, changed, find)
    for (const { id, key, address } of moved) {
      const other = holders.get(address)?.find((one) => one.key !== key)
      if (!other && !page.isReserved(address)) continue
      const whose =
        other?.value === undefined
          ? 'another part of the website'
          : `the ${collection.noun} “${collection.title(other.value as Record<string, unknown>)}”`
      throw new InvalidContent(id, [
        { path: 'address', message: `“${address}” is the address of ${whose}. Choose another address` },
      ])
    }
  }
}

const NO_KEYS: ReadonlySet<string> = new Set()
const NO_ENTRIES: ReadonlyMap<string, unknown> = new Map()

/** An entry that a change makes, changes or removes: then its value is undefined. */
interface ChangedEntry {
  id: string
  key: string
  collection: CollectionDefinition
  value: unknown
}

function entriesAfter(
  keys: readonly string[],
  collection: CollectionDefinition,
  changed: readonly ChangedEntry[],
  find: Find,
): ReadonlyMap<string, unknown> {
  const contents = new Map(keys.map((key): [string, unknown] => [key, find(collection.entry(key).id)]))
  for (const { key, value } of changed) {
    if (value === undefined) contents.delete(key)
    else contents.set(key, value)
  }
  return contents
}

/** The entries after a change, by their addresses. */
function holdersOf(
  keys: readonly string[],
  collection: CollectionDefinition,
  changed: readonly ChangedEntry[],
  find: Find,
): ReadonlyMap<string, { key: string; value: unknown }[]> {
  const holders = new Map<string, { key: string; value: unknown }[]>()
  for (const [key, value] of entriesAfter(keys, collection, changed, find)) {
    const address = collection.addressOf(key, value as Record<string, unknown> | undefined)
    const known = holders.get(address)
    if (known) known.push({ key, value })
    else holders.set(address, [{ key, value }])
  }
  return holders
}

function tooMany(id: string, { max, label }: CollectionDefinition) {
  const message = `There can be at most ${max} entries in ${label}. Remove one first`
  return new InvalidContent(id, [{ path: '', message }])
}
