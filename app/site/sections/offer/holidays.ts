import { isDay, isUsualDay } from '#app/cms/define/calendar-day.ts'

/** True for a text with one holiday a line: `2026-01-26 Republic Day`. */
export function isHolidayList(text: string): boolean {
  return linesOf(text).every((line) => isDay(dayOf(line)))
}

/** True unless a day of such a text is of a year that nobody means, such as 0026. */
export function hasUsualHolidays(text: string): boolean {
  return linesOf(text).every((line) => !isDay(dayOf(line)) || isUsualDay(dayOf(line)))
}

/** The days of such a text, YYYY-MM-DD. */
export function holidaysIn(text: string): ReadonlySet<string> {
  return new Set(linesOf(text).map(dayOf))
}

function linesOf(text: string) {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function dayOf(line: string) {
  return line.trim().split(/\s/)[0] ?? ''
}
