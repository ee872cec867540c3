import type { SiteReader } from '#app/cms/define/content-reader.ts'
import type { SearchedThing } from '#app/cms/search/search-entry.ts'
import { searchedPlainPages } from '#app/site/collections/plain-pages/searched-plain-pages.ts'
import { companyPages } from './company-pages.ts'
import type { FindContent, FixedPage } from './fixed-page.ts'
import { investorPages } from './investor-pages.ts'

/** What visitors find of the pages: those with fixed addresses, then the plain ones. */
export function* searchedPages(site: SiteReader): Iterable<SearchedThing> {
  for (const { href, title, place = '', names = [], basis, texts } of fixedPages(site)) {
    // The title of a section may be that of its page.
    const others = () => texts().filter((text) => text !== title)
    yield {
      id: href,
      basis: [title, ...basis],
      entry: () => ({ title, place, names, href, date: '', texts: others() }),
    }
  }
  for (const thing of searchedPlainPages(site)) yield { ...thing, id: `plain/${thing.id}` }
}

/** A section whose file cannot be read says nothing. */
function* fixedPages(site: SiteReader): Iterable<FixedPage> {
  const find: FindContent = (section) => site.content.find(section)?.value
  yield* companyPages(site, find)
  yield* investorPages(site, find)
}
