import {
  financialYearFrom,
  lastDayOf,
  QUARTERS,
  type FinancialPeriod,
  type Period,
} from '#app/site/collections/documents/financial-period.ts'

/** How often a document is renewed, by the value that content has. */
export const RENEWALS = {
  once: 'When it changes',
  quarter: 'For each quarter',
  year: 'For each financial year',
} as const
export type Renewal = keyof typeof RENEWALS

/** When the document of a period has to be public: days after the last day of the period. */
interface DueRule {
  renewal: Renewal
  daysAfter: number
  /** For the last quarter of a financial year. 0: as many as for the others. */
  daysAfterYear: number
}

/** A part of a financial year, and the last day on which its document is still in time. */
export interface DuePeriod extends FinancialPeriod {
  lastDay: string
  /** YYYY-MM-DD. */
  dueOn: string
}

/** A disclosure stays on the website for five years at least (LODR reg. 30(8)): older periods are not asked for. */
const HOSTED_YEARS = 5

/**
 * The periods whose documents should have been public before the day `today` and were due on `since` or later, the
 * oldest first: of the last five years. Empty if nothing is renewed.
 */
export function duePeriods(rule: DueRule, today: string, since = ''): DuePeriod[] {
  const first = `${Number(today.slice(0, 4)) - HOSTED_YEARS}${today.slice(4)}`
  return periodsAround(rule, today).filter(({ dueOn }) => dueOn < today && dueOn >= since && dueOn >= first)
}

/** The next period that is over, or is the current one, and whose document may still come in time. */
export function nextDuePeriod(rule: DueRule, today: string): DuePeriod | undefined {
  return periodsAround(rule, today).find(({ dueOn }) => dueOn >= today)
}

/** The periods of the financial years around a day, the oldest first. */
function periodsAround({ renewal, daysAfter, daysAfterYear }: DueRule, today: string): DuePeriod[] {
  if (renewal === 'once') return []
  const year = Number(today.slice(0, 4))
  const periods: readonly Period[] = renewal === 'year' ? ['year'] : QUARTERS
  // A document may be due a year after its period.
  const years = Array.from({ length: HOSTED_YEARS + 4 }, (_, index) => year - HOSTED_YEARS - 2 + index)
  return years.flatMap((first) =>
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

/** The day that is `count` working days after `day`: without Saturdays, Sundays and holidays. */
export function workingDaysLater(day: string, count: number, holidays: ReadonlySet<string>): string {
  let found = day
  for (let left = count; left > 0;) {
    found = daysLater(found, 1)
    const weekday = new Date(found).getUTCDay()
    if (weekday !== 0 && weekday !== 6 && !holidays.has(found)) left -= 1
  }
  return found
}
