import { isUsualDay } from '#app/cms/define/calendar-day.ts'
import { siteTimeFormat } from '#app/cms/platform/format/time.ts'
import { timeField, timeOfSite } from '#app/cms/platform/site-time.ts'
import { siteProfile } from '#app/cms/platform/site-profile.ts'

const momentFormat = siteTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const wordsFormat = siteTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const clockFormat = siteTimeFormat('en-GB', { timeStyle: 'medium' })
const utcFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'medium' })

/**
 * The time in a date-and-time field, in the time zone of the site, as ISO 8601 in UTC to the second. Takes
 * `2026-11-23T16:05` and `2026-11-23 16:05:30`. Undefined if it is none of the years 1900 to 2100.
 */
export function parseTimeField(text: string): string | undefined {
  const [, day, clock, seconds = '00'] =
    /^\s*(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:\.0+)?)?\s*$/.exec(text) ?? []
  if (day === undefined || clock === undefined || !isUsualDay(day)) return undefined
  const time = new Date(timeOfSite(Date.parse(`${day}T${clock}:${seconds}Z`)))
  // A 31 February becomes a day of March in some engines. A change to summer time leaves out an hour.
  if (Number.isNaN(time.getTime()) || !timeField(time.toISOString()).startsWith(`${day}T${clock}`)) return undefined
  return toSeconds(time.getTime())
}

/** `23 Nov 2026, 16:05 in Italy (15:05 UTC)`. The day in UTC is added where it is another one. Takes ISO 8601. */
export function formatReleaseTime(iso: string): string {
  const [moment, utc] = [momentFormat().format(new Date(iso)), utcFormat.format(new Date(iso))].map(toMinutes) as [
    string,
    string,
  ]
  const [day, utcDay] = [moment.split(', ')[0], utc.split(', ')[0]]
  return `${moment} ${inTimeZone()} (${day === utcDay ? utc.split(', ')[1] : utc} UTC)`
}

/** `1 Dec 2026, 16:00 in Italy`. Takes ISO 8601. */
export function formatShortMoment(iso: string): string {
  return `${toMinutes(momentFormat().format(new Date(iso)))} ${inTimeZone()}`
}

/** `Tuesday, 1 December 2026`, in the time zone of the site. Takes ISO 8601. */
export function formatDayInWords(iso: string): string {
  // Versions of the formatter differ in the comma after the weekday.
  const parts = new Map(
    wordsFormat()
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.get('weekday')}, ${parts.get('day')} ${parts.get('month')} ${parts.get('year')}`
}

/** `Tuesday, 1 December 2026, 16:00 in Italy`. Takes ISO 8601. */
export function formatMoment(iso: string): string {
  return `${formatDayInWords(iso)}, ${formatClock(iso)}`
}

/** `16:00 in Italy`, and `16:00:30 in Italy` for a time with seconds. Takes ISO 8601. */
export function formatClock(iso: string): string {
  return `${toMinutes(clockFormat().format(new Date(iso)))} ${inTimeZone()}`
}

/** Without the seconds, if there are none. */
function toMinutes(time: string) {
  return time.replace(/:00$/, '')
}

function inTimeZone() {
  return `in ${siteProfile().timeZone.place}`
}

/** ISO 8601 in UTC without fractions of a second. Takes milliseconds since 1970. */
export function toSeconds(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}
