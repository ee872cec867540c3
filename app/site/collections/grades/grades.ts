import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { permanentGradePath } from '#app/site/addresses/grade-address.ts'
import { STATES } from '#app/site/collections/properties/grade-choices.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { issuesOfEdition, withEdition } from './grade-editions.ts'
import { issuesOfGrade } from './grade-rules.ts'
import { gradeSchema } from './grade-schema.ts'
import { GRADE_SHEET, MISSING_OF_GRADES } from './grade-screens.ts'

/** The grades of the product pages, each with its standards and its values. */
export const grades = defineCollection({
  id: 'grades',
  label: 'Grades',
  names: { noun: 'grade', title: ({ title }) => title },
  icon: 'bundle',
  form: {
    module: 'site/collections/grades/grade-editor.tsx',
    prefill: (query) => ({ product: query.get('product') ?? '' }),
  },
  files: 'grades/*.yaml',
  schema: gradeSchema,
  pages: { shownOn: (_index, key) => (key === undefined ? GRADES_PAGE : permanentGradePath(key)) },
  list: {
    columns: [
      {
        label: 'Product page',
        value: ({ product }, titleOf) => titleOf(productPages, product),
        sortBy: ({ product, position }, titleOf) => `${titleOf(productPages, product)} ${position}`,
        isGroup: true,
      },
      { label: 'Used for', value: ({ use }) => use },
      { label: 'Layer', value: ({ layer }) => layer },
      { label: 'Supply', value: ({ state }) => STATES[state] },
      {
        label: 'Data sheet',
        value: ({ edition, editionDate }) => `Edition ${edition}${editionDate && `, ${formatDay(editionDate)}`}`,
        sortBy: ({ editionDate }) => editionDate,
      },
    ],
    filters: [
      {
        name: 'product',
        label: 'Product page',
        everything: 'All product pages',
        value: ({ product }) => product,
        valueLabel: (product, titleOf) => titleOf(productPages, product),
      },
      {
        name: 'state',
        label: 'Supply',
        everything: 'All grades',
        value: ({ state }) => state,
        valueLabel: (state) => STATES[state as keyof typeof STATES],
      },
    ],
    links: [GRADE_SHEET, MISSING_OF_GRADES],
  },
  lifecycle: {
    checkPublication: (next, before, place) => [
      ...issuesOfGrade(next, before, place),
      ...issuesOfEdition(next, before),
    ],
    complete: withEdition,
  },
  api: { path: 'grades', kind: 'entries' },
})
export type Grade = ContentOfEntry<typeof grades>
