import type { LoaderFunctionArgs } from '@remix-run/node'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { compareWords } from '#app/cms/define/define-collection.ts'
import { newsArticles, USUAL_TIME } from '#app/site/collections/news/news-articles.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { summaryOfEvent } from '#app/site/collections/events/event-lists.ts'
import { events } from '#app/site/collections/events/events.ts'
import { rssFeed, type FeedEntry } from './rss-feed.server.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/feed.xml`: the news and the announced events. */
export function loader({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const description = currentSite().content.find(siteDetails)?.value.tagline || 'News'
  return rssFeed(request, { title: 'News', description, path: '/feed.xml', page: '/events', entries: readFeed() })
}

/** The articles, and the events by the day of their announcement. What has no day of its own is no news. */
function readFeed(): FeedEntry[] {
  const site = currentSite()
  // The keys stay when an address changes.
  const articles = pagesOf(site, newsArticles)
    .listed()
    .map(({ key, title, href = '', value: { date, time, lead, image } }): FeedEntry => {
      return { guid: `article:${key}`, date, time, title, description: lead, link: href, image }
    })
  const announced = pagesOf(site, events)
    .listed()
    .filter(({ value }) => value.announced !== '')
    .map(({ key, title, value }): FeedEntry => {
      const { announced: date, image } = value
      const description = summaryOfEvent(value)
      return { guid: `event:${key}`, date, time: USUAL_TIME, title, description, link: '/events#events', image }
    })
  return [...articles, ...announced].toSorted((one, other) =>
    compareWords(`${other.date} ${other.time}`, `${one.date} ${one.time}`),
  )
}
