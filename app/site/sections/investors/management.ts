import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { leaveOut } from '#app/site/layout/leave-out.ts'
import { id, line, list, optionalImageFile } from '#app/cms/define/fields.ts'

const director = z.strictObject({
  _id: id(),
  name: line('Name', 100),
  title: line('Title', 150),
  image: optionalImageFile('Image'),
})

/** The board of directors. */
export const management = defineSection({
  id: 'management',
  label: 'Management',
  icon: 'person',
  editor: 'site/sections/investors/investors-editor.tsx',
  file: 'investors/management.yaml',
  schema: z.strictObject({ directors: list('Directors', director) }),
  // The document on the committees is in the register now.
  format: { version: 2, migrate: (content) => leaveOut(content, 'committees') },
  page: '/investors#management',
})
export type Management = ContentOf<typeof management>
