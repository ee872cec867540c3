import type { MetaFunction } from '@remix-run/node'
import { Link, Outlet, useActionData, useLoaderData, useMatch, useSearchParams } from '@remix-run/react'
import { useState, type ReactNode } from 'react'
import { BrokenFileNotice } from '#app/cms/admin/editor/section/broken-file.tsx'
import { HistoryLink } from '#app/cms/admin/history/history-list.tsx'
import { PresenceList } from '#app/cms/admin/presence/presence-list.tsx'
import type { LoadedPresence } from '#app/cms/admin/presence/presence.server.ts'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { useEntryViews, type EditedEntry } from '#app/cms/editing/entries/entry-views.tsx'
import { EntryChoicesContext } from '#app/cms/editing/fields/reference-field.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { useSaveReply } from '#app/cms/editing/form/form-notices.tsx'
import { keepForm } from '#app/cms/editing/form/save-reply.ts'
import { useFocusReturn } from '#app/cms/editing/ui/focus.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { StatusMessage } from '#app/cms/editing/ui/status-message.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { EntryDelete, EntryRows, type EditedRow } from './entry-rows.tsx'
import { EntryTable } from './entry-table.tsx'
import { deleteLinkId, editHref, editLinkId } from './list-address.ts'
import { ListDraftNotice, StartDraftLink } from './list-draft-notice.tsx'
import { listAction, listLoader } from './list-screen.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = listLoader
export const action = listAction
export const clientAction = keepForm

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.list.label ?? 'Not found')

/** A list that staff edit entry by entry. The parent route provides the views of its section. */
export default function ListScreen() {
  const { list, images, documents, missing, folders, widths, setsFocus, entryChoices } = useLoaderData<typeof loader>()
  return (
    <StoredFilesProvider {...{ images, documents, missing, folders, widths, setsFocus }}>
      <EntryChoicesContext.Provider value={entryChoices}>
        {list.editsIn === 'dialog' ? <DialogScreen /> : <RowScreen />}
      </EntryChoicesContext.Provider>
    </StoredFilesProvider>
  )
}

/** Why a button of the list could not reach the server. The form of an open row shows its own messages. */
function ListFailure({ isRowOpen = false }: { isRowOpen?: boolean }) {
  const { list } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  return (
    <div role="alert">
      {failure && !isRowOpen && <StatusMessage kind="failure" message={list.failedMessage} {...failure} />}
    </div>
  )
}

/** The forms of the child routes open in dialogs over the table, or on their own pages without a script. */
function DialogScreen() {
  const { entries, version, changes, presence } = useLoaderData<typeof loader>()
  const list = useList()
  const openId = useMatch(`/admin/${list.id}/:entryId`)?.params.entryId
  const isHydrated = useHydrated()
  const isPageOfItsOwn = openId !== undefined && !isHydrated
  useFocusReturn(openId === undefined ? undefined : editLinkId(openId))
  return (
    <>
      {!isPageOfItsOwn && (
        <>
          <ListHead presence={openId === undefined && <PresenceList presence={presence} />} />
          <ListFailure />
          <EntryTable list={list} entries={entries} version={version} changes={changes} />
        </>
      )}
      <Outlet />
    </>
  )
}

/** The address says which row of the table is open (`?edit`) or about to be deleted (`?delete`). */
function RowScreen() {
  const { entries, version, changes, place, presence } = useLoaderData<typeof loader>()
  const list = useList()
  const { editId, editing, deleteId, deleting } = useAddressedEntry()
  const isHydrated = useHydrated()
  useFocusReturn(openerOf(editId, deleteId))
  const isDeleted = (editId !== null && !editing) || (deleteId !== null && !deleting)
  return (
    <>
      {/* Without a script the question is shown on its own page. */}
      {(!deleting || isHydrated) && (
        <>
          <ListHead presence={<RowPresence key={editId} presence={presence} isOpen={editing !== undefined} />} />
          <div role="alert">
            {isDeleted && (
              <StatusMessage
                kind="failure"
                message={`This ${list.noun} no longer exists.`}
                detail="Someone may have deleted it."
              />
            )}
          </div>
          <ListFailure isRowOpen={editing !== undefined} />
          <EntryRows
            list={list}
            entries={entries}
            version={version}
            changes={changes}
            editing={editing}
            place={place}
          />
        </>
      )}
      {deleting && <EntryDelete list={list} entry={deleting} version={version} isDraft={place.isDraft} />}
    </>
  )
}

/** Heading, links and notices above the table. */
function ListHead({ presence }: { presence: ReactNode }) {
  const { entries, broken, tooLong, place } = useLoaderData<typeof loader>()
  const list = useList()
  const { id, label, noun } = list
  return (
    <>
      <PageHead
        title={label}
        action={
          <div className="head__actions">
            <HistoryLink section={id} />
            <StartDraftLink place={place} />
            <Link className="btn btn--primary" id={editLinkId('new')} to={editHref(list, 'new')} preventScrollReset>
              <Icon name="plus" />
              Add {noun}
            </Link>
          </div>
        }
      >
        {countOf(entries.length, noun)}, {useEntryViews().views.shown}
      </PageHead>
      {presence}
      {broken && <BrokenFileNotice broken={broken} />}
      {tooLong.map((message) => (
        <StatusMessage key={message} kind="failure" message={message} />
      ))}
      <ListDraftNotice place={place} />
    </>
  )
}

/** The position stays that of the entry when it was opened, because the form was made from that. */
function RowPresence({ presence, isOpen }: { presence: LoadedPresence; isOpen: boolean }) {
  const [position] = useState(presence.position)
  return <PresenceList presence={presence} position={isOpen ? position : undefined} />
}

function useList() {
  const { list, place } = useLoaderData<typeof loader>()
  return { ...list, search: place.search }
}

/** The entry whose row the address opens or asks to delete. */
function useAddressedEntry() {
  const { entries, version, newId } = useLoaderData<typeof loader>()
  const [searchParams] = useSearchParams()
  const editId = searchParams.get('edit')
  const deleteId = searchParams.get('delete')
  const find = (id: string | null) => entries.find(({ _id }) => _id === id)
  const isDeleted = editId !== null && editId !== 'new' && !find(editId)
  const reply = useSaveReply(useActionData<typeof action>(), isDeleted ? version : undefined)
  const opened = useOpened(editId, editId === 'new' ? { _id: newId } : find(editId))
  // Someone else has deleted it while it was being edited: the form keeps what was typed, and saving restores the
  // entry.
  const entry = opened ?? (editId !== null && reply ? { _id: editId } : undefined)
  const editing: EditedRow | undefined = entry && { editId: editId ?? '', entry, reply, isDeleted }
  return { editId, editing, deleteId, deleting: find(deleteId) }
}

/** The entry whose row is open, as it was when it was opened, because its form was made from that. */
function useOpened(editId: string | null, entry: EditedEntry | undefined) {
  const [opened, setOpened] = useState({ editId, entry })
  if (opened.editId === editId && (opened.entry || !entry)) return opened.entry
  setOpened({ editId, entry })
  return entry
}

function openerOf(editId: string | null, deleteId: string | null) {
  if (editId !== null) return editLinkId(editId)
  return deleteId === null ? undefined : deleteLinkId(deleteId)
}
