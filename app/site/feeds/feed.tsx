import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { momentOfSite } from '#app/cms/platform/site-time.ts'
import { compareWords } from '#app/cms/define/define-collection.ts'
import { newsArticles, USUAL_TIME } from '#app/site/collections/news/news-articles.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { contentTypeOf } from '#app/cms/media/serving/file-response.server.ts'
import { summaryOfEvent } from '#app/site/collections/events/event-lists.ts'
import { events } from '#app/site/collections/events/events.ts'
import { imageUrl } from '#app/cms/media/media-address.ts'
import { generatedFile, element, textElement, xmlDocument } from './generated-file.ts'

export { refuseWrite as action } from './generated-file.ts'

/** `/feed.xml`: the news as RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function loader() {
  const address = `${currentSite().env.publicOrigin}/feed.xml`
  const about = currentSite().content.find(siteDetails)?.value
  const channel = element('channel', [
    textElement('title', [about?.companyName, 'News'].filter(Boolean).join(': ')),
    textElement('link', `${currentSite().env.publicOrigin}/events`),
    textElement('description', about?.tagline ?? 'News'),
    textElement('language', 'en-in'),
    textElement('atom:link', '', { href: address, rel: 'self', type: 'application/rss+xml' }),
    ...readFeed().map(feedItem),
  ])
  const root = element('rss', [channel], { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' })
  return generatedFile(xmlDocument(root), 'application/rss+xml')
}

interface FeedEntry {
  /** Never changes, so that readers show the entry once. */
  guid: string
  /** YYYY-MM-DD and HH:MM, in the time zone of the site. */
  date: string
  time: string
  title: string
  description: string
  /** Path of the page that shows it. */
  link: string
  /** File name of an upload, or empty. */
  image: string
}

/** Readers ask every hour or every day. */
const MAX_ENTRIES = 50

/** The newest articles, and the events by the day of their announcement. What has no day of its own is no news. */
function readFeed(): FeedEntry[] {
  const site = currentSite()
  // The keys stay when an address changes.
  const articles = pagesOf(site, newsArticles)
    .listed()
    .slice(0, MAX_ENTRIES)
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
  return [...articles, ...announced]
    .toSorted((one, other) => compareWords(`${other.date} ${other.time}`, `${one.date} ${one.time}`))
    .slice(0, MAX_ENTRIES)
}

/** An entry as RSS markup. */
function feedItem({ guid, date, time, title, description, link, image }: FeedEntry) {
  return element('item', [
    textElement('title', title),
    textElement('link', currentSite().env.publicOrigin + link),
    textElement('guid', guid, { isPermaLink: 'false' }),
    textElement('pubDate', feedTime(date, time)),
    textElement('description', description),
    ...enclosure(image),
  ])
}

function enclosure(file: string) {
  const bytes = currentSite().media.library.find(file)?.bytes
  const type = contentTypeOf(file)
  if (bytes === undefined || type === undefined) return []
  return [
    textElement('enclosure', '', { url: currentSite().env.publicOrigin + imageUrl(file), length: String(bytes), type }),
  ]
}

/** `Mon, 12 Oct 2026 10:00:00 +0530`, for a day and a time of day in the time zone of the site. */
function feedTime(date: string, time: string) {
  const offset = momentOfSite(date, time).slice(-6).replace(':', '')
  return new Date(`${date}T${time}:00Z`).toUTCString().replace('GMT', offset)
}
