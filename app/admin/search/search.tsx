import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { SearchForm } from '#app/admin/shell/admin-shell.tsx'
import type { Role } from '#app/auth/roles.ts'
import { adminLoader } from '#app/guard.server.ts'
import { readQuery } from '#app/http/list-address.ts'
import { sections } from '#app/sections/definitions.ts'
import { searchContent } from '#app/sections/search-content.ts'
import { sidebarGroups } from '#app/admin/shell/sidebar.server.ts'
import { currentSite } from '#app/site.server.ts'
import { site } from '#app/sections/site/site.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

const MAX_HITS = 50

/** The results for `?q=`: screens by their name, and places in the content. */
export const loader = adminLoader('editor', ({ request, user }) => {
  const query = readQuery(new URL(request.url).searchParams)
  const named = { query, site: { id: site.id, label: site.label } }
  if (query === '') return { ...named, screens: [], hits: [], isCut: false }
  const hits = searchContent(contents(), query, MAX_HITS + 1)
  return {
    ...named,
    screens: screensNamed(query, user.role),
    hits: hits.slice(0, MAX_HITS),
    isCut: hits.length > MAX_HITS,
  }
})

export const meta: MetaFunction = () => adminMeta('Search')

/** Finds screens by their name and texts of the website. Each result links to the field that contains the text. */
export default function SearchPage() {
  const { query, screens, hits, isCut, site } = useLoaderData<typeof loader>()
  const count = screens.length + hits.length
  return (
    <>
      <PageHead title="Search">
        {query !== '' &&
          (isCut ? `The first ${count} places with “${query}”` : `${countOf(count, 'result')} for “${query}”`)}
      </PageHead>
      <SearchForm className="search--page" id="page-search" key={query} query={query} />
      {query === '' && (
        <p className="calm">Enter a word from the website or the name of a screen. Each result opens its editor.</p>
      )}
      {query !== '' && count === 0 && (
        <>
          <p className="calm">No results for “{query}”. Try fewer letters or another word.</p>
          <p className="hint">
            Some words are part of the design and cannot be edited, such as “years of experience” below a figure or the
            words of the contact form. You can edit titles, texts, figures, pictures, documents and links. Menus and
            addresses are in <Link to={`/admin/${site.id}`}>{site.label}</Link>.
          </p>
        </>
      )}
      <ul className="hits">
        {screens.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <span>Screen</span>
          </li>
        ))}
        {hits.map(({ href, section, before, match, after }) => (
          <li key={href}>
            {/* A full page load: the browser then opens the closed row that contains the field. */}
            <a href={href}>
              {before}
              <mark>{match}</mark>
              {after}
            </a>
            <span>{section}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function screensNamed(query: string, role: Role) {
  const wanted = query.toLowerCase()
  return sidebarGroups({ role })
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
