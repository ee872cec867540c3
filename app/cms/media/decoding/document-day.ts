/** PDF is of 1993: an earlier date is that of a clock that was never set. */
const FIRST_YEAR = 1990

/** `D:20250806090000+05'30'`; programs leave out the prefix, the time, the zone or the apostrophes (ISO 32000-2, 7.9.4). */
const PDF_DATE =
  /^\s*(?:D:)?(\d{4})(\d\d)(\d\d)(?:(\d\d)(?:(\d\d)(\d\d)?)?)?\s*(?:(Z)|([+-])(\d\d)(?:[':]?(\d\d))?)?(?!\d)/

/** `2025-08-06T09:00:00+05:30`; the time may be missing (XMP specification, part 1, 8.2.1.3). */
const XMP_DATE =
  /^\s*(\d{4})-(\d\d)-(\d\d)(?:T(\d\d)(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?)?)?(?:(Z)|([+-])(\d\d)(?::(\d\d))?)?\s*$/

/**
 * The day of a date in a PDF's information dictionary, as `YYYY-MM-DD`. If the date has a time zone, it is the day in
 * the calendar of `timeZone`, else the day as it is written. Undefined for a date that names no day, or one that does not
 * exist.
 */
export function pdfDay(date: unknown, timeZone: string): string | undefined {
  return dayOf(PDF_DATE, date, timeZone)
}

/** Like {@link pdfDay}, for a date in an XMP packet. */
export function xmpDay(date: unknown, timeZone: string): string | undefined {
  return dayOf(XMP_DATE, date, timeZone)
}

function dayOf(pattern: RegExp, date: unknown, timeZone: string) {
  if (typeof date !== 'string') return undefined
  const [match, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', utc, sign, ...offset] =
    pattern.exec(date) ?? []
  if (match === undefined || Number(year) < FIRST_YEAR) return undefined
  const written = `${year}-${month}-${day}`
  // Some engines make a 31 February a day of March.
  const midnight = Date.parse(`${written}T00:00:00Z`)
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(written)) return undefined
  if (utc === undefined && sign === undefined) return written
  const [hours = '00', minutes = '00'] = offset
  const zone = utc ?? `${sign}${hours}:${minutes}`
  const time = Date.parse(`${written}T${hour}:${minute}:${second}${zone}`)
  // The Swedish locale writes dates as in ISO 8601.
  return Number.isNaN(time) ? written : new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
}
