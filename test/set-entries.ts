import type { z } from 'zod'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'

/** Makes a collection have exactly these entries; where staff arrange them, in this order. The key is `_id`. */
export async function setEntries<Schema extends z.ZodObject>(
  content: Pick<ContentStore, 'publish' | 'entryKeys' | 'find'>,
  collection: CollectionDefinition<Schema>,
  rows: readonly Readonly<{ _id: string }>[],
  { isUndo = false }: { isUndo?: boolean } = {},
): Promise<void> {
  const { orderSection } = collection
  const keys = rows.map(({ _id }) => _id)
  const removed = content.entryKeys(collection as CollectionDefinition).filter((key) => !keys.includes(key))
  await content.publish(
    [
      ...removed.map((key) => ({ section: collection.entry(key), change: () => undefined })),
      ...rows.map(({ _id, ...fields }) => ({
        section: collection.entry(_id),
        change: () => collection.schema.parse(fields),
      })),
      ...(orderSection ? [{ section: orderSection, change: () => ({ keys }) }] : []),
    ],
    { author: 'test', reason: 'Begin again', id: 'test', isUndo },
  )
}
