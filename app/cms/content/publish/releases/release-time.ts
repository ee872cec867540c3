import { TIME_ZONE } from '#app/cms/platform/format/time.ts'

/** Staff enter and read times of India, which has no summer time. */
const OFFSET = '+05:30'

// Made once: making a format takes longer than a hundred uses of it.
// Of all locales the Swedish writes dates as ISO 8601 does.
const fieldFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })
const indianFormat = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, dateStyle: 'medium', timeStyle: 'medium' })
const wordsFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const clockFormat = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, timeStyle: 'medium' })
const utcFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'medium' })

/**
 * The time in a date-and-time field, in India, as ISO 8601 in UTC to the second. Takes `2026-11-23T16:05` and
 * `2026-11-23 16:05:30`. Undefined if it is none.
 */
export function parseIndianTime(text: string): string | undefined {
  const [, day, clock, seconds = '00'] =
    /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.0+)?)?\s*$/.exec(text) ?? []
  if (day === undefined || clock === undefined) return undefined
  const time = new Date(`${day}T${clock}:${seconds}${OFFSET}`)
  // A 31 February becomes a day of March in some engines.
  if (Number.isNaN(time.getTime()) || !indianTimeField(time.toISOString()).startsWith(`${day}T${clock}`))
    return undefined
  return toSeconds(time.getTime())
}

/** The value of a date-and-time field: `2026-11-23T16:05:00`, in India. Takes ISO 8601. */
export function indianTimeField(iso: string): string {
  return fieldFormat.format(new Date(iso)).replace(' ', 'T')
}

/** `23 Nov 2026, 16:05:00 in India (10:35:00 UTC)`. The day in UTC is added where it is another one. Takes ISO 8601. */
export function formatReleaseTime(iso: string): string {
  const [india, utc] = [indianFormat.format(new Date(iso)), utcFormat.format(new Date(iso))]
  const [day, utcDay] = [india.split(', ')[0], utc.split(', ')[0]]
  return `${india} in India (${day === utcDay ? utc.split(', ')[1] : utc} UTC)`
}

/** `1 Dec 2026, 16:00:00 in India`. Takes ISO 8601. */
export function formatShortMoment(iso: string): string {
  return `${indianFormat.format(new Date(iso))} in India`
}

/** `Tuesday, 1 December 2026`, in India. Takes ISO 8601. */
export function formatDayInWords(iso: string): string {
  // Versions of the formatter differ in the comma after the weekday.
  const parts = new Map(wordsFormat.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
  return `${parts.get('weekday')}, ${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`
}

/** `Tuesday, 1 December 2026, 16:00:00 in India`. Takes ISO 8601. */
export function formatMoment(iso: string): string {
  return `${formatDayInWords(iso)}, ${formatClock(iso)}`
}

/** `16:00:00 in India`. Takes ISO 8601. */
export function formatClock(iso: string): string {
  return `${clockFormat.format(new Date(iso))} in India`
}

/** ISO 8601 in UTC without fractions of a second. Takes milliseconds since 1970. */
export function toSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}
