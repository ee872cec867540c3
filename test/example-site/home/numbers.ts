import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { count, digits, id, optionalImageFile } from '#app/cms/define/fields.ts'

/** Three figures about the house. */
export const numbers = defineSection({
  id: 'numbers',
  label: 'Numbers',
  icon: 'stats',
  editor: 'home/numbers-editor.tsx',
  file: 'home/numbers.yaml',
  schema: z.strictObject({
    _id: id(),
    yearsOpen: count('Years open', { max: 1000 }),
    loavesADay: count('Loaves a day'),
    flour: digits('Flour', 'kilograms'),
    // If a picture is empty, the number stands alone.
    pictures: z
      .strictObject({
        years: optionalImageFile('Picture of the years'),
        loaves: optionalImageFile('Picture of the loaves'),
      })
      .prefault({}),
  }),
  messages: { failed: 'Failed to update the numbers' },
  page: '/#numbers',
  api: { path: 'numbers', kind: 'record' },
})
export type Numbers = ContentOf<typeof numbers>
