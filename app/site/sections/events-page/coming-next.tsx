import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import type { UpcomingEvent } from '#app/site/collections/events/event-lists.ts'
import type { YearOfArticles } from '#app/site/collections/news/article-lists.ts'
import { Days } from '#app/site/sections/shared/dated-list.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import './coming-next.css'

interface ComingNextProps {
  event: Pick<UpcomingEvent, 'title' | 'from' | 'to' | 'place'> | undefined
  article: Pick<YearOfArticles['articles'][number], 'title' | 'href' | 'date'> | undefined
}

/** For the head of the page of news and events: the next event and the newest article, each as one link. */
export function ComingNext({ event, article }: ComingNextProps) {
  return (
    <ul className="next">
      {event && (
        <li>
          <a href="#events">
            <span className="next__what">Next event</span> <b>{bindLastWords(event.title)}</b>{' '}
            <span>
              <Days from={event.from} to={event.to} />
              {event.place !== '' && `, ${event.place}`}
            </span>{' '}
            <Icon name="down" />
          </a>
        </li>
      )}
      {article && (
        <li>
          <ContentLink to={article.href}>
            <span className="next__what">Newest article</span> <b>{bindLastWords(article.title)}</b>{' '}
            <span>
              <Days from={article.date} />
            </span>{' '}
            <Icon name="arrow" />
          </ContentLink>
        </li>
      )}
    </ul>
  )
}
