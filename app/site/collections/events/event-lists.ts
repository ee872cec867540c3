import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { formatLongDays, formatLongDay } from '#app/cms/platform/format/day.ts'
import { renderMarkdown, wordsOfMarkdown } from '#app/cms/ui/render-markdown.ts'
import { events, type DatedEvent } from './events.ts'

/** An event that is not past, as visitors see it. */
export interface UpcomingEvent extends Omit<DatedEvent, 'announced' | 'body' | 'address' | 'visibility'> {
  key: string
  /** The text as HTML. */
  html: string
  /** Days, place and text in words. */
  summary: string
}

export type PastEvent = Pick<UpcomingEvent, 'key' | 'title' | 'from' | 'to' | 'place'>

/** The events on a day (YYYY-MM-DD): those that are not past, the next one first, and the past ones, the latest first. */
export function eventsOn(
  day: string,
  site: SiteReader & { pageBase?: string },
): { upcoming: UpcomingEvent[]; past: PastEvent[] } {
  const all = pagesOf(site, events).listed()
  return {
    upcoming: all
      .filter(({ value }) => !isPast(value, day))
      .toReversed()
      .map(({ key, value }) => {
        const { title, kind, from, to, place, link, linkText, image, imageAlt, body } = value
        const html = renderMarkdown(body, { pageBase: site.pageBase, firstHeading: 4 })
        const summary = summaryOfEvent(value)
        return { key, title, kind, from, to, place, link, linkText, image, imageAlt, html, summary }
      }),
    past: all
      .filter(({ value }) => isPast(value, day))
      .map(({ key, value: { title, from, to, place } }) => ({ key, title, from, to, place })),
  }
}

/** An event in words: its days, its place and its text. */
export function summaryOfEvent({ from, to, place, body }: Pick<DatedEvent, 'from' | 'to' | 'place' | 'body'>): string {
  const days = to === '' || to === from ? formatLongDay(from) : formatLongDays(from, to).join(' to ')
  return `${[days, ...(place === '' ? [] : [place])].join(', ')}. ${wordsOfMarkdown(body)}`.trim()
}

/** True from the day after the last one of an event. */
export function isPast({ from, to }: Pick<DatedEvent, 'from' | 'to'>, day: string): boolean {
  return (to === '' ? from : to) < day
}
