import { pagesOf, type ShownEntry } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { events, type DatedEvent } from './events.ts'

/** An event that is not past, as visitors see it. */
export interface UpcomingEvent extends Omit<DatedEvent, 'body' | 'address' | 'visibility'> {
  key: string
  /** The text as HTML. */
  html: string
}

export type PastEvent = Pick<UpcomingEvent, 'key' | 'title' | 'from' | 'to' | 'place'>

/**
 * The events on a day (YYYY-MM-DD): those that are not past, the next one first, and the past ones, the latest first.
 * An event is past from the day after its last one.
 */
export function eventsOn(
  day: string,
  site: SiteReader & { pageBase?: string },
): { upcoming: UpcomingEvent[]; past: PastEvent[] } {
  const all = pagesOf(site, events).listed()
  const isPast = ({ value: { from, to } }: ShownEntry<typeof events>) => (to === '' ? from : to) < day
  return {
    upcoming: all
      .filter((event) => !isPast(event))
      .toReversed()
      .map(({ key, value: { title, from, to, place, link, image, imageAlt, body } }) => {
        const html = renderMarkdown(body, { pageBase: site.pageBase, firstHeading: 4 })
        return { key, title, from, to, place, link, image, imageAlt, html }
      }),
    past: all.filter(isPast).map(({ key, value: { title, from, to, place } }) => ({ key, title, from, to, place })),
  }
}
