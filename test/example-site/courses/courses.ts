import { z } from 'zod'
import { defineCollection, type ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { choice, count, day, line } from '#app/cms/define/fields.ts'

/** Undefined if its file cannot be read. */
type OtherCourse = { day: string } | undefined

/** Baking courses, on the page of the team until their day is over. */
export const courses = defineCollection({
  id: 'courses',
  label: 'Courses',
  names: { noun: 'course', title: ({ title }) => title },
  icon: 'briefcase',
  form: { module: 'courses/course-editor.tsx', prefill: (query) => ({ level: query.get('level') ?? '' }) },
  files: 'courses/*.yaml',
  schema: z.strictObject({
    title: line('Title', 100),
    day: day('Day'),
    level: choice('Level', ['first-loaf', 'sourdough'], { 'first-loaf': 'First loaf', sourdough: 'Sourdough' }),
    places: count('Places', { min: 1, max: 20 }),
  }),
  pages: { shownOn: '/team#courses' },
  order: { by: ({ day: at }) => at },
  lifecycle: {
    lastDay: ({ day: at }) => at,
    // The oven is for one course a day.
    checkPublication({ day: at }, _before, { key, entriesOf }) {
      const isOther = ([of, course]: [string, unknown]) => of !== key && (course as OtherCourse)?.day === at
      return [...entriesOf('courses')].some(isOther)
        ? [{ path: 'day', message: 'There is another course on this day' }]
        : []
    },
  },
  list: {
    filters: [
      {
        name: 'level',
        label: 'Level',
        everything: 'All levels',
        value: ({ level }) => level,
        valueLabel: (level) => (level === 'sourdough' ? 'Sourdough' : 'First loaf'),
      },
    ],
  },
})
export type Course = ContentOfEntry<typeof courses>
