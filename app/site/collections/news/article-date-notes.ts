import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { ChecklistSite, ReleaseNote } from '#app/cms/define/site-checklist.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { calendarDay } from '#app/cms/platform/format/time.ts'
import { newsArticles } from './news-articles.ts'

/** Names the articles that a release makes or redates, and whose own date is not the day of the release. */
export function articleDateNotes(before: ChecklistSite, after: ChecklistSite, time: string | undefined): ReleaseNote[] {
  if (time === undefined) return []
  const day = calendarDay(Date.parse(time))
  const known = new Map(datesOf(before).map(({ key, date }) => [key, date]))
  return datesOf(after).flatMap(({ key, title, date }) => {
    if (known.get(key) === date || date === day) return []
    return {
      text: `“${title}” is dated ${formatDay(date)}, ${date < day ? 'before' : 'after'} the day of this release, ${formatDay(day)}.`,
      step: { label: 'News articles', href: adminAddress(newsArticles.entry(key)) },
    }
  })
}

function datesOf(site: ChecklistSite) {
  return pagesOf(site, newsArticles)
    .listed()
    .map(({ key, value: { title, date } }) => ({ key, title, date }))
}
