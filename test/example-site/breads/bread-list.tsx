import { Link, Outlet } from '@remix-run/react'
import { EntryViewsProvider, type EntryViews } from '#app/cms/editing/entries/entry-views.tsx'
import type { Bread } from './breads.ts'

const breadViews: EntryViews<Bread> = {
  caption: 'Breads in display order',
  shown: 'shown in this order in the shop',
  empty: 'No breads yet.',
  columns: [
    {
      title: 'Bread',
      isRowHeader: true,
      cell: ({ name }, { editHref }) => (
        <Link to={editHref} preventScrollReset>
          {name}
        </Link>
      ),
    },
    { title: 'Price', cell: ({ price }) => price },
  ],
  actions: <span className="visually-hidden">Actions</span>,
  nameOf: ({ name }) => name,
}

export default function BreadList() {
  return (
    <EntryViewsProvider views={breadViews}>
      <Outlet />
    </EntryViewsProvider>
  )
}
