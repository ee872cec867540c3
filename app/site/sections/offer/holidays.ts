import { z } from 'zod'

/** True for a text with one holiday a line: `2026-01-26 Republic Day`. */
export function isHolidayList(text: string): boolean {
  return linesOf(text).every((line) => z.iso.date().safeParse(dayOf(line)).success)
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
