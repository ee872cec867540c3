import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { ContentReader } from '#app/cms/define/content-reader.ts'
import type { ChecklistItem } from '#app/cms/define/site-checklist.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { drhp } from '#app/site/sections/drhp/drhp.ts'
import { holidaysIn } from '#app/site/sections/offer/holidays.ts'
import { offer } from '#app/site/sections/offer/offer.ts'
import { daysLater, workingDaysLater } from '#app/site/sections/disclosures/due-period.ts'

/** ICDR reg. 26: the draft is open for comments of the public for 21 days. */
const COMMENT_DAYS = 21

/** Circular of SEBI of 24 May 2024: the films are public five working days after the filing. */
const FILM_WORKING_DAYS = 5

/** The dates that follow from the filing of an offer document and are not over on a day, the earliest first. */
export function offerDates(content: ContentReader, day: string): ChecklistItem[] {
  const value = content.find(offer)?.value
  if (value?.stage !== 'drhp' && value?.stage !== 'rhp') return []
  const filedOn = value.stage === 'drhp' ? value.draftFiledOn : value.prospectusFiledOn
  const dates = [
    {
      id: 'offer-films',
      title: 'Films on the offer document',
      until: workingDaysLater(filedOn, FILM_WORKING_DAYS, holidaysIn(value.holidays)),
      detail: 'Due by',
      source: `${FILM_WORKING_DAYS} working days after the filing: without Saturdays, Sundays and the holidays that the stage of the offer names.`,
    },
    ...(value.stage === 'drhp'
      ? [
          {
            id: 'offer-comments',
            title: 'Comments of the public on the draft prospectus',
            until: daysLater(filedOn, COMMENT_DAYS),
            detail: 'Possible until',
            source: `${COMMENT_DAYS} days after the filing: keep the draft public until then.`,
          },
        ]
      : []),
  ]
  return dates
    .filter(({ until }) => until >= day)
    .map(({ id, title, until, detail, source }) => ({
      ...{ id, title, detail: `${detail} ${formatDay(until)}. ${source}` },
      steps: [{ label: 'Edit the page of the draft', href: adminAddress(drhp) }],
    }))
}
