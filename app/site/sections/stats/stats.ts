import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { count, digits, id, optionalImageFile } from '#app/cms/define/fields.ts'

export const stats = defineSection({
  id: 'stats',
  label: 'Stats',
  icon: 'stats',
  editor: 'site/sections/stats/stats-editor.tsx',
  file: 'home/stats.yaml',
  schema: z.strictObject({
    _id: id(),
    yearsExperience: count('Years of experience', { max: 1000 }),
    clientsWorldwide: count('Clients worldwide'),
    capacity: digits('Capacity', 'tonnes a year'),
    // If an icon is empty, the default drawing is shown.
    icons: z
      .strictObject({
        experience: optionalImageFile('Experience icon'),
        clients: optionalImageFile('Clients icon'),
        capacity: optionalImageFile('Capacity icon'),
      })
      .prefault({}),
  }),
  messages: { failed: 'Failed to update stats' },
  page: '/#stats',
  api: { path: 'stats', kind: 'record' },
})
export type Stats = ContentOf<typeof stats>
