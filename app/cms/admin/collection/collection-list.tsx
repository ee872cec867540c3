import { redirect, type MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { newKeyFor } from '#app/cms/content/publish/new-entry-key.server.ts'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { ListToolbar, Pager } from '#app/cms/editing/ui/list-toolbar.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { listHref, pageOf, readChoice, readPage, readQuery } from '#app/cms/platform/http/list-query.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { collectionIntents } from './collection-intents.ts'
import { entryRows, removedEntries, requireCollection, type EntryState } from './collection.server.ts'
import './collection-list.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

const PAGE_SIZE = 50

/** How many removed entries are named. */
const MAX_REMOVED = 50

const STATES = ['all', 'listed', 'unlisted', 'hidden', 'ended', 'draft'] as const

/** The entries of a collection that match the address, and those that were removed. */
export const loader = adminLoader('editor', async ({ request }) => {
  const collection = requireCollection(request)
  const search = new URL(request.url).searchParams
  const query = readQuery(search)
  const state = readChoice(search, 'show', STATES)
  const rows = entryRows(collection)
  const isShown = (row: (typeof rows)[number]) =>
    state === 'all' || (state === 'draft' ? row.hasDraft : row.state === state)
  const words = query.toLowerCase()
  const found = rows.filter((row) => isShown(row) && [row.title, row.key].join(' ').toLowerCase().includes(words))
  const { page, items } = pageOf(found, readPage(search), PAGE_SIZE)
  const { id, label, noun, columns } = collection
  return {
    collection: { id, label, noun, columns: columns.map((column) => column.label) },
    query,
    state,
    states: STATES.filter((name) => name !== 'ended' || collection.canEnd),
    counts: Object.fromEntries(
      STATES.map((name) => [
        name,
        rows.filter((row) => name === 'all' || (name === 'draft' ? row.hasDraft : row.state === name)).length,
      ]),
    ),
    rows: items,
    page,
    total: found.length,
    removed: (await removedEntries(collection, rows)).slice(0, MAX_REMOVED),
  }
})

/** Opens the form of a new entry with the posted title. Nothing is saved yet. */
export const action = adminAction('editor', async ({ request }) => {
  const collection = requireCollection(request)
  const { fields } = await readSmallForm(request)
  if (fields['intent'] !== collectionIntents.make) throw unknownIntent()
  const title = textOf(fields['title']).trim()
  const key = await newKeyFor(currentSite(), collection, title)
  if (key === undefined) {
    return currentSite().flash.flashRedirect(`/admin/${collection.id}`, {
      kind: 'failure',
      message: 'Enter a title with at least one letter or digit.',
    })
  }
  return redirect(listHref(`/admin/${collection.id}/${key}`, { title }), 303)
})

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.collection.label ?? 'Not found')

const STATE_WORDS: Record<EntryState, string> = {
  listed: 'On the website',
  unlisted: 'Unlisted',
  hidden: 'Hidden',
  ended: 'Ended',
  unreadable: 'Cannot be read',
  draft: 'Draft, not published yet',
}

const TABS: Record<(typeof STATES)[number], string> = {
  all: 'All',
  listed: 'On the website',
  unlisted: 'Unlisted',
  hidden: 'Hidden',
  ended: 'Ended',
  draft: 'With a draft',
}

/** The entries of a collection, and the form that makes a new one. */
export default function CollectionList() {
  const { collection, query, state, states, counts, rows, page, total, removed } = useLoaderData<typeof loader>()
  const address = `/admin/${collection.id}`
  const href = (parameters: Record<string, string | number>) =>
    listHref(address, { q: query, show: state === 'all' ? '' : state, ...parameters })
  return (
    <>
      <PageHead title={collection.label}>{countOf(counts['all'] ?? 0, collection.noun)}</PageHead>
      <Form className="new-entry field" method="post" aria-label={`New ${collection.noun}`}>
        <label htmlFor="new-title">Title of the new {collection.noun}</label>
        <div>
          <input id="new-title" name="title" maxLength={100} required autoComplete="off" />
          <button className="btn btn--primary" name="intent" value={collectionIntents.make}>
            New {collection.noun}
          </button>
        </div>
      </Form>
      <ListToolbar
        label={`${collection.label} to show`}
        tabs={states.map((name) => ({
          label: TABS[name],
          href: href({ show: name === 'all' ? '' : name, page: '' }),
          count: counts[name] ?? 0,
          isCurrent: name === state,
        }))}
        search={{
          action: address,
          hidden: state === 'all' ? {} : { show: state },
          label: `Search ${collection.label}`,
          placeholder: 'Title',
          query,
          clearHref: href({ q: '' }),
        }}
      />
      {rows.length === 0 ? (
        <Nothing noun={collection.noun} isFiltered={query !== '' || state !== 'all'} />
      ) : (
        <table className="data-table collection-table">
          <caption className="visually-hidden">{collection.label}</caption>
          <thead>
            <tr>
              <th scope="col">Title</th>
              {collection.columns.map((label) => (
                <th scope="col" key={label}>
                  {label}
                </th>
              ))}
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <Link to={row.href}>{row.title}</Link>
                </th>
                {row.values.map((value, at) => (
                  <td key={at} data-label={collection.columns[at]}>
                    {value}
                  </td>
                ))}
                <td>
                  {STATE_WORDS[row.state]}
                  {row.hasDraft && row.state !== 'draft' && ' · Draft'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={total}
        href={(next) => href({ page: next })}
        previous="Previous"
        next="Next"
      />
      {removed.length > 0 && (
        <details className="removed-entries">
          <summary>Removed: {removed.length}</summary>
          <ul>
            {removed.map(({ key, href: history }) => (
              <li key={key}>
                <Link to={history}>{key}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Nothing({ noun, isFiltered }: { noun: string; isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="None matches">Choose another filter, or other words.</Empty>
  ) : (
    <Empty title={`There is no ${noun} yet`}>Enter a title above to make the first one.</Empty>
  )
}
