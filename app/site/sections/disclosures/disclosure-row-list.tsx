import { Link, Outlet } from '@remix-run/react'
import { EntryViewsProvider, type EntryViews } from '#app/cms/editing/entries/entry-views.tsx'
import { PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import { APPLIES } from './applies.ts'
import type { DisclosureRow } from './disclosure-rows.ts'

/** The rows in their order, as the screens of their list show them. */
const rowViews: EntryViews<DisclosureRow> = {
  caption: 'Disclosures in their order',
  shown: (
    <>
      what <PublicLink href="/investors/disclosures">the page of disclosures</PublicLink> lists, once it is on.{' '}
      <Link to="/admin/disclosure">What is missing</Link>
    </>
  ),
  empty: (
    <>
      <b>No rows yet</b>
      Add what a law or a regulation asks the company to publish.
    </>
  ),
  hint: 'The state of a row is not typed: the website computes it from what is public.',
  columns: [
    {
      title: 'Disclosure',
      className: 'data-table__main',
      isRowHeader: true,
      cell: ({ clause, text }, { editHref }) => (
        <div>
          <span>
            <Link to={editHref} preventScrollReset>
              {clause}
            </Link>
            <span className="data-table__sub">{text}</span>
          </span>
        </div>
      ),
    },
    { title: 'Law', cell: ({ law }) => law },
    {
      title: 'Applies',
      cell: ({ applies, reason }) => (
        <>
          {APPLIES[applies]}
          {applies === 'no' && <span className="data-table__sub">{reason}</span>}
        </>
      ),
    },
  ],
  actions: <span className="visually-hidden">Actions</span>,
  nameOf: ({ clause }) => `the row ${clause}`,
}

/** Provides the screens of the rows with their views. */
export default function DisclosureRowList() {
  return (
    <EntryViewsProvider views={rowViews}>
      <Outlet />
    </EntryViewsProvider>
  )
}
