import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { Pager } from '#app/cms/editing/ui/list-toolbar.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { SearchForm } from '#app/cms/admin/shell/admin-search.tsx'
import type { Role } from '#app/cms/people/roles.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { listHref, pageOf, readPage, readQuery } from '#app/cms/platform/http/list-query.ts'
import { searchFields } from './search-fields.ts'
import { editedForms } from './named-places.server.ts'
import { sidebarGroups } from '#app/cms/admin/shell/sidebar.server.ts'
import { searchContents } from './staff-search.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { foldText } from '#app/cms/platform/format/fold-text.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** Places shown of each group, and on a page of a group that is shown alone. */
const FIRST_HITS = 3
/** From more groups than these there are links to each of them. */
const JUMP_FROM = 4
const PAGE_SIZE = 50

/** Id of the group of fields that have the words in their name. No section or collection can have it. */
const FIELDS = '~fields'

/**
 * The results for `?q=`: screens by their name, fields by their name, and places in the content by section or
 * collection, the first few of each. `?in=` names a group of which all places are shown, page by page.
 */
export const loader = adminLoader('editor', async ({ request, user }) => {
  const { searchParams } = new URL(request.url)
  const query = readQuery(searchParams)
  const only = searchParams.get('in') ?? undefined
  const { id, label } = currentSite().definition.details
  const shown = { query, details: { id, label }, only: undefined, page: 1, screens: [], count: 0 }
  if (query === '') return { ...shown, fit: 'all' as const, suggestion: undefined, isCut: false, groups: [] }
  const { groups, ...how } = await searchContents(query)
  const nothing = { ...shown, ...how, groups: [] }
  const fields = { id: FIELDS, label: 'Fields', hits: searchFields(editedForms(), query) }
  const found = [...(fields.hits.length === 0 ? [] : [fields]), ...groups]
  if (only !== undefined) {
    const group = found.find((one) => one.id === only)
    if (!group) return nothing
    const { page, items } = pageOf(group.hits, readPage(searchParams), PAGE_SIZE)
    const count = group.hits.length
    return { ...nothing, only: group.label, page, groups: [{ ...group, count, hits: items }], count }
  }
  const screens = screensNamed(query, user.role)
  return {
    ...nothing,
    screens,
    groups: found.map((group) => ({ ...group, count: group.hits.length, hits: group.hits.slice(0, FIRST_HITS) })),
    count: screens.length + found.reduce((sum, { hits }) => sum + hits.length, 0),
  }
})

export const meta: MetaFunction = () => adminMeta('Search')

/** Finds screens and fields by their name, and texts of the website. Each result links to its screen or its field. */
export default function SearchPage() {
  const { query, only, page, screens, groups, count, details, fit, suggestion, isCut } = useLoaderData<typeof loader>()
  useEffect(() => {
    if (query === '') document.getElementById(FIELD)?.focus()
  }, [query])
  return (
    <>
      <PageHead title="Search">
        {query !== '' && `${countOf(count, 'result')} for “${query}”${only === undefined ? '' : ` in ${only}`}`}
      </PageHead>
      <SearchForm className="search--page" id={FIELD} key={query} query={query} label="Search all content" />
      {query === '' && (
        <p className="calm">
          Enter a word from the website, or the name of a screen or a field. Each result opens its editor.
        </p>
      )}
      {query !== '' && count === 0 && (
        <>
          <p className="calm">No results for “{query}”. Try fewer words or another one.</p>
          <p className="hint">
            Some words are part of the design and cannot be edited, such as “years of experience” below a figure or the
            words of the contact form. You can edit titles, texts, figures, pictures, documents and links. Menus and
            addresses are in <Link to={`/admin/${details.id}`}>{details.label}</Link>.
          </p>
        </>
      )}
      {groups.length > 0 && fit !== 'all' && (
        <p className="hint">
          {fit === 'similar'
            ? 'No text has exactly these words. These have similar ones.'
            : 'No section has all of these words. These have some of them.'}
        </p>
      )}
      {suggestion && (
        <p className="hint">
          Did you mean <Link to={listHref(SEARCH, { q: suggestion.question })}>{suggestion.question}</Link>?
        </p>
      )}
      {isCut && (
        <p className="hint">Many sections have these words: the closest are shown. Add a word to find fewer.</p>
      )}
      {only !== undefined && (
        <p className="hint">
          <Link to={listHref(SEARCH, { q: query })}>All results for “{query}”</Link>
        </p>
      )}
      {groups.length > JUMP_FROM && (
        <nav className="hits-jump" aria-label="Results by place">
          <ul>
            {groups.map(({ id, label, count: found }) => (
              <li key={id}>
                <a href={`#hits-${id}`}>
                  {label} <span>{found}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
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
      {groups.map((group) => (
        <section key={group.id} className="hits-group" aria-labelledby={`hits-${group.id}`}>
          <h2 id={`hits-${group.id}`}>
            {group.label} <span>{countOf(group.count, 'result')}</span>
          </h2>
          <ul className="hits">
            {group.hits.map(({ href, field, parts }, at) => (
              <li key={at}>
                {/* A full page load: the browser then opens the closed row that contains the field. */}
                <a href={href}>
                  {parts.map(({ text, isMarked }, part) => (isMarked ? <mark key={part}>{text}</mark> : text))}
                </a>
                <span>{field}</span>
              </li>
            ))}
          </ul>
          {only === undefined && group.count > group.hits.length && (
            <p>
              <Link to={listHref(SEARCH, { q: query, in: group.id })}>
                Show all {group.count} in {group.label}
              </Link>
            </p>
          )}
          {only !== undefined && (
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              total={group.count}
              href={(next) => listHref(SEARCH, { q: query, in: group.id, page: next })}
              previous="Previous"
              next="Next"
            />
          )}
        </section>
      ))}
    </>
  )
}

const SEARCH = '/admin/search'
const FIELD = 'page-search'

function screensNamed(query: string, role: Role) {
  const wanted = foldText(query)
  return sidebarGroups({ definition: currentSite().definition, role })
    .flatMap(({ links }) => links)
    .filter(({ label }) => foldText(label).includes(wanted))
    .map(({ label, to }) => ({ label, to }))
}
