import { z } from 'zod'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { count, id, optionalImageFile } from '#app/cms/define/fields.ts'

export const stats = defineSection({
  id: 'stats',
  label: 'Stats',
  file: 'home/stats.yaml',
  schema: z.strictObject({
    _id: id(),
    yearsExperience: count('Years of experience', { max: 1000 }),
    clientsWorldwide: count('Clients worldwide'),
    capacity: capacity(),
    // If an icon is empty, the default drawing is shown.
    icons: z
      .strictObject({
        experience: optionalImageFile('Experience icon'),
        clients: optionalImageFile('Clients icon'),
        capacity: optionalImageFile('Capacity icon'),
      })
      .prefault({}),
  }),
  messages: { updated: 'Stats updated successfully!', failed: 'Failed to update stats' },
  page: '/#stats',
  api: { path: 'stats', kind: 'record' },
})
export type Stats = ContentOf<typeof stats>

/** Capacity in MT a year: text in the file and the API, but always the digits of a whole number, e.g. `"60000"`. */
function capacity() {
  const rule = 'Capacity must be a whole number of tonnes with digits only, such as "60000"'
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'Enter capacity' : `${rule}, in quotes`) })
    .overwrite(cleanLine)
    .regex(/^\d{1,12}$/, rule)
    .meta({ title: 'Capacity' })
}
