import { calendarDay, fourDigits, siteTimeFormat } from '#app/cms/platform/format/time.ts'

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

/**
 * A moment of a day in the time zone of the site, with the offset of that zone: `2026-11-23T16:05:00+05:30`. Takes
 * `2026-11-23` and `16:05`. An offset with seconds, as zones had before 1906, is rounded to minutes: ISO 8601 has no
 * other. Throws RangeError for anything else than a day and a time of day.
 */
export function momentOfSite(day: string, clock: string): string {
  const local = Date.parse(`${day}T${clock}:00Z`)
  const minutes = Math.round((local - timeOfSite(local)) / 60_000)
  if (Number.isNaN(minutes)) throw new RangeError(`“${day} ${clock}” is no day and time of day`)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const offset = [hours, rest].map((part) => String(part).padStart(2, '0')).join(':')
  return `${day}T${clock}:00${minutes < 0 ? '-' : '+'}${offset}`
}

/** The value of a date-and-time field: `2026-11-23T16:05:00`, in the time zone of the site. Takes ISO 8601. */
export function timeField(iso: string): string {
  return fourDigits(fieldFormat().format(new Date(iso))).replace(' ', 'T')
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
