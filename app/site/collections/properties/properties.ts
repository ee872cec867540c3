import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { z } from 'zod'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { choice, count, line, list, optionalLine } from '#app/cms/define/fields.ts'
import { BETTER, BETTER_VALUES, PROPERTY_GROUPS, PROPERTY_GROUP_IDS } from './property-groups.ts'
import { issuesOfProperty } from './property-rules.ts'

const property = z.strictObject({
  title: line('Name', 60),
  /** Empty for a count, and for what is said in words. */
  unit: optionalLine('Unit', 20),
  group: choice('Group', PROPERTY_GROUP_IDS, PROPERTY_GROUPS),
  /** Offered where a value of it is typed, the most usual one first. */
  methods: list('Usual methods', line('Usual method', 60), { max: 10 }).default([]),
  decimals: count('Decimals', { max: 6 }).default(0),
  better: choice('Better', BETTER_VALUES, BETTER).default('none'),
})
/** The content of a property, without the fields that every collection has. */
export type PropertyContent = z.output<typeof property>

/** The properties that values of grades are of: each has one unit, and values of it can be compared. */
export const properties = defineCollection({
  id: 'properties',
  label: 'Properties',
  names: { noun: 'property', title: ({ title }) => title },
  icon: 'sliders',
  form: { module: 'site/collections/properties/property-editor.tsx' },
  files: 'properties/*.yaml',
  schema: property,
  pages: { shownOn: GRADES_PAGE },
  list: {
    columns: [
      {
        label: 'Group',
        value: ({ group }) => PROPERTY_GROUPS[group],
        sortBy: ({ group, title }) => `${PROPERTY_GROUP_IDS.indexOf(group)} ${title}`,
        isGroup: true,
      },
      { label: 'Unit', value: ({ unit }) => unit },
      { label: 'Usual methods', value: ({ methods }) => methods.join(', ') },
    ],
    filters: [
      {
        name: 'group',
        label: 'Group',
        everything: 'All groups',
        value: ({ group }) => group,
        valueLabel: (group) => PROPERTY_GROUPS[group as keyof typeof PROPERTY_GROUPS],
      },
    ],
  },
  lifecycle: { checkPublication: issuesOfProperty },
  api: { path: 'properties', kind: 'entries' },
})
export type Property = ContentOfEntry<typeof properties>
