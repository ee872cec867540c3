import { FIRST_DAY, LAST_DAY } from '#app/cms/define/calendar-day.ts'

/** The attributes of a date input. With a last day, browsers take four digits for the year, and no more. */
export const DAY_RANGE = { min: FIRST_DAY, max: LAST_DAY }

/** The same for an input of a day with a time. */
export const MOMENT_RANGE = { min: `${FIRST_DAY}T00:00:00`, max: `${LAST_DAY}T23:59:59` }
