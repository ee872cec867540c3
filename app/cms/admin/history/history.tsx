import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { EditRows, PAGE_SIZE } from './history-list.tsx'
import { isUsualDay } from '#app/cms/define/calendar-day.ts'
import { FilterForm, FilterSelect, NameOptions } from '#app/cms/editing/ui/filter-form.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { startOfDay } from '#app/cms/platform/site-time.ts'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { Pager } from '#app/cms/editing/ui/list-toolbar.tsx'
import { listHref, pageOf, readPage } from '#app/cms/platform/http/list-query.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { listRemovedSections } from '#app/cms/content/history/removed-sections.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { allEntries, describeSectionEdit } from '#app/cms/editing/server/section-history.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** The filters in the address; an empty text matches all edits. Days are YYYY-MM-DD in the time zone of the site, both included. */
interface HistoryView {
  section: string
  /** Id of a person, or a username from the time before people had ids. */
  author: string
  from: string
  to: string
  /** Number of the page, from 1. */
  page: number
}

/** One page of the edits of all sections that match the address, and the values that can be chosen. */
export const loader = adminLoader('editor', async ({ request }) => {
  const view = readHistoryView(new URL(request.url).searchParams)
  const all = await allEntries(currentSite().sections.all())
  const found = all.filter(({ section, entry }) => {
    return (view.section === '' || section.id === view.section) && isAskedFor(view, entry)
  })
  const { page, items } = pageOf(found, view.page, PAGE_SIZE)
  const { storage, sections } = currentSite()
  const removed = await listRemovedSections(storage, sections)
  return {
    view: { ...view, page },
    total: found.length,
    removed,
    isEmpty: all.length === 0 && removed.length === 0,
    edits: items.map(describeSectionEdit),
    sections: currentSite()
      .sections.all()
      .map(({ id, label }) => ({ id, name: label })),
    authors: [...new Set(all.map(({ entry }) => entry.author))]
      .map((id) => ({ id, name: currentSite().auth.accounts.nameOf(id) }))
      .sort((one, other) => one.name.localeCompare(other.name)),
  }
})

export const meta: MetaFunction = () => adminMeta('History')

/** Everything that was changed, over all sections, newest first. */
export default function HistoryPage() {
  const { view, total, isEmpty, edits, removed } = useLoaderData<typeof loader>()
  if (isEmpty) {
    return (
      <>
        <PageHead title="History" />
        <Empty title="Nothing has been changed yet">
          Each save is listed here. You can see what it changed and restore earlier versions.
        </Empty>
      </>
    )
  }
  return (
    <>
      <PageHead
        title="History"
        action={
          <Link className="btn" to="/admin/site-view">
            The site at another time
          </Link>
        }
      >
        {countOf(total, 'edit')}, newest first. Open one to see what it changed.
      </PageHead>
      <Filters key={historyPageHref(view)} />
      {edits.length === 0 && <p className="empty">No edits match these filters. Choose fewer filters.</p>}
      <EditRows edits={edits} />
      <Pager
        page={view.page}
        pageSize={PAGE_SIZE}
        total={total}
        href={(page) => historyPageHref({ ...view, page })}
        previous="Newer"
        next="Older"
      />
      <RemovedSections ids={removed} />
    </>
  )
}

/** Sections that another version of the website had: their changes are in no list above. */
function RemovedSections({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <section aria-labelledby="removed-sections">
      <h2 id="removed-sections">Sections that this version of the website does not have</h2>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <Link to={`/admin/history/${id}`}>{id}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Filters() {
  const { view, sections, authors } = useLoaderData<typeof loader>()
  const isFiltered = [view.section, view.author, view.from, view.to].some((value) => value !== '')
  return (
    <FilterForm action="/admin/history" label="Filter the history" isFiltered={isFiltered} days={view}>
      <FilterSelect name="section" label="Section" value={view.section} everything="All sections">
        <NameOptions of={sections} />
      </FilterSelect>
      <FilterSelect name="author" label="By" value={view.author} everything="Anyone">
        <NameOptions of={authors} />
      </FilterSelect>
    </FilterForm>
  )
}

/** Reads the address. Invalid values are ignored. */
function readHistoryView(search: URLSearchParams): HistoryView {
  return { ...filters.parse(Object.fromEntries(search)), page: readPage(search) }
}

function historyPageHref(view: HistoryView) {
  return listHref('/admin/history', { ...view })
}

/** True if an edit was made by that author and on those days. */
function isAskedFor({ author, from, to }: HistoryView, entry: HistoryEntry) {
  if (author !== '' && entry.author !== author) return false
  if (from !== '' && entry.time < startOfDay(from)) return false
  return to === '' || entry.time < startOfDay(to, 1)
}

const filters = z.object({
  section: z.string().max(64).catch(''),
  author: z.string().max(64).catch(''),
  from: z.string().refine(isUsualDay).catch(''),
  to: z.string().refine(isUsualDay).catch(''),
})
