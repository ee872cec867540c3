import { financialYearFrom, QUARTERS, type Period } from '#app/site/collections/documents/financial-period.ts'

/** How often a document is renewed, by the value that content has. */
export const RENEWALS = {
  once: 'When it changes',
  quarter: 'For each quarter',
  year: 'For each financial year',
} as const
export type Renewal = keyof typeof RENEWALS

/** When the document of a period has to be public: days after the last day of the period. */
export interface DueRule {
  renewal: Renewal
  daysAfter: number
  /** For the last quarter of a financial year. 0: as many as for the others. */
  daysAfterYear: number
}

/** A part of a financial year, and the last day on which its document is still in time. */
export interface DuePeriod {
  financialYear: string
  period: Period
  lastDay: string
  /** YYYY-MM-DD. */
  dueOn: string
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

/** The newest period whose document should have been public before the day `today`. Undefined if nothing is renewed. */
export function lastDuePeriod(rule: DueRule, today: string): DuePeriod | undefined {
  return periodsAround(rule, today).findLast(({ dueOn }) => dueOn < today)
}

/** The next period that is over, or is the current one, and whose document may still come in time. */
export function nextDuePeriod(rule: DueRule, today: string): DuePeriod | undefined {
  return periodsAround(rule, today).find(({ dueOn }) => dueOn >= today)
}

/** The periods of the financial years around a day, the oldest first: a document may be due a year after its period. */
function periodsAround({ renewal, daysAfter, daysAfterYear }: DueRule, today: string): DuePeriod[] {
  if (renewal === 'once') return []
  const year = Number(today.slice(0, 4))
  const periods: readonly Period[] = renewal === 'year' ? ['year'] : QUARTERS
  return [year - 3, year - 2, year - 1, year, year + 1].flatMap((first) =>
    periods.map((period) => {
      const financialYear = financialYearFrom(first)
      const lastDay = lastDayOf(financialYear, period)
      const days = period === 'q4' && daysAfterYear > 0 ? daysAfterYear : daysAfter
      return { financialYear, period, lastDay, dueOn: daysLater(lastDay, days) }
    }),
  )
}

/** The day so many days after another one, YYYY-MM-DD. */
export function daysLater(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
