import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { workingDaysLater } from '#app/site/sections/disclosures/due-period.ts'
import { holidaysIn } from '#app/site/sections/offer/holidays.ts'
import { offer } from '#app/site/sections/offer/offer.ts'

/** Within so many working days the contact page promises an answer. */
const ANSWER_WORKING_DAYS = 1

/** The last day on which the answer to a message that comes now keeps the promise of the page. */
export function answerDay({ content }: Pick<SiteReader, 'content'>): string {
  const holidays = holidaysIn(content.find(offer)?.value.holidays ?? '')
  return workingDaysLater(calendarDay(Date.now()), ANSWER_WORKING_DAYS, holidays)
}
