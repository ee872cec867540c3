/** The time zone of the site's dates: the plant and the offices are in India. */
export const TIME_ZONE = 'Asia/Kolkata'

// Created once: creating a format takes longer than a hundred uses of it.
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' })
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
// The Swedish locale writes dates as in ISO 8601.
const calendarFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' })
const sheetFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' })

/** Time of an edit for staff: `Today, 11:42`, `18 Nov, 16:05`, `2 Oct 2025, 09:20`. `iso` is ISO 8601. */
export function formatTime(iso: string, now = new Date()) {
  const time = new Date(iso)
  const clock = clockFormat.format(time)
  const day = dayFormat.format(time)
  const today = dayFormat.format(now)
  if (day === today) return `Today, ${clock}`
  const sameYear = day.slice(-4) === today.slice(-4)
  return `${sameYear ? day.slice(0, -5) : day}, ${clock}`
}

/** The same within a sentence: `today, 11:42`. */
export function formatTimeInSentence(iso: string, now = new Date()) {
  return formatTime(iso, now).replace('Today', 'today')
}

/** The time for spreadsheet programs and file names: `2026-11-20 11:42`. `iso` is ISO 8601. */
export function formatSheetTime(iso: string) {
  return sheetFormat.format(new Date(iso))
}

/**
 * The start of a day (`2026-11-20`) in India, or of the day `daysLater` days later: ISO 8601, UTC. India has no
 * daylight saving time.
 */
export function startOfDay(day: string, daysLater = 0) {
  const time = new Date(`${day}T00:00:00+05:30`)
  time.setUTCDate(time.getUTCDate() + daysLater)
  return time.toISOString()
}

/** The day of a time in the site's calendar, `2026-11-23`. Takes milliseconds since 1970. */
export function calendarDay(time: number): string {
  return calendarFormat.format(time)
}
