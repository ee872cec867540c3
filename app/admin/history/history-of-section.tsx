import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, Form } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { EditRows, PAGE_SIZE } from './history-list.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { Pager } from '#app/editing/ui/list-toolbar.tsx'
import { sectionHistoryAction, sectionHistoryLoader, type DeletedEntry } from './history-of-section.server.ts'
import { Icon } from '#app/editing/ui/icon.tsx'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

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
          Each save is listed here. You can see what it changed and restore earlier versions.
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

/** As many are shown at once. */
const OPEN_UP_TO = 5

/** What was deleted from a section's lists, each with a button that restores it at its former place. */
export function DeletedEntries({ deleted, action }: { deleted: readonly DeletedEntry[]; action: string }) {
  if (deleted.length === 0) return null
  return (
    <details className="deleted" open={deleted.length <= OPEN_UP_TO}>
      <summary>
        <h2>Deleted entries ({deleted.length})</h2>
        <Icon name="down" />
      </summary>
      <ul>
        {deleted.map(({ list, id, title, edit }) => (
          <li key={list + id}>
            <span>
              <b>{title}</b>{' '}
              <span className="deleted__when">
                deleted <Link to={edit.href}>{edit.when}</Link> by {edit.author}
              </span>
            </span>
            <Form method="post" action={action} preventScrollReset>
              <input type="hidden" name="entry" value={edit.id} />
              <input type="hidden" name="list" value={list} />
              <input type="hidden" name="id" value={id} />
              <button className="btn" name="intent" value="bring-back">
                <Icon name="undo" />
                Restore <span className="visually-hidden">{title}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}
