/** The time zone of the site's dates: the plant and the offices are in India. */
export const TIME_ZONE = 'Asia/Kolkata'

// Created once: creating a format takes longer than a hundred uses of it. The Swedish locale writes dates as in ISO 8601.
const format = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' })

/** The day of a time in the site's calendar, `2026-11-23`. Takes milliseconds since 1970. */
export function calendarDay(time: number): string {
  return format.format(time)
}
