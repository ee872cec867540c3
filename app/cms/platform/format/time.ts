import { fromProfile } from '#app/cms/platform/site-profile.ts'

/**
 * A format in the time zone of the site. It is created once: creating a format takes longer than a hundred uses of it.
 */
export function siteTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return fromProfile(({ timeZone }) => new Intl.DateTimeFormat(locale, { ...options, timeZone: timeZone.id }))
}

const clockFormat = siteTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayFormat = siteTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
// The Swedish locale writes dates as in ISO 8601.
const calendarFormat = siteTimeFormat('sv-SE', { dateStyle: 'short' })
const sheetFormat = siteTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** Time of an edit for staff: `Today, 11:42`, `18 Nov, 16:05`, `2 Oct 2025, 09:20`. `iso` is ISO 8601. */
export function formatTime(iso: string, now = new Date()) {
  const time = new Date(iso)
  const clock = clockFormat().format(time)
  const day = dayFormat().format(time)
  const today = dayFormat().format(now)
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
  return fourDigits(sheetFormat().format(new Date(iso)))
}

/** The day of a time in the site's calendar, `2026-11-23`. Takes milliseconds since 1970. */
export function calendarDay(time: number): string {
  return fourDigits(calendarFormat().format(time))
}

/** A date that begins with its year, which the locale writes without zeros before it: `0026-02-05`, not `26-02-05`. */
export function fourDigits(date: string): string {
  return date.replace(/^\d+/, (year) => year.padStart(4, '0'))
}
