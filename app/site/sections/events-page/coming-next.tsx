import type { UpcomingEvent } from '#app/site/collections/events/event-lists.ts'
import type { YearOfArticles } from '#app/site/collections/news/article-lists.ts'
import { Days } from '#app/site/sections/shared/dated-list.tsx'
import { HeadEntries, HeadEntry } from '#app/site/sections/shared/head-entries.tsx'

interface ComingNextProps {
  event: Pick<UpcomingEvent, 'title' | 'from' | 'to' | 'place'> | undefined
  article: Pick<YearOfArticles['articles'][number], 'title' | 'href' | 'date'> | undefined
}

/** For the head of the page of news and events: the next event and the newest article, each as one link. */
export function ComingNext({ event, article }: ComingNextProps) {
  return (
    <HeadEntries>
      {event && (
        <HeadEntry what="Next event" title={event.title} href="#events" icon="down">
          <Days from={event.from} to={event.to} />
          {event.place !== '' && `, ${event.place}`}
        </HeadEntry>
      )}
      {article && (
        <HeadEntry what="Newest article" title={article.title} href={article.href}>
          <Days from={article.date} />
        </HeadEntry>
      )}
    </HeadEntries>
  )
}
