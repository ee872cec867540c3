import { data, useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { today } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { eventsOn } from '#app/site/collections/events/event-lists.ts'
import { PastEvents } from '#app/site/collections/events/event-views.tsx'
import { articlesByYear } from '#app/site/collections/news/article-lists.ts'
import { NewsByYear } from '#app/site/collections/news/news-by-year.tsx'
import { eventData } from '#app/site/layout/dated-json-ld.ts'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import type { SiteHandle } from '#app/site/layout/site-handle.ts'
import { ComingNext } from '#app/site/sections/events-page/coming-next.tsx'
import { EventsSection, Timeline } from '#app/site/sections/events-page/events-page-view.tsx'
import { eventsPage, shownEvents } from '#app/site/sections/events-page/events-page.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/site/ui/page/missing-page.tsx'

export const handle = { isForCustomers: false } satisfies SiteHandle

const NAME = 'News & Events'

/** The page of news and events: the events as they are today, all articles, and the timeline. */
export function loader() {
  const site = currentSite()
  const page = site.content.find(eventsPage)?.value
  const { upcoming, past } = eventsOn(today(), site)
  const { content, others } = page ? shownEvents(page, upcoming) : { content: undefined, others: [] }
  const years = articlesByYear(
    site,
    content?.events.map(({ image }) => image),
  )
  const shown = { content, years, upcoming: others, past }
  return data({ ...shown, images: resolveImages(shown, site.media.library) }, { status: content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) => {
  const { content, upcoming = [], images } = page.data ?? {}
  // Search engines report an event without a place as an error.
  const onCards = content?.events.flatMap(({ next }) => next ?? []) ?? []
  const complete = [...onCards, ...upcoming].filter(({ place }) => place !== '')
  return pageMeta(page, {
    share: 'events',
    title: NAME,
    description: content?.description,
    images,
    structured: (described) => complete.map((event) => eventData(described, event)),
  })
}

export default function Events() {
  const { content, years, upcoming, past, images } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  const [event] = [...content.events.flatMap(({ next }) => next ?? []), ...upcoming].toSorted((one, other) =>
    one.from < other.from ? -1 : 1,
  )
  const article = years[0]?.articles[0]
  return (
    <ImagesProvider images={images}>
      <PageIntro
        title={content.title}
        lead={content.description}
        crumb={NAME}
        aside={(event ?? article) && <ComingNext event={event} article={article} />}
      />
      <EventsSection title={content.eventsTitle} cards={content.events} upcoming={upcoming} />
      {years.length + content.timeline.length + past.length > 0 && (
        <section className="section" id="latest-news" aria-labelledby="latest-news-title">
          <div className="wrap news-head">
            <h2 id="latest-news-title">{content.timelineTitle}</h2>
            {years.length > 0 && <a href="/feed.xml">RSS feed</a>}
          </div>
          <div className="wrap news-and-history">
            {years.length + past.length > 0 && (
              <div className="news-and-past">
                <NewsByYear years={years} />
                <PastEvents events={past} />
              </div>
            )}
            <Timeline title="History" milestones={content.timeline} />
          </div>
        </section>
      )}
      {[years, content.timeline, content.events, upcoming, past].every((part) => part.length === 0) && (
        <div className="wrap section">
          <p className="lead">No news yet.</p>
        </div>
      )}
    </ImagesProvider>
  )
}
