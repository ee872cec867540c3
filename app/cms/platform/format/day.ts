/**
 * `2025-08-06` as `6 Aug 2025`. Does not use Intl: browsers and the server disagree on short months (Sep, Sept), and
 * both must render the same text.
 */
export function formatDay(date: string) {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** `2025-08-06` as `6 August 2025`. */
export function formatLongDay(date: string) {
  const { day, month, year } = partsOf(date)
  return `${day} ${month} ${year}`
}

/**
 * The first and the last of several days, for `12 to 15 January 2027`: `['12', '15 January 2027']`. The first one says
 * only what the last one does not say.
 */
export function formatLongDays(from: string, to: string): [from: string, to: string] {
  const [first, last] = [partsOf(from), partsOf(to)]
  const isSameYear = first.year === last.year
  const isSameMonth = isSameYear && first.month === last.month
  const shown = [first.day, !isSameMonth && first.month, !isSameYear && first.year]
  return [shown.filter((part) => part !== false).join(' '), formatLongDay(to)]
}

function partsOf(date: string) {
  const [year = '', month = '', day = ''] = date.split('-')
  return { year, month: LONG_MONTHS[Number(month) - 1] ?? '', day: Number(day) }
}

const LONG_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
