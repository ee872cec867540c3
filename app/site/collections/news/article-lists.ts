import { pagesOf, type ShownEntry } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { newsArticles } from './news-articles.ts'

/** An article as lists show it. */
export interface ListedArticle {
  title: string
  href: string
  /** YYYY-MM-DD */
  date: string
  lead: string
  image: string
  imageAlt: string
}

/** The newest articles, the newest first. */
export function newestArticles(site: SiteReader, count: number): ListedArticle[] {
  return pagesOf(site, newsArticles).listed().slice(0, count).map(listedArticle)
}

/** Articles that are shown with their lead and their picture. */
const MAX_WHOLE = 6

/** The articles of one year, the newest first. */
export interface YearOfArticles {
  year: string
  articles: (Pick<ListedArticle, 'title' | 'href' | 'date'> & Partial<ListedArticle>)[]
}

/**
 * All articles by year, the newest year first. Only the newest articles have a lead and a picture, without those pictures
 * that the page shows elsewhere.
 */
export function articlesByYear(site: SiteReader, elsewhere: readonly string[] = []): YearOfArticles[] {
  const years: YearOfArticles[] = []
  for (const [index, entry] of pagesOf(site, newsArticles).listed().entries()) {
    const listed = listedArticle(entry)
    const whole = elsewhere.includes(listed.image) ? { ...listed, image: '' } : listed
    const { title, href, date } = whole
    const article = index < MAX_WHOLE ? whole : { title, href, date }
    const year = date.slice(0, 4)
    const latest = years.at(-1)
    if (latest?.year === year) latest.articles.push(article)
    else years.push({ year, articles: [article] })
  }
  return years
}

/** The newest articles except one, the newest first. */
export function otherArticles(site: SiteReader, key: string, count: number) {
  return pagesOf(site, newsArticles)
    .listed()
    .filter((article) => article.key !== key)
    .slice(0, count)
    .map(({ title, href = '', value: { date } }) => ({ title, href, date }))
}

function listedArticle({ title, href = '', value }: ShownEntry<typeof newsArticles>): ListedArticle {
  const { date, lead, image, imageAlt } = value
  return { title, href, date, lead, image, imageAlt }
}
