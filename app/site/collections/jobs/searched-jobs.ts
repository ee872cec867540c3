import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { searchedEntries } from '#app/cms/search/searched-entries.ts'
import { textsOfMarkdown } from '#app/cms/ui/render-markdown.ts'
import { jobs } from './jobs.ts'
import { labelOfKind } from './kinds-of-work.ts'

/** What visitors find of the open positions. */
export function searchedJobs(site: SiteReader) {
  return searchedEntries(site, jobs, ({ value: { place, kind, reference, posted, body } }) => ({
    place,
    date: posted,
    names: [reference],
    texts: [labelOfKind(kind), ...textsOfMarkdown(body)],
  }))
}
