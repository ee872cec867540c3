import { line } from '#app/schema/fields.ts'

/** A calendar day, YYYY-MM-DD. */
export function day(label: string) {
  return line(label, 10).refine(
    (value) => /^\d{4}-\d\d-\d\d$/.test(value) && isInCalendar(value),
    `${label} must be a day such as 2025-08-06`,
  )
}

/** Date takes 31 February for 3 March. */
function isInCalendar(value: string) {
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}
