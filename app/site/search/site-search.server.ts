import { defineService } from '#app/cms/define/content-reader.ts'
import type { SearchGroup } from '#app/cms/search/search-entry.ts'
import { documentTextsOf } from '#app/cms/media/document-texts.ts'
import { openSiteSearch } from '#app/cms/search/updated-search.server.ts'
import { searchedEvents } from '#app/site/collections/events/searched-events.ts'
import { searchedJobs } from '#app/site/collections/jobs/searched-jobs.ts'
import { searchedArticles } from '#app/site/collections/news/searched-articles.ts'
import { searchedDocuments } from '#app/site/sections/document-register/searched-documents.server.ts'
import { searchedGrades } from '#app/site/sections/grade-finder/searched-grades.server.ts'
import { searchedProducts } from '#app/site/sections/product-catalog/searched-products.server.ts'
import { contentSynonyms } from '#app/site/sections/search-words/content-synonyms.ts'
import { createSearchLimit } from './search-limit.server.ts'
import { searchedPages } from './searched-pages.ts'

/**
 * What visitors find, in the order of groups that fit alike. Of what has the same words, a family of products comes before
 * its grades, and what stays true before the news.
 */
const GROUPS: readonly SearchGroup[] = [
  { id: 'grades', label: 'Grades', weight: 0.9, things: searchedGrades },
  { id: 'products', label: 'Products', weight: 1.4, things: searchedProducts },
  { id: 'documents', label: 'Documents', weight: 0.9, things: searchedDocuments },
  { id: 'pages', label: 'Pages', things: searchedPages },
  { id: 'news', label: 'News', weight: 0.5, things: searchedArticles },
  { id: 'events', label: 'Events', weight: 0.5, things: searchedEvents },
  { id: 'jobs', label: 'Jobs', weight: 0.8, things: searchedJobs },
]

/** The search of the site for visitors. */
export const siteSearch = defineService((content) => ({
  ...openSiteSearch(content, {
    groups: GROUPS,
    synonyms: contentSynonyms,
    onOtherChange: documentTextsOf(content).subscribe,
  }),
  limit: createSearchLimit(),
  suggestionLimit: createSearchLimit(3),
}))
