import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { adminLoader } from '#app/cms/guard.server.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { ASKED_WORDS, SEARCH_WORDS } from '#app/site/sections/search-words/search-words-screens.ts'
import { askedWordsLists, type AskedRow } from './asked-words-lists.server.ts'
import '#app/cms/editing/ui/admin-table.css'
import './asked-words-screen.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = adminLoader('editor', () => askedWordsLists())

export const meta: MetaFunction = () => adminMeta(ASKED_WORDS.label)

/** What visitors search for, and what can be done for those who find nothing. */
export default function AskedWordsScreen() {
  const { state, minVisitors, keptDays, missing, found } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={SEARCH_WORDS.href}>{SEARCH_WORDS.label}</BackLink>
      <PageHead title={ASKED_WORDS.label}>
        Words that at least {minVisitors} visitors searched for on the same day, in the last {keptDays} days.
      </PageHead>
      {missing.length > 0 ? (
        <>
          {state !== 'on' && (
            <p className="hint asked-words__state">
              {NOT_COUNTED[state]} <CountingStep state={state} />
            </p>
          )}
          <AskedTable caption="Without an answer" rows={missing} />
        </>
      ) : state === 'on' ? (
        <Empty title="There are no searches without an answer.">
          Words are listed when no page, document or grade has all of them.
        </Empty>
      ) : (
        <Empty title={NOT_COUNTED[state]}>
          <CountingStep state={state} />. Then what visitors look for and do not find is listed here, such as “annual
          general meeting”, each with what can be done: a synonym, a redirect or a page.
        </Empty>
      )}
      {found.length > 0 && (
        <details className="asked-words__found">
          <summary>Searches with an answer</summary>
          <AskedTable caption="With an answer" rows={found} />
        </details>
      )}
    </>
  )
}

const NOT_COUNTED = { off: 'Searches are not counted.', unnamed: 'Searches are not counted yet.' }

/** What is to be done before searches are counted. */
function CountingStep({ state }: { state: 'off' | 'unnamed' }) {
  if (state === 'off') return <Link to={`${SEARCH_WORDS.href}#editor-countsSearches`}>Turn the counting on</Link>
  return (
    <>
      The published privacy notice needs an item marked “About counted searches” in each language.{' '}
      <Link to="/admin/privacy-notice">Edit the privacy notice</Link>
    </>
  )
}

function AskedTable({ caption, rows }: { caption: string; rows: readonly AskedRow[] }) {
  return (
    <table className="data-table asked-words">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Words</th>
          <th scope="col">Visitors</th>
          <th scope="col">Last day</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ words, visitors, lastDay, synonym, redirect, page }) => (
          <tr key={words}>
            <th scope="row">{words}</th>
            <td className="asked-words__count">
              {visitors.toLocaleString('en')} <span>{visitors === 1 ? 'visitor' : 'visitors'}</span>
            </td>
            <td className="data-table__date">{formatDay(lastDay)}</td>
            <td className="data-table__act">
              <ul className="asked-words__actions">
                <Action to={synonym} words={words}>
                  Make a synonym
                </Action>
                {redirect !== undefined && (
                  <Action to={redirect} words={words}>
                    Make a redirect
                  </Action>
                )}
                <Action to={page} words={words}>
                  Make a page
                </Action>
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Action({ to, words, children }: { to: string; words: string; children: string }) {
  return (
    <li>
      <Link to={to}>
        {children} <span className="visually-hidden">for {words}</span>
      </Link>
    </li>
  )
}
