import { calendarDay, siteTimeFormat } from '#app/cms/platform/format/time.ts'

// The Swedish locale writes dates as in ISO 8601.
const fieldFormat = siteTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/**
 * The present day in the time zone of the site: `2026-11-26`. Pages that depend on it are made anew at midnight, see
 * `watchDays`.
 */
export function today(): string {
  return calendarDay(Date.now())
}

/**
 * The start of a day (`2026-11-20`) in the time zone of the site, or of the day `daysLater` days later: ISO 8601, UTC.
 */
export function startOfDay(day: string, daysLater = 0) {
  const start = new Date(`${day}T00:00:00Z`)
  start.setUTCDate(start.getUTCDate() + daysLater)
  return new Date(timeOfSite(start.getTime())).toISOString()
}

/** The value of a date-and-time field: `2026-11-23T16:05:00`, in the time zone of the site. Takes ISO 8601. */
export function timeField(iso: string): string {
  return fieldFormat().format(new Date(iso)).replace(' ', 'T')
}

/**
 * Milliseconds since 1970 at which clocks of the site's time zone show what UTC shows at `utc`. Of an hour that a change
 * to summer time leaves out, it is the hour after it; NaN for NaN.
 */
export function timeOfSite(utc: number): number {
  let time = utc
  // The second look is right near a change of the clocks, where the first has used the other offset.
  for (let look = 0; look < 2 && !Number.isNaN(time); look += 1) {
    time = utc - (Date.parse(`${timeField(new Date(time).toISOString())}Z`) - time)
  }
  return time
}
