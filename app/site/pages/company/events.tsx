import { data, useLoaderData } from '@remix-run/react'
import { resolveImages } from '#app/cms/media/library/used-files.server.ts'
import { EventCards, Timeline } from '#app/site/sections/events-page/events-page-view.tsx'
import { eventsPage, shownEvents } from '#app/site/sections/events-page/events-page.ts'
import { PageIntro } from '#app/site/sections/shared/page-intro.tsx'
import { PageUnavailable } from '#app/site/ui/page/error-page.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { pageMeta, type PageMeta } from '#app/site/layout/page-meta.ts'
import { currentSite } from '#app/cms/site.server.ts'

const NAME = 'News & Events'

export function loader() {
  const page = currentSite().content.find(eventsPage)?.value
  const content = page && shownEvents(page)
  return data({ content, images: resolveImages(content, currentSite().media.library) }, { status: content ? 200 : 503 })
}

export const meta: PageMeta<typeof loader> = (page) =>
  pageMeta(page, { share: 'events', title: NAME, description: page.data?.content?.description })

export default function Events() {
  const { content, images } = useLoaderData<typeof loader>()
  if (!content) return <PageUnavailable title={NAME} />
  return (
    <ImagesProvider images={images}>
      <PageIntro title={content.title} lead={content.description} crumb={NAME} backdrop={content.events[0]?.image} />
      <Timeline title={content.timelineTitle} milestones={content.timeline} />
      <EventCards title={content.eventsTitle} events={content.events} />
      {content.timeline.length + content.events.length === 0 && (
        <div className="wrap section">
          <p className="lead">No news yet.</p>
        </div>
      )}
    </ImagesProvider>
  )
}
