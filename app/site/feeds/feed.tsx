import { createHash } from 'node:crypto'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { momentOfSite } from '#app/cms/platform/site-time.ts'
import { newsArticles } from '#app/site/collections/news/news-articles.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { contentTypeOf } from '#app/cms/media/serving/file-response.server.ts'
import { homeNews } from '#app/site/sections/home-news/home-news.ts'
import { eventsPage, shownEvents } from '#app/site/sections/events-page/events-page.ts'
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
  /** As RFC 822 writes it. Only articles have a day. */
  published?: string
  title: string
  description?: string
  /** Path of the page that shows it. */
  link: string
  /** File name of an upload, or empty. */
  image?: string
}

/** Readers ask every hour or every day. */
const MAX_ARTICLES = 50

/**
 * The newest articles, then the news of the home page, the events and the milestones, newest of each first. Only the
 * articles have exact dates.
 */
function readFeed(): FeedEntry[] {
  const articles = pagesOf(currentSite(), newsArticles).listed().slice(0, MAX_ARTICLES)
  const items = currentSite().content.find(homeNews)?.value.newsItems ?? []
  const page = currentSite().content.find(eventsPage)?.value
  return [
    ...articles.map(({ key, title, href = '', value: { date, time, lead, image } }) => ({
      // The key stays when the address changes.
      guid: `article:${key}`,
      published: feedTime(date, time),
      title,
      description: lead,
      link: href,
      image,
    })),
    // Older items too: a reader that comes seldom has not seen them. An item has no id: a changed text makes a new item.
    ...items.map(({ text, image }) => ({ guid: `news:${hashOf(text)}`, title: text, link: '/#news', image })),
    ...(page ? shownEvents(page).events : []).map(({ _id, title, description, image }) => ({
      guid: `event:${_id}`,
      title,
      description,
      link: '/events#events',
      image,
    })),
    ...(page?.timeline ?? []).toReversed().map(({ _id, year, title, description }) => ({
      guid: `milestone:${_id}`,
      title: `${year}: ${title}`,
      description,
      link: '/events#latest-news',
    })),
  ]
}

/** An entry as RSS markup. */
function feedItem({ guid, published, title, description, link, image = '' }: FeedEntry) {
  return element('item', [
    textElement('title', title),
    textElement('link', currentSite().env.publicOrigin + link),
    textElement('guid', guid, { isPermaLink: 'false' }),
    ...(published === undefined ? [] : [textElement('pubDate', published)]),
    ...(description ? [textElement('description', description)] : []),
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

function hashOf(text: string) {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
