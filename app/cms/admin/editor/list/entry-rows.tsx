import { useEffect, useRef } from 'react'
import { Link, type BlockerFunction } from '@remix-run/react'
import {
  useEntryViews,
  type EditedEntry,
  type EntryFields,
  type LastChange,
} from '#app/cms/editing/entries/entry-views.tsx'
import {
  ContentForm,
  ContentFormMessages,
  useChangeCount,
  useContentForm,
  useIsSaving,
} from '#app/cms/editing/form/content-form.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { DeletedNotice } from '#app/cms/editing/form/form-notices.tsx'
import { SaveButtons } from '#app/cms/editing/form/save-bar.tsx'
import { UnsavedGuard } from '#app/cms/editing/form/unsaved-guard.tsx'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { PagePreview, PreviewButton } from '#app/cms/editing/preview/page-preview.tsx'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import type { EditedList } from './entry-dialog-form.tsx'
import { EntryTable } from './entry-table.tsx'
import { deleteHref, editHref, listAddress, type ListAddress } from './list-address.ts'
import './entry-rows.css'

/** A list whose entries are edited in rows of its table. */
export interface RowList extends ListAddress, EditedList {
  isOrderedByStaff: boolean
}

interface EntryRowsProps {
  list: RowList
  entries: readonly EditedEntry[]
  version: string
  changes: Readonly<Record<string, LastChange>>
  /** The entry whose row is open. */
  editing: EditedRow | undefined
  /** `isDraft`: every save is a draft. `mayPublish`: the person may publish. */
  place: { isDraft: boolean; mayPublish: boolean }
}

/** What the open row is made from. */
export interface EditedRow {
  /** The id in the address: `new` for an entry to be added. */
  editId: string
  entry: EditedEntry
  reply: SaveReply | undefined
  /** True if the entry was deleted in the meantime: the typed values can be added again. */
  isDeleted: boolean
}

/** The table of a list with one row in edit mode. */
export function EntryRows({ list, entries, version, changes, editing, place }: EntryRowsProps) {
  const { fields } = useEntryViews()
  if (!fields) throw new Error(`The route of the list ${list.id} provides no fields`)
  const row = editing && {
    id: editing.entry._id,
    row: (
      <EntryEditRow
        key={editing.entry._id}
        list={list}
        version={version}
        editing={editing}
        fields={fields}
        place={place}
      />
    ),
  }
  return <EntryTable list={list} entries={entries} version={version} changes={changes} editing={row} />
}

interface EntryEditRowProps extends Pick<EntryRowsProps, 'list' | 'version' | 'place'> {
  editing: EditedRow
  fields: EntryFields
}

function EntryEditRow({ list, version, editing, fields: { Fields, schema }, place }: EntryEditRowProps) {
  const { id, page, noun, failedMessage, labels, isOrderedByStaff } = list
  const { editId, entry, reply, isDeleted } = editing
  const { columns } = useEntryViews().views
  const form = useContentForm({ id: noun, schema, content: entry, reply })
  const rowRef = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    // The row may be far down the table, and it shows the response.
    if (reply) rowRef.current?.scrollIntoView({ block: 'nearest' })
  }, [reply])
  return (
    <tr className="entry-rows__edit" ref={rowRef}>
      <td colSpan={columns.length + (isOrderedByStaff ? 2 : 1)}>
        <PagePreview formId={noun} previewed={{ section: id, page }}>
          <ContentForm
            className="entry-form"
            form={form}
            labels={labels}
            version={version}
            reply={reply}
            enterIntent={place.isDraft ? contentIntents.draft : contentIntents.save}
          >
            <h2 className="visually-hidden">
              {Object.keys(entry).length === 1 ? 'Add' : 'Edit'} {noun}
            </h2>
            {isDeleted && <DeletedNotice noun={noun} save={place.isDraft ? 'Save draft' : 'Save'} />}
            <ContentFormMessages reply={reply} failedMessage={failedMessage} href={editHref(list, editId)} />
            <Fields key={form.key} />
            <RowFoot entry={entry} closeTo={listAddress(list)} place={place} />
          </ContentForm>
        </PagePreview>
      </td>
    </tr>
  )
}

function RowFoot({ entry, closeTo, place }: { entry: EditedEntry; closeTo: string; place: EntryRowsProps['place'] }) {
  const isSaving = useIsSaving()
  const isUnsaved = useChangeCount(entry) > 0
  return (
    <div className="entry-foot">
      <SaveButtons {...place} save="Save" />
      <Link className="btn" to={closeTo} preventScrollReset>
        Cancel
      </Link>
      <PreviewButton />
      <UnsavedGuard isUnsaved={isUnsaved && !isSaving} isLeaving={toOtherPageOrRow} />
    </div>
  )
}

/** Cancel leads to the table itself and needs no confirmation. */
function toOtherPageOrRow({ currentLocation, nextLocation }: Parameters<BlockerFunction>[0]) {
  if (currentLocation.pathname !== nextLocation.pathname) return true
  return nextLocation.search !== '' && currentLocation.search !== nextLocation.search
}

interface EntryDeleteProps {
  list: RowList
  entry: EditedEntry
  /** Version of the section that the entry was read from. */
  version: string
  /** True if the entry is deleted only in the draft. */
  isDraft: boolean
}

/** Asks whether to delete an entry: a dialog over the table, or a plain page without JavaScript. */
export function EntryDelete({ list, entry, version, isDraft }: EntryDeleteProps) {
  const { noun } = list
  const summary = useEntryViews().views.summaryOf?.(entry)
  return (
    <ConfirmPage
      title={`Delete ${noun}`}
      closeTo={listAddress(list)}
      action={deleteHref(list, entry._id)}
      button={{ label: 'Delete', intent: contentIntents.delete }}
    >
      <p>
        {isDraft
          ? `Are you sure you want to delete this ${noun} from the draft? The published ${noun} does not change.`
          : `Are you sure you want to delete this ${noun}?`}
      </p>
      {summary !== undefined && <p>{summary}</p>}
      <input type="hidden" name="version" value={version} />
    </ConfirmPage>
  )
}
