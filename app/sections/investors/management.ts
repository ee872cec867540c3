import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/schema/define-section.ts'
import { id, line, list, optionalImageFile } from '#app/schema/fields.ts'
import { documentUrl } from '#app/sections/reports/document-url.ts'
import { uniqueBy } from '#app/sections/unique-by.ts'

const director = z.strictObject({
  _id: id(),
  name: line('Name', 100),
  title: line('Title', 150),
  image: optionalImageFile('Image'),
})

/** The board of directors, and who sits on which committee. */
export const management = defineSection({
  id: 'management',
  label: 'Management',
  file: 'investors/management.yaml',
  schema: z.strictObject({
    directors: list('Directors', director).check(uniqueBy('_id', '_id')),
    committees: z.strictObject({ title: line('Title', 200), fileUrl: documentUrl('File') }),
  }),
  messages: { updated: 'Management updated successfully!', failed: 'Failed to update Management' },
  page: '/investors#management',
})
export type Management = ContentOf<typeof management>
