import type { z } from 'zod'
import { visibilityOf } from '#app/cms/define/define-collection.ts'
import { referredCollections } from '#app/cms/define/references.ts'
import type { EntryChoices } from '#app/cms/editing/fields/reference-field.tsx'
import { currentSite } from '#app/cms/site.server.ts'

/** The entries that the fields of a schema can refer to, in the order of their collections. */
export function entryChoices(schema: z.ZodType): EntryChoices {
  const { content, definition, sections } = currentSite()
  return Object.fromEntries(
    referredCollections(schema).map((id) => {
      const collection = definition.collections.find((one) => one.id === id)
      const entries = collection ? sections.entriesOf(collection) : []
      return [
        id,
        entries.map((section) => {
          const value = content.find(section)?.value
          const key = section.entry?.key ?? ''
          const title = value && collection ? collection.title(value) : key
          return { key, title, isHidden: value !== undefined && visibilityOf(value) === 'hidden' }
        }),
      ]
    }),
  )
}
