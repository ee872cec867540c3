import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { documentUrl, id, line, list, optionalImageFile } from '#app/cms/define/fields.ts'

const director = z.strictObject({
  _id: id(),
  name: line('Name', 100),
  title: line('Title', 150),
  image: optionalImageFile('Image'),
})

/** The board of directors, and the document on its committees. */
export const management = defineSection({
  id: 'management',
  label: 'Management',
  icon: 'person',
  editor: 'site/sections/investors/investors-editor.tsx',
  file: 'investors/management.yaml',
  schema: z.strictObject({
    directors: list('Directors', director),
    committees: z.strictObject({ title: line('Title', 200), fileUrl: documentUrl('File') }),
  }),
  page: '/investors#management',
})
export type Management = ContentOf<typeof management>
