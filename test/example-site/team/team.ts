import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { id, imageAlt, line, list, optionalImageFile, text } from '#app/cms/define/fields.ts'
import { markdown } from '#app/cms/define/markdown.ts'

const benefit = z.strictObject({ _id: id(), title: line('Title', 80), description: text('Description', 400) })

const step = z.strictObject({ title: line('Title', 60), text: text('Text', 300) })

/** What it is like to work in the bakery, and how to apply. */
export const team = defineSection({
  id: 'team',
  label: 'Team',
  icon: 'person',
  editor: 'team/team-editor.tsx',
  file: 'team.md',
  schema: z.strictObject({
    lead: line('Opening sentence', 200),
    image: optionalImageFile('Image', { width: 750 }),
    imageAlt: imageAlt(),
    benefits: list('Benefits', benefit, { max: 12 }),
    applyLead: text('Introduction of the steps', 300),
    steps: list('Steps', step, { max: 8 }),
    body: markdown('Text', 10_000),
  }),
  page: '/team',
})
export type Team = ContentOf<typeof team>
