import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { today } from '#app/cms/platform/site-time.ts'
import type { SearchedThing } from '#app/cms/search/search-entry.ts'
import { searchedEntries } from '#app/cms/search/searched-entries.ts'
import { textsOfMarkdown } from '#app/cms/ui/render-markdown.ts'
import { EVENT_KIND_LABELS } from './event-kinds.ts'
import { isPast } from './event-lists.ts'
import { events } from './events.ts'

/** What visitors find of the events. Of a past one the page shows no more than its title and place. */
export function* searchedEvents(site: SiteReader): Iterable<SearchedThing> {
  const day = today()
  const things = searchedEntries(site, events, ({ value }) => ({
    place: value.place,
    date: value.from,
    names: [EVENT_KIND_LABELS[value.kind]],
    texts: isPast(value, day) ? [] : textsOfMarkdown(value.body),
  }))
  for (const thing of things) yield { ...thing, basis: [...thing.basis, day] }
}
