import type { z } from 'zod'
import type { ContentReader } from './content-reader.ts'
import type { CollectionDefinition, KeyedContent } from './define-collection.ts'
import { entryOrder } from './entry-order.ts'

/**
 * Entries in the order of their collection. Where staff arrange it: those that they have arranged, then the others by
 * title. Keys without an entry have no effect.
 */
export function inEntryOrder<Item extends KeyedContent<z.ZodObject>>(
  collection: Pick<CollectionDefinition, 'orderSection' | 'compare'>,
  content: Pick<ContentReader, 'find'>,
  entries: readonly Item[],
): Item[] {
  const { orderSection } = collection
  return arranged(collection, orderSection ? (content.find(orderSection)?.value.keys ?? []) : [], entries)
}

/**
 * What the form of the order starts from: the stored order with the keys of all entries that exist, and no others.
 * Content that is no order stays as it is.
 */
export function orderOfAll(
  collection: CollectionDefinition,
  content: Pick<ContentReader, 'find' | 'entryKeys'>,
  stored: unknown,
): unknown {
  const order = entryOrder.safeParse(stored)
  if (!order.success) return stored
  const entries = content
    .entryKeys(collection)
    .map((key) => ({ key, value: content.find(collection.entry(key))?.value }))
  return { keys: arranged(collection, order.data.keys, entries).map(({ key }) => key) }
}

function arranged<Item extends KeyedContent<z.ZodObject>>(
  { compare }: Pick<CollectionDefinition, 'compare'>,
  keys: readonly string[],
  entries: readonly Item[],
): Item[] {
  const indexes = new Map(keys.map((key, at) => [key, at]))
  const positionOf = ({ key }: Item) => indexes.get(key) ?? keys.length
  const sorted = inLastOrder(compare, entries).sort(
    (one, other) => positionOf(one) - positionOf(other) || compare(one, other),
  )
  lastOrders.set(
    compare,
    sorted.map(({ key }) => key),
  )
  return sorted
}

/**
 * The order in which the entries of a collection were last. A change moves one of them, and what is nearly sorted is
 * sorted with a tenth of the comparisons.
 */
const lastOrders = new WeakMap<CollectionDefinition['compare'], readonly string[]>()

function inLastOrder<Item extends { key: string }>(
  compare: CollectionDefinition['compare'],
  entries: readonly Item[],
): Item[] {
  const rest = new Map(entries.map((entry) => [entry.key, entry]))
  const known = (lastOrders.get(compare) ?? []).flatMap((key) => {
    const entry = rest.get(key)
    rest.delete(key)
    return entry ?? []
  })
  return [...known, ...rest.values()]
}
