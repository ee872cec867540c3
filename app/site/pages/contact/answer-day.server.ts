import { figureOf } from '#app/cms/content/facts/figures.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { answerTime } from '#app/site/collections/facts/fact-row.ts'
import { workingDaysLater } from '#app/site/sections/disclosures/due-period.ts'
import { holidaysIn } from '#app/site/sections/offer/holidays.ts'
import { offer } from '#app/site/sections/offer/offer.ts'

/** A promise of more days is none that staff could be told about in time. */
const MAX_WORKING_DAYS = 60

/**
 * The last day on which the answer to a message that comes now keeps the promise of the company facts. Undefined if they
 * promise nothing in working days.
 */
export function answerDay(site: SiteReader): string | undefined {
  const promise = figureOf(answerTime(site))
  if (promise?.unit !== 'working day' || promise.amount > MAX_WORKING_DAYS) return undefined
  const holidays = holidaysIn(site.content.find(offer)?.value.holidays ?? '')
  return workingDaysLater(calendarDay(Date.now()), promise.amount, holidays)
}
