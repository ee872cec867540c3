import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { SearchForm } from '#app/cms/admin/shell/admin-shell.tsx'
import type { Role } from '#app/cms/people/roles.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { readQuery } from '#app/cms/platform/http/list-query.ts'
import { searchContent } from '#app/cms/content/search-content.ts'
import { sidebarGroups } from '#app/cms/admin/shell/sidebar.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** Places shown of each section, and of a section that is shown alone. */
const FIRST_HITS = 3
const MAX_HITS = 500

/**
 * The results for `?q=`: screens by their name, and places in the content by section, the first few of each. `?in=`
 * names a section of which all places are shown.
 */
export const loader = adminLoader('editor', ({ request, user }) => {
  const { searchParams } = new URL(request.url)
  const query = readQuery(searchParams)
  const only = searchParams.get('in') ?? undefined
  const { id, label } = currentSite().definition.details
  const named = { query, details: { id, label } }
  if (query === '') return { ...named, only: undefined, screens: [], sections: [], count: 0 }
  const found = searchContent(contents(), query)
  const shown = only === undefined ? found : found.filter(({ section }) => section.id === only)
  const screens = only === undefined ? screensNamed(query, user.role) : []
  return {
    ...named,
    only: shown[0] && only !== undefined ? shown[0].section.label : undefined,
    screens,
    sections: shown.map(({ section, hits }) => ({
      ...section,
      count: hits.length,
      hits: hits.slice(0, only === undefined ? FIRST_HITS : MAX_HITS),
    })),
    count: screens.length + shown.reduce((sum, { hits }) => sum + hits.length, 0),
  }
})

export const meta: MetaFunction = () => adminMeta('Search')

/** Finds screens by their name and texts of the website. Each result links to the field that contains the text. */
export default function SearchPage() {
  const { query, only, screens, sections, count, details } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title="Search">
        {query !== '' && `${countOf(count, 'result')} for “${query}”${only === undefined ? '' : ` in ${only}`}`}
      </PageHead>
      <SearchForm className="search--page" id="page-search" key={query} query={query} label="Search all content" />
      {query === '' && (
        <p className="calm">Enter a word from the website or the name of a screen. Each result opens its editor.</p>
      )}
      {query !== '' && count === 0 && (
        <>
          <p className="calm">No results for “{query}”. Try fewer letters or another word.</p>
          <p className="hint">
            Some words are part of the design and cannot be edited, such as “years of experience” below a figure or the
            words of the contact form. You can edit titles, texts, figures, pictures, documents and links. Menus and
            addresses are in <Link to={`/admin/${details.id}`}>{details.label}</Link>.
          </p>
        </>
      )}
      {only !== undefined && (
        <p className="hint">
          <Link to={`/admin/search?${new URLSearchParams({ q: query })}`}>All results for “{query}”</Link>
        </p>
      )}
      {screens.length > 0 && (
        <section className="hits-group" aria-labelledby="hits-screens">
          <h2 id="hits-screens">Screens</h2>
          <ul className="hits">
            {screens.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sections.map((section) => (
        <section key={section.id} className="hits-group" aria-labelledby={`hits-${section.id}`}>
          <h2 id={`hits-${section.id}`}>
            {section.label} <span>{countOf(section.count, 'result')}</span>
          </h2>
          <ul className="hits">
            {section.hits.map(({ href, field, before, match, after }) => (
              <li key={href}>
                {/* A full page load: the browser then opens the closed row that contains the field. */}
                <a href={href}>
                  {before}
                  <mark>{match}</mark>
                  {after}
                </a>
                <span>{field}</span>
              </li>
            ))}
          </ul>
          {section.count > section.hits.length && (
            <p>
              {only === undefined ? (
                <Link to={`/admin/search?${new URLSearchParams({ q: query, in: section.id })}`}>
                  Show all {section.count} in {section.label}
                </Link>
              ) : (
                `The first ${section.hits.length} of ${section.count}. Enter more letters to find fewer.`
              )}
            </p>
          )}
        </section>
      ))}
    </>
  )
}

function screensNamed(query: string, role: Role) {
  const wanted = query.toLowerCase()
  return sidebarGroups({ definition: currentSite().definition, role })
    .flatMap(({ links }) => links)
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ label, to }) => ({ label, to }))
}

/** The sections whose files can be read. */
function* contents() {
  for (const section of currentSite().sections.all()) {
    const content = currentSite().content.find(section)?.value
    if (content !== undefined) yield { section, content }
  }
}
