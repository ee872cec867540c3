import { adminLoader } from '#app/guard.server.ts'
import { sections } from '#app/sections/definitions.ts'
import { searchContent } from '#app/sections/search-content.ts'
import { sidebarGroups } from '#app/admin/shell/sidebar.server.ts'
import { currentSite } from '#app/site.server.ts'
import { site } from '#app/sections/site/site.ts'

const MAX_HITS = 50
const MAX_QUERY = 100

/** What `?q=` finds: screens by their name, and places in the content. */
export const searchLoader = adminLoader(({ request }) => {
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, MAX_QUERY)
  const named = { query, site: { id: site.id, label: site.label } }
  if (query === '') return { ...named, screens: [], hits: [], isCut: false }
  const hits = searchContent(contents(), query, MAX_HITS + 1)
  return { ...named, screens: screensNamed(query), hits: hits.slice(0, MAX_HITS), isCut: hits.length > MAX_HITS }
})

function screensNamed(query: string) {
  const wanted = query.toLowerCase()
  return sidebarGroups()
    .flatMap(({ links }) => links)
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ label, to }) => ({ label, to }))
}

/** The sections whose files can be read. */
function* contents() {
  for (const section of sections) {
    const content = currentSite().content.find(section)?.value
    if (content !== undefined) yield { section, content }
  }
}
