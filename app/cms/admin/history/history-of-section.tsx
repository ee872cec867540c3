import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { adminAddress } from '#app/cms/define/admin-address.ts'
import { deletedEntries, restoreDeletedEntry, type DeletedEntry } from './deleted-entries.server.ts'
import { historyIntents } from './history-intents.ts'
import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, Form } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { EditRows, PAGE_SIZE } from './history-list.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { Pager } from '#app/cms/editing/ui/list-toolbar.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { pageOf, readPage } from '#app/cms/platform/http/list-query.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import {
  describeEdit,
  findRemovedSection,
  historyHref,
  requireKnownSection,
  textsHref,
} from '#app/cms/editing/server/section-history.server.ts'
import { restoreOrUndo } from '#app/cms/editing/server/undo-edit.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/**
 * One page of a section's edits, the entry that holds the version before them all, and what was deleted from its lists.
 */
export const loader = adminLoader('editor', async ({ request, params }) => {
  const removed = await findRemovedSection(params['section'])
  const section = removed === undefined ? requireKnownSection(params['section']) : undefined
  const { id, label } = section ?? { id: removed ?? '', label: removed ?? '' }
  const entries = await currentSite().content.history({ id })
  const { page, pageCount, items } = pageOf(entries, readPage(new URL(request.url).searchParams), PAGE_SIZE)
  const oldest = page === pageCount ? entries.at(-1) : undefined
  const edits = items.map(describeEdit)
  return {
    section: { id, label },
    /** Undefined for a section that this version of the website does not have: its changes can only be read. */
    editHref: section && adminAddress(section),
    page,
    total: entries.length,
    edits: section ? edits : edits.map((edit) => ({ ...edit, href: textsHref(id, edit.id) })),
    oldest: section && oldest && describeEdit(oldest),
    deleted: section && page === 1 ? deletedEntries(section, entries) : [],
  }
})

/**
 * Restores an earlier version (`intent=restore`), or a deleted entry (`bring-back`). For a person who may not publish, the
 * result is a draft.
 */
export const action = adminAction('editor', async ({ request, params, user: sender }) => {
  const section = requireKnownSection(params['section'])
  const { fields, form } = await readSmallForm(request)
  const user = askedWith(sender, request, form)
  const entry = textOf(fields['entry'])
  if (fields['intent'] === historyIntents.restoreEntry) {
    return restoreDeletedEntry(section, { entry, list: textOf(fields['list']), id: textOf(fields['id']) }, user)
  }
  if (fields['intent'] !== historyIntents.restore) throw unknownIntent()
  // An entry that was removed is looked at, or edited, once it is there again.
  const isRemoved = section.entry !== undefined && currentSite().content.find(section) === undefined
  const history = historyHref(section.id)
  const page = isRemoved ? adminAddress(section) : history
  return restoreOrUndo(section, { entry, version: textOf(fields['version']) }, user, page, history)
})

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(`History of ${data?.section.label ?? '…'}`)

/** Everything that was changed in one section, and what was deleted from its lists. */
export default function SectionHistoryPage() {
  const { section, editHref, edits, deleted, oldest, page, total } = useLoaderData<typeof loader>()
  const address = `/admin/history/${section.id}`
  return (
    <>
      <PageHead
        title={`History of ${section.label}`}
        action={
          editHref !== undefined && (
            <Link className="btn" to={editHref}>
              Edit {section.label}
            </Link>
          )
        }
      >
        {countOf(total, 'edit')}, newest first. <Link to="/admin/history">All sections</Link>
      </PageHead>
      {editHref === undefined && (
        <p className="hint">
          This version of the website does not have this section. What was changed in it is kept, and can be read.
        </p>
      )}
      {total === 0 && (
        <Empty title="Nothing has been changed here yet">
          Each save is listed here. You can see what it changed and restore earlier versions.
        </Empty>
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

/** The list of deleted entries is open at first if it has at most this many. */
const OPEN_UP_TO = 5

/** What was deleted from a section's lists, each with a button that restores it at its former place. */
function DeletedEntries({ deleted, action }: { deleted: readonly DeletedEntry[]; action: string }) {
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
                deleted <Link to={edit.href}>{edit.at}</Link> by {edit.author}
              </span>
            </span>
            <Form method="post" action={action} preventScrollReset>
              <input type="hidden" name="entry" value={edit.id} />
              <input type="hidden" name="list" value={list} />
              <input type="hidden" name="id" value={id} />
              <button className="btn" name="intent" value={historyIntents.restoreEntry}>
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
