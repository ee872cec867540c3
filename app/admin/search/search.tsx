import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { SearchForm } from '#app/admin/shell/admin-shell.tsx'
import { searchLoader } from './search.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = searchLoader

export const meta: MetaFunction = () => adminMeta('Search')

/** Finds screens by their name and texts of the website, and leads to the field that says them. */
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
        <p className="calm">Any word of the website, or the name of a screen: the result leads to its editor.</p>
      )}
      {query !== '' && count === 0 && (
        <>
          <p className="calm">Nothing says “{query}”. Try fewer letters, or another word for it.</p>
          <p className="hint">
            Some words are part of the design and cannot be edited, such as “years of experience” below a figure or the
            words of the contact form. Titles, texts, figures, pictures, documents and links can; menus and addresses
            are in <Link to={`/admin/${site.id}`}>{site.label}</Link>.
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
            {/* A full page load: the browser then opens the closed row that holds the field. */}
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
