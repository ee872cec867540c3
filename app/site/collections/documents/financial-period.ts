/** A financial year runs from April to March: `2024-25` from 1 April 2024 to 31 March 2025. */

const FIRST_MONTH = 4

/** The parts of a financial year that a document can be for, by the value that content has. */
export const PERIODS = {
  year: 'Whole year',
  q1: 'Quarter 1, April to June',
  q2: 'Quarter 2, July to September',
  q3: 'Quarter 3, October to December',
  q4: 'Quarter 4, January to March',
  h1: 'First half, April to September',
  h2: 'Second half, October to March',
} as const
export type Period = keyof typeof PERIODS

/** The quarters, as visitors choose one. */
export const QUARTERS = ['q1', 'q2', 'q3', 'q4'] as const satisfies readonly Period[]
export type Quarter = (typeof QUARTERS)[number]

/** `2024-25`: the second year follows the first. */
export function isFinancialYear(text: string): boolean {
  const [, first, second] = /^((?:19|20)\d\d)-(\d\d)$/.exec(text) ?? []
  return first !== undefined && (Number(first) + 1) % 100 === Number(second)
}

/** The financial year that begins in a calendar year. */
export function financialYearFrom(first: number): string {
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`
}

/** The financial year of a day, YYYY-MM-DD. */
export function financialYearOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return financialYearFrom(month < FIRST_MONTH ? year - 1 : year)
}

/** The quarter of a day, YYYY-MM-DD. */
export function quarterOf(day: string): Quarter {
  const month = Number(day.split('-')[1])
  return QUARTERS[Math.floor(((month + 12 - FIRST_MONTH) % 12) / 3)] ?? 'q1'
}

/** The first day of a part of a financial year, YYYY-MM-DD. */
export function firstDayOf(financialYear: string, period: Period): string {
  const first = Number(financialYear.slice(0, 4))
  const month = { year: 4, q1: 4, h1: 4, q2: 7, q3: 10, h2: 10, q4: 1 }[period]
  return `${month < FIRST_MONTH ? first + 1 : first}-${String(month).padStart(2, '0')}-01`
}

/** The last day of each part of a financial year, and whether it is in the second calendar year. */
const LAST_DAYS: Record<Period, { day: string; isInSecond: boolean }> = {
  q1: { day: '06-30', isInSecond: false },
  q2: { day: '09-30', isInSecond: false },
  h1: { day: '09-30', isInSecond: false },
  q3: { day: '12-31', isInSecond: false },
  q4: { day: '03-31', isInSecond: true },
  h2: { day: '03-31', isInSecond: true },
  year: { day: '03-31', isInSecond: true },
}

/** The last day of a part of a financial year, YYYY-MM-DD. */
export function lastDayOf(financialYear: string, period: Period): string {
  const { day, isInSecond } = LAST_DAYS[period]
  return `${Number(financialYear.slice(0, 4)) + Number(isInSecond)}-${day}`
}

/** A part of a financial year. */
export interface FinancialPeriod {
  financialYear: string
  period: Period
}

/**
 * True if what is for the period `whole` is also for `part`: the same one, or a longer one that ends on the same day. The
 * results of a year contain those of its last quarter, and of no other one.
 */
export function coversPeriod(whole: FinancialPeriod, part: FinancialPeriod): boolean {
  return (
    lastDayOf(whole.financialYear, whole.period) === lastDayOf(part.financialYear, part.period) &&
    firstDayOf(whole.financialYear, whole.period) <= firstDayOf(part.financialYear, part.period)
  )
}

/** The quarter that was over last on a day, YYYY-MM-DD. */
export function lastQuarterBefore(day: string): FinancialPeriod & { period: Quarter } {
  const financialYear = financialYearOf(day)
  const at = QUARTERS.indexOf(quarterOf(day))
  const period = QUARTERS[at - 1]
  return period ? { financialYear, period } : { financialYear: yearBefore(financialYear), period: 'q4' }
}

function yearBefore(financialYear: string) {
  return financialYearFrom(Number(financialYear.slice(0, 4)) - 1)
}

/** True for a quarter that is over on a day, YYYY-MM-DD. */
export function isQuarterOver(financialYear: string, quarter: Quarter, today: string): boolean {
  return `${financialYear} ${quarter}` < `${financialYearOf(today)} ${quarterOf(today)}`
}

/** `FY 2024-25`, `Q1 FY 2024-25`, `H2 FY 2024-25`. */
export function periodLabel(financialYear: string, period: Period): string {
  return period === 'year' ? `FY ${financialYear}` : `${period.toUpperCase()} FY ${financialYear}`
}
