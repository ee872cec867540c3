import { z } from 'zod'
import { defineSection, type ContentOf } from '#app/cms/define/define-section.ts'
import { EVENT_KIND_LABELS, EVENT_KINDS, type EventKind } from '#app/site/collections/events/event-kinds.ts'
import type { UpcomingEvent } from '#app/site/collections/events/event-lists.ts'
import type { ListedArticle } from '#app/site/collections/news/article-lists.ts'
import {
  choice,
  imageAlt,
  line,
  list,
  optionalImageFile,
  optionalLine,
  optionalLink,
  text,
} from '#app/cms/define/fields.ts'

export const newsItem = z.strictObject({
  image: optionalImageFile('Image', { width: 720 }),
  alt: imageAlt(),
  text: text('Text', 500),
  kind: choice('Kind of event', EVENT_KINDS, EVENT_KIND_LABELS).default('other'),
})
type NewsItem = z.output<typeof newsItem>

/** Number of news items that the home page shows. */
export const NEWS_ITEMS_SHOWN = 3

export const homeNews = defineSection({
  id: 'news-section',
  label: 'News & Events',
  icon: 'news',
  editor: 'site/sections/home-news/home-news-editor.tsx',
  file: 'home/news-section.yaml',
  schema: z.strictObject({
    title: line('Title'),
    buttonText: optionalLine('Button text', 60),
    buttonLink: optionalLink('Button link'),
    newsItems: list('News items', newsItem),
  }),
  messages: { updated: 'News Section updated successfully!', failed: 'Failed to update News Section.' },
  page: '/#news',
  api: {
    path: 'newssection',
    kind: 'record',
    alias: 'update',
    upload: { from: 'newsImages', to: 'image', each: 'newsItems' },
  },
})
export type HomeNews = ContentOf<typeof homeNews>

/** News of the home page: an item of the section, with the days of its event if it has one, or an article. */
interface HomeStory extends Omit<NewsItem, 'kind'> {
  href: string
  dated?: { from: string; to?: string; place?: string } | undefined
}

/** A card of the page of news and events, with the next event of its kind. */
export interface AnnouncedEvent {
  _id: string
  kind: EventKind
  next?: Pick<UpcomingEvent, 'from' | 'to' | 'place'> | undefined
}

/** What the section shows on the home page. */
export interface ShownNews extends Omit<HomeNews, 'newsItems'> {
  /** Its items, then the newest articles in the places that are left. */
  newsItems: HomeStory[]
  /** The other ones of the newest articles. */
  articles: Pick<ListedArticle, 'title' | 'href' | 'date'>[]
}

/**
 * The section as visitors see it on the home page: its first items, and the newest articles, nothing twice. An item
 * with the title of one of these articles is left out, because the article says the same and has a page. An item with a
 * kind of event has the days and place of the next one, and leads to its card. Without content the articles alone are
 * shown.
 */
export function shownNews(
  content: HomeNews | undefined,
  articles: readonly ListedArticle[],
  announced: readonly AnnouncedEvent[] = [],
): ShownNews {
  const { title = 'News', buttonText = 'All news', buttonLink = '/events', newsItems = [] } = content ?? {}
  const titles = new Set(articles.map((article) => comparable(article.title)))
  const items: HomeStory[] = newsItems
    .filter(({ text: ofItem }) => !titles.has(comparable(ofItem)))
    .slice(0, NEWS_ITEMS_SHOWN)
    .map(({ kind, ...item }) => {
      const event = kind === 'other' ? undefined : announced.find((card) => card.kind === kind)
      const { from, to, place } = event?.next ?? {}
      return {
        ...item,
        href: event ? `/events#${event._id}` : '/events',
        dated: from === undefined ? undefined : { from, to: to ?? '', place: place ?? '' },
      }
    })
  const free = NEWS_ITEMS_SHOWN - items.length
  const stories = articles.slice(0, free).map(({ title: ofArticle, image, imageAlt, href, date }): HomeStory => {
    return { text: ofArticle, image, alt: imageAlt, href, dated: { from: date } }
  })
  return {
    ...{ title, buttonText, buttonLink },
    newsItems: [...items, ...stories],
    articles: articles.slice(free).map(({ title: ofArticle, href, date }) => ({ title: ofArticle, href, date })),
  }
}

function comparable(words: string) {
  return words.replace(/\s+/g, ' ').trim().toLowerCase()
}
