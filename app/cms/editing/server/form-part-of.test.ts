import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineSection } from '#app/cms/define/define-section.ts'
import { line, list } from '#app/cms/define/fields.ts'
import { formPartOf } from './form-part-of.ts'

const section = defineSection({
  id: 'steps',
  label: 'Steps',
  icon: 'range',
  file: 'steps.yaml',
  page: '/#steps',
  schema: z.strictObject({
    steps: list('Steps', z.strictObject({ title: line('Title') }), { min: 2, max: 4 }),
    notes: list('Notes', line('Note'), { min: 3 }).default([]),
  }),
})

test('a list with fewer entries than it needs: empty ones are added, for the form to fill in', () => {
  expect(formPartOf(section, { steps: [{ title: 'One' }] })).toEqual({
    steps: [{ title: 'One' }, {}],
    notes: ['', '', ''],
  })
})

test('a list with enough entries: as it is', () => {
  const value = { steps: [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }], notes: ['a', 'b', 'c', 'd'] }
  expect(formPartOf(section, value)).toEqual(value)
})
