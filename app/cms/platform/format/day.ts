/**
 * `2025-08-06` as `6 Aug 2025`. Does not use Intl: browsers and the server disagree on short months (Sep, Sept), and
 * both must render the same text.
 */
export function formatDay(date: string) {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
