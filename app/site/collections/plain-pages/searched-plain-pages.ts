import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { searchedEntries } from '#app/cms/search/searched-entries.ts'
import { renderGroups, textsOfMarkdown } from '#app/cms/ui/render-markdown.ts'
import { plainPages } from './plain-pages.ts'

/** What visitors find of the plain pages. */
export function searchedPlainPages(site: SiteReader) {
  return searchedEntries(site, plainPages, ({ value: { lead, layout, documents, body } }) => ({
    place: '',
    date: '',
    names:
      layout === 'questions'
        ? ['FAQ', ...renderGroups(body).groups.flatMap(({ parts }) => parts.map(({ title }) => title))]
        : [],
    texts: [lead, ...textsOfMarkdown(body), ...documents.map(({ title }) => title)],
  }))
}
