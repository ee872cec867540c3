import { Form, Link, useSubmit } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useEntryViews, type EditedEntry, type LastChange } from '#app/cms/editing/entries/entry-views.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { DragHandle, useDragOrder } from '#app/cms/editing/lists/drag-order.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { deleteHref, deleteLinkId, editHref, editLinkId, listAddress, type ListAddress } from './list-address.ts'

interface EntryTableProps {
  list: ListAddress & {
    /** True if staff choose the order: entries can be dragged, or moved by buttons. */
    isOrderedByStaff: boolean
  }
  entries: readonly EditedEntry[]
  version: string
  /** The last change of each entry, by `_id`. */
  changes: Readonly<Record<string, LastChange>>
  /** The row of the entry that is edited. For an entry that is not in the list yet, it is the first row. */
  editing?: { id: string; row: ReactNode } | undefined
}

/** The entries of a list in their order, with links to edit them. */
export function EntryTable({ list, entries, version, changes, editing }: EntryTableProps) {
  const { caption, empty, hint, columns, actions } = useEntryViews().views
  const { editsIn, isOrderedByStaff } = list
  const submit = useSubmit()
  const { listProps, announcement } = useDragOrder((from, to) => {
    const entry = entries[from]
    if (!entry) return
    const fields = { intent: contentIntents.move, version, _id: entry._id, to: String(to) }
    submit(fields, { method: 'post', action: listAddress(list), preventScrollReset: true })
  })
  if (entries.length === 0 && !editing) return <p className="empty">{empty}</p>
  const isListed = entries.some(({ _id }) => _id === editing?.id)
  const rows = entries.map((entry, index) =>
    entry._id === editing?.id ? (
      editing.row
    ) : (
      <EntryRow
        key={entry._id}
        list={list}
        entry={entry}
        change={changes[entry._id]}
        number={index + 1}
        isLast={index === entries.length - 1}
        version={version}
      />
    ),
  )
  return (
    <>
      {isOrderedByStaff && (
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      )}
      <table className={editsIn === 'row' ? 'data-table entry-rows' : 'data-table'}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {isOrderedByStaff && (
              <th scope="col" className="data-table__no">
                No.
              </th>
            )}
            {columns.map(({ title, headClassName }) => (
              <th scope="col" className={headClassName} key={title}>
                {title}
              </th>
            ))}
            <th scope="col">{actions}</th>
          </tr>
        </thead>
        {/* One list in both cases, so that React keeps the row being edited when its entry is deleted elsewhere. */}
        <tbody {...(isOrderedByStaff && listProps)}>{isListed || !editing ? rows : [editing.row, ...rows]}</tbody>
      </table>
      {hint !== undefined && <p className="hint">{hint}</p>}
    </>
  )
}

interface EntryRowProps extends Pick<EntryTableProps, 'list' | 'version'> {
  entry: EditedEntry
  change: LastChange | undefined
  /** Position in the order, from 1. */
  number: number
  isLast: boolean
}

function EntryRow({ list, entry, change, number, isLast, version }: EntryRowProps) {
  const { views } = useEntryViews()
  const { editsIn, isOrderedByStaff } = list
  const name = views.nameOf(entry, number)
  const row = { editHref: editHref(list, entry._id), change }
  return (
    <tr>
      {isOrderedByStaff && (
        <td className="data-table__no">
          <span>
            <DragHandle />
            {number}
          </span>
        </td>
      )}
      {views.columns.map((column) =>
        column.isRowHeader ? (
          <th scope="row" className={column.className} key={column.title}>
            {column.cell(entry, row)}
          </th>
        ) : (
          <td className={column.className} key={column.title}>
            {column.cell(entry, row)}
          </td>
        ),
      )}
      <td className="data-table__act">
        {isOrderedByStaff && (
          <Form method="post" action={listAddress(list)} preventScrollReset>
            <input type="hidden" name="version" value={version} />
            <input type="hidden" name="_id" value={entry._id} />
            <button className="iconbtn" name="intent" value={contentIntents.up} disabled={number === 1}>
              <Icon name="move-up" />
              <span className="visually-hidden">Move {name} up</span>
            </button>
            <button className="iconbtn" name="intent" value={contentIntents.down} disabled={isLast}>
              <Icon name="move-down" />
              <span className="visually-hidden">Move {name} down</span>
            </button>
          </Form>
        )}
        <Link className="btn" id={editLinkId(entry._id)} to={row.editHref} preventScrollReset>
          Edit <span className="visually-hidden">{name}</span>
        </Link>
        {editsIn === 'row' && (
          <Link
            className="btn btn--danger"
            id={deleteLinkId(entry._id)}
            to={deleteHref(list, entry._id)}
            preventScrollReset
          >
            Delete <span className="visually-hidden">{name}</span>
          </Link>
        )}
      </td>
    </tr>
  )
}
