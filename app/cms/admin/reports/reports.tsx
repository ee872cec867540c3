import type { MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import {
  ReportDelete,
  deleteLinkId,
  editLinkId,
  ReportsTable,
  type EditedReport,
} from '#app/site/sections/reports/reports-editor.tsx'
import type { LoadedPresence } from '#app/cms/admin/presence/presence.server.ts'
import { PresenceList } from '#app/cms/admin/presence/presence-list.tsx'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { BrokenFileNotice } from '#app/cms/admin/editor/broken-file.tsx'
import { useSaveReply } from '#app/cms/editing/form/notices.tsx'
import { ListDraftNotice, StartDraftLink, withSearch } from '#app/cms/admin/editor/list-draft.tsx'
import { countOf } from '#app/cms/editing/ui/format.ts'
import { HistoryLink } from '#app/cms/admin/history/history-list.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { PageHead, PublicLink } from '#app/cms/editing/ui/page-head.tsx'
import { StatusMessage } from '#app/cms/editing/ui/status-message.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { useFocusReturn } from '#app/cms/editing/ui/focus.ts'
import { Icon } from '#app/cms/editing/ui/icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { reportsAction, reportsLoader } from './reports.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = reportsLoader
export const action = reportsAction
export const clientAction = keepForm

export const meta: MetaFunction = () => adminMeta('Investor Reports')

const PAGE = '/admin/reports'
const editHref = (search: string) => (reportId: string) => withSearch(`${PAGE}?edit=${reportId}`, search)
const deleteHref = (search: string) => (reportId: string) => withSearch(`${PAGE}?delete=${reportId}`, search)

/** The annual reports as a table. The address says which row is open (`?edit`) or about to be deleted (`?delete`). */
export default function ReportsPage() {
  const { reports, version, documents, missing, folders, broken, place, presence } = useLoaderData<typeof loader>()
  const { editId, editing, deleteId, deleting } = useOpenReport()
  const { search, isDraft } = place
  const isHydrated = useHydrated()
  useFocusReturn(openerOf(editId, deleteId))
  const isDeleted = (editId !== null && !editing) || (deleteId !== null && !deleting)
  return (
    <StoredFilesProvider documents={documents} missing={missing} folders={folders}>
      {/* Without a script the question is shown on its own page. */}
      {(!deleting || isHydrated) && (
        <>
          <PageHead
            title="Investor Reports"
            action={
              <div className="head__actions">
                <HistoryLink section="reports" />
                <StartDraftLink place={place} />
                <Link
                  className="btn btn--primary"
                  id={editLinkId('new')}
                  to={editHref(search)('new')}
                  preventScrollReset
                >
                  <Icon name="plus" />
                  Add report
                </Link>
              </div>
            }
          >
            {countOf(reports.length, 'report')}, shown on the{' '}
            <PublicLink href="/investors#reports">investors page</PublicLink>
          </PageHead>
          <WhoHasReport key={editId} presence={presence} isOpen={editing !== undefined} />
          {broken && <BrokenFileNotice broken={broken} />}
          <ListDraftNotice place={place} />
          <div role="alert">
            {isDeleted && (
              <StatusMessage
                kind="failure"
                message="This report no longer exists."
                detail="Someone may have deleted it."
              />
            )}
          </div>
          <ReportsTable
            reports={reports}
            editing={editing}
            editHref={editHref(search)}
            deleteHref={deleteHref(search)}
          />
        </>
      )}
      {deleting && (
        <ReportDelete
          report={deleting}
          version={version}
          href={deleteHref(search)(deleting._id)}
          closeTo={PAGE + search}
          isDraft={isDraft}
        />
      )}
    </StoredFilesProvider>
  )
}

/** The position stays that of the report when it was opened, because the form was made from that. */
function WhoHasReport({ presence, isOpen }: { presence: LoadedPresence; isOpen: boolean }) {
  const [position] = useState(presence.position)
  return <PresenceList presence={presence} position={isOpen ? position : undefined} />
}

/** The report that the address opens or asks to delete. */
function useOpenReport() {
  const { reports, version, newId, failedMessage, labels, place } = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  const editId = searchParams.get('edit')
  const deleteId = searchParams.get('delete')
  const find = (id: string | null) => reports.find(({ _id }) => _id === id)
  const isDeleted = editId !== null && editId !== 'new' && !find(editId)
  const reply = useSaveReply(useActionData<typeof action>(), isDeleted ? version : undefined)
  const opened = useOpened(editId, editId === 'new' ? { _id: newId } : find(editId))
  // Someone else has deleted it while it was being edited: the form keeps what was typed, and saving restores the
  // report.
  const report = opened ?? (editId !== null && reply ? { _id: editId } : undefined)
  return {
    editId,
    editing: report && {
      report,
      version,
      reply,
      failedMessage,
      labels,
      isDeleted,
      place,
      href: editHref(place.search)(editId ?? ''),
      closeTo: PAGE + place.search,
    },
    deleteId,
    deleting: find(deleteId),
  }
}

/** The report whose row is open, as it was when it was opened, because its form was made from that. */
function useOpened(editId: string | null, report: EditedReport | undefined) {
  const [opened, setOpened] = useState({ editId, report })
  if (opened.editId === editId && (opened.report || !report)) return opened.report
  setOpened({ editId, report })
  return report
}

function openerOf(editId: string | null, deleteId: string | null) {
  if (editId !== null) return editLinkId(editId)
  return deleteId === null ? undefined : deleteLinkId(deleteId)
}
