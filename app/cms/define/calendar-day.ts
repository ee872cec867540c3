/**
 * The days that fields take. A year of two digits, as some browsers make of `05 02 26`, is the year 26 and not 2026, and
 * is refused like a year far in the past or in the future.
 */
export const FIRST_DAY = '1900-01-01'
export const LAST_DAY = '2100-12-31'

/** True for YYYY-MM-DD that is a day of the calendar. `Date` parses 31 February as 3 March. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false
  const date = new Date(value)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** True for a day from {@link FIRST_DAY} to {@link LAST_DAY}. */
export function isUsualDay(value: string): boolean {
  return isDay(value) && value >= FIRST_DAY && value <= LAST_DAY
}

/** True for a text that names a year of four digits, such as `2024-25` or `FY 2025`. */
export function namesYear(value: string): boolean {
  return [...value.matchAll(/(?<!\d)\d{4}(?!\d)/g)].some(([year]) => isUsualDay(`${year}-01-01`))
}
