import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { day, id, line, list, namedBy, optionalLine, readWith, restricted, yearLine } from '#app/cms/define/fields.ts'

const MIN_YEARS = 2
const MAX_YEARS = 5
const MAX_FIGURES = 5

const figure = z.strictObject({
  _id: id(),
  name: line('Name', 40),
  unit: line('Unit', 20),
  /** A figure that the accounts do not state needs both. */
  definition: optionalLine('Definition and source', 240),
  /** One for each year, in the order of the years. */
  values: namedBy(
    readWith(
      list('Values', restricted(line('Value', 20), isNumber, 'a number such as 604.9 or 1,23,456.7'), {
        max: MAX_YEARS,
      }),
      'unit',
    ),
    'years',
  ),
})
export type KeyFigure = z.output<typeof figure>

const calendarEntry = z.strictObject({ _id: id(), date: day('Date'), title: line('Title', 120) })

/** The figures at the top of the investors page, and the dates that investors wait for. */
export const keyFigures = defineSection({
  id: 'key-figures',
  label: 'Key figures',
  icon: 'stats',
  editor: 'site/sections/key-figures/key-figures-editor.tsx',
  file: 'investors/key-figures.yaml',
  schema: z
    .strictObject({
      title: line('Title', 80),
      note: optionalLine('Note', 300),
      years: list('Years', yearLine('Year', 15), { min: MIN_YEARS, max: MAX_YEARS }),
      figures: list('Figures', figure, { max: MAX_FIGURES }),
      calendar: list('Dates', calendarEntry),
    })
    .check(({ value: { years, figures }, issues }) => {
      figures.forEach(({ name, values }, index) => {
        if (values.length === years.length) return
        issues.push({
          code: 'custom',
          input: values,
          // The first year without a value, or the first value without a year.
          path: ['figures', index, 'values', Math.min(values.length, years.length)],
          message: `${name} has ${values.length} values for ${years.length} years`,
        })
      })
    }),
  page: '/investors#key-figures',
})
export type KeyFigures = ContentOf<typeof keyFigures>

/** Digits alone, in groups as in India (1,23,456) or as elsewhere (123,456), and a point. */
function isNumber(value: string) {
  const [whole = ''] = value.replace('-', '').split('.')
  return (
    /^-?[\d,]{1,13}(?:\.\d{1,2})?$/.test(value) &&
    /^(?:\d{1,10}|\d{1,2}(?:,\d{2}){0,3},\d{3}|\d{1,3}(?:,\d{3}){1,2})$/.test(whole)
  )
}

/** The first date of the calendar that is not over on the day `today`. */
export function nextDate({ calendar }: Pick<KeyFigures, 'calendar'>, today: string) {
  const [next] = calendar.filter(({ date }) => date >= today).sort((a, b) => a.date.localeCompare(b.date))
  return next && { date: next.date, title: next.title }
}
