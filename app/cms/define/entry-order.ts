import { z } from 'zod'
import { pluralOf } from '#app/cms/platform/format/words.ts'
import { defineSection, type SectionDefinition } from './define-section.ts'
import { list, slug } from './fields.ts'

/** The order of a collection that staff arrange themselves: the keys of its entries. */
export const entryOrder = z.strictObject({ keys: list('Entries', slug('Entry')).default([]) })
export type EntryOrder = z.output<typeof entryOrder>

export type EntryOrderSection = SectionDefinition<typeof entryOrder>

interface OrderedCollection extends Pick<SectionDefinition, 'id' | 'icon' | 'page'> {
  noun: string
  folder: string
  ending: string
}

/**
 * The section that has the order of a collection's entries: one file of its own, so that making or removing an entry
 * changes no other file, and a new order is one edit. The file may be missing: then the order is that by title.
 */
export function defineEntryOrder({ id, noun, icon, page, folder, ending }: OrderedCollection): EntryOrderSection {
  return defineSection(
    {
      id: `${id}-order`,
      label: `Order of ${pluralOf(noun)}`,
      icon,
      editor: 'cms/admin/collection/entry-order-editor.tsx',
      // Beside the folder if every file with this ending in the folder is an entry.
      file: ending === '.yaml' ? `${folder}-order.yaml` : `${folder}/order.yaml`,
      schema: entryOrder,
      page,
      isOptional: true,
    },
    { orderOf: id },
  )
}
