import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { searchedEntries } from '#app/cms/search/searched-entries.ts'
import { textsOfMarkdown } from '#app/cms/ui/render-markdown.ts'
import { newsArticles } from './news-articles.ts'

/** What visitors find of the news. */
export function searchedArticles(site: SiteReader) {
  return searchedEntries(site, newsArticles, ({ value: { date, lead, documents, body } }) => ({
    place: 'News',
    date,
    texts: [lead, ...textsOfMarkdown(body), ...documents.map(({ title }) => title)],
  }))
}
