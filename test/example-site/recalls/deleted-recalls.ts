import { z } from 'zod'
import { keyOfId } from '#app/cms/define/define-collection.ts'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { line, list } from '#app/cms/define/fields.ts'
import type { DerivedContent } from '#app/cms/define/derived-content.ts'
import { recalls } from './recalls.ts'

/** The breads of recalls that were deleted. */
export const deletedRecalls = defineSection({
  id: 'deleted-recalls',
  label: 'Deleted recalls',
  icon: 'shield',
  file: 'deleted-recalls.yaml',
  schema: z.strictObject({ breads: list('Breads', line('Bread', 60)).default([]) }),
  page: '/#recalls',
  isOptional: true,
})

/** Records each recall that is deleted. */
export const derivedRecalls: DerivedContent = {
  section: deletedRecalls,
  derive({ before, after, changed }) {
    const sections = changed.flatMap((id) => keyOfId(recalls, id) ?? []).map((key) => recalls.entry(key))
    const deleted = sections.flatMap((section) => (after(section) ? [] : (before(section)?.title ?? [])))
    if (deleted.length === 0) return undefined
    return {
      reason: 'Deleted recalls recorded',
      change: (current) => ({
        breads: [...new Set([...(current as ContentOf<typeof deletedRecalls>).breads, ...deleted])],
      }),
    }
  },
}
