import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { DeletedEntries } from './deleted-entries.tsx'
import { EditRows } from './edit-rows.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { Pager } from '#app/editing/ui/pager.tsx'
import { PAGE_SIZE } from './history-address.ts'
import { sectionHistoryAction, sectionHistoryLoader } from './history-of-section.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-error.tsx'

export const loader = sectionHistoryLoader
export const action = sectionHistoryAction

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(`History of ${data?.section.label ?? '…'}`)

/** Everything that was changed in one section, and what was deleted from its lists. */
export default function SectionHistoryPage() {
  const { section, edits, deleted, oldest, page, total } = useLoaderData<typeof loader>()
  const address = `/admin/history/${section.id}`
  return (
    <>
      <PageHead
        title={`History of ${section.label}`}
        action={
          <Link className="btn" to={`/admin/${section.id}`}>
            Edit {section.label}
          </Link>
        }
      >
        {countOf(total, 'edit')}, newest first. <Link to="/admin/history">All sections</Link>
      </PageHead>
      {total === 0 && (
        <p className="empty">
          <b>Nothing has been changed here yet</b>
          Each save keeps what it replaces. It is listed here, with what has changed and the way back.
        </p>
      )}
      <DeletedEntries deleted={deleted} action={address} />
      {edits.length > 0 && <EditRows edits={edits} />}
      {oldest && (
        <p className="hint">
          <Link to={`${oldest.href}?against=now&side=before`}>The version before all these edits</Link>. The latest
          1,000 edits of a section are kept.
        </p>
      )}
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        total={total}
        href={(other) => (other > 1 ? `${address}?page=${other}` : address)}
        previous="Newer"
        next="Older"
      />
    </>
  )
}
