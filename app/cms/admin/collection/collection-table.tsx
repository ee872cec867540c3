import { Form, Link, Outlet, useSubmit } from '@remix-run/react'
import { DocumentLink, Thumbnail, useStoredFiles } from '#app/cms/editing/files/stored-files.tsx'
import { DragHandle, useDragOrder } from '#app/cms/editing/lists/drag-order.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { useRecoveredForm } from '#app/cms/editing/form/form-notices.tsx'
import { ChooseAll } from '#app/cms/editing/ui/choose-all.tsx'
import { keptIntents } from '#app/cms/platform/http/intents.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { collectionIntents } from './collection-intents.ts'

/** The name of the checkboxes of chosen entries. */
export const CHOSEN = 'id'

/** The longest title that the form of a new entry is opened with: that of any field. Its own limit is told there. */
export const MAX_TITLE_LENGTH = 200

/** How far an entry is public. */
export type EntryState = 'listed' | 'unlisted' | 'hidden' | 'ended' | 'unreadable' | 'draft'

/** An entry in the list of its collection. */
export interface EntryRow {
  key: string
  /** Id of its section. */
  id: string
  /** Address of its editor. */
  href: string
  title: string
  state: EntryState
  /** A word of the collection in place of the state; '' for none. */
  mark: string
  hasDraft: boolean
  /** Why its file cannot be used, while visitors see its last valid version; undefined if it can. */
  fault: 'missing' | 'invalid' | undefined
  /** The texts of the columns. */
  values: string[]
  /** The files of the columns; '' for none. */
  files: string[]
  /** The last part of the address of its page. */
  address: string
  /** Version of what is published; '' if nothing is. */
  version: string
  /** Its last change, where the list shows it. */
  change?: { time: string; when: string; author: string } | undefined
}

const STATE_WORDS: Record<EntryState, string> = {
  listed: 'On the website',
  unlisted: 'Unlisted',
  hidden: 'Hidden',
  ended: 'Ended',
  unreadable: 'Cannot be read',
  draft: 'Draft, not published yet',
}

const FAULT_WORDS: Record<NonNullable<EntryRow['fault']>, string> = {
  missing: 'File missing',
  invalid: 'File not valid',
}

interface EntryTableProps {
  query: string
  state: string
  collection: {
    id: string
    label: string
    noun: string
    editsIn?: 'dialog' | 'row' | undefined
    columns: readonly string[]
    /** False if the first column takes the place of the one with the titles. */
    isTitleColumn: boolean
  }
  rows: readonly EntryRow[]
  sort: { column: string; isDescending: boolean }
  filters: readonly { name: string; value: string }[]
  page: number
  /** The address of the list with other parameters. */
  href: (parameters: Record<string, string | number>) => string
  /** False for a person who can only save drafts, one by one. */
  mayChangeMany: boolean
  /** True if the rows are all entries of a collection that staff arrange, in their order. */
  isArranged: boolean
  /** Set if this person may change the order here. */
  order?: { version: string } | undefined
  /** The key of the entry whose form is in its row. One that is not among the rows is above them. */
  openKey?: string | undefined
  /** True if all entries of the page are chosen at first, as by the link without a script. */
  choosesAll: boolean
}

const BULK_FORM = 'chosen-entries'
const ORDER_FORM = 'entry-order'

/** `id` of the link that opens the form of an entry within the list. */
export function openerId(key: string): string {
  return `edit-${key}`
}

/** `id` of the link that asks whether to remove an entry. */
export function removerId(key: string): string {
  return `delete-${key}`
}

/** One page of entries, with the buttons for the chosen ones. */
export function EntryTable(props: EntryTableProps) {
  const { collection, rows, sort, href, mayChangeMany, order, isArranged, openKey } = props
  const submit = useSubmit()
  const address = `/admin/${collection.id}`
  const { listProps, announcement } = useDragOrder((from, to) => {
    const fields = { intent: collectionIntents.move, version: order?.version ?? '', to: `${rows[from]?.key}:${to}` }
    submit(fields, { method: 'post', action: address, preventScrollReset: true })
  })
  const columns = [
    ...(collection.isTitleColumn ? [{ name: 'title', label: 'Title' }] : []),
    ...collection.columns.map((label, at) => ({ name: String(at), label })),
    { name: 'state', label: 'State' },
  ]
  const open = openKey !== undefined && (
    <tr className="entry-rows__edit" key={openKey}>
      <td colSpan={columns.length + 1 + (mayChangeMany ? 1 : 0) + (isArranged ? 1 : 0)}>
        <Outlet />
      </td>
    </tr>
  )
  const isListed = rows.some(({ key }) => key === openKey)
  return (
    <>
      {/* The buttons and boxes of the table name these forms: the form of an entry may be inside the table. */}
      <BulkForm {...props} />
      {order && (
        <Form id={ORDER_FORM} method="post" action={address} preventScrollReset hidden>
          <input type="hidden" name="intent" value={collectionIntents.move} />
          <input type="hidden" name="version" value={order.version} />
        </Form>
      )}
      {order && (
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      )}
      <table className={`data-table collection-table${collection.editsIn === 'row' ? ' entry-rows' : ''}`}>
        <caption className="visually-hidden">{collection.label}</caption>
        <thead>
          <tr>
            {mayChangeMany && (
              <td>
                <span className="visually-hidden">Choose</span>
              </td>
            )}
            {isArranged && (
              <th scope="col" className="data-table__no">
                No.
              </th>
            )}
            {columns.map(({ name, label }) => (
              <SortHead key={name} {...{ name, label, sort, href }} />
            ))}
            {collection.editsIn === 'dialog' && (
              <th scope="col" className="data-table__date">
                Changed
              </th>
            )}
            {collection.editsIn ? <th scope="col">Action</th> : <td />}
          </tr>
        </thead>
        {/* One list in both cases, so that React keeps the form when its entry is removed elsewhere. */}
        <tbody {...(order && listProps)}>
          {!isListed && open}
          {rows.map((row, at) =>
            row.key === openKey ? open : <EntryTableRow key={row.key} {...props} row={row} at={at} />,
          )}
        </tbody>
      </table>
    </>
  )
}

function EntryTableRow({ row, at, ...props }: EntryTableProps & { row: EntryRow; at: number }) {
  const { collection, rows, page, href, mayChangeMany, choosesAll, order, isArranged } = props
  const ticked = useRecoveredTicks()
  const name = `${collection.noun} ${isArranged ? at + 1 : collection.isTitleColumn ? row.title : row.values[0]}`
  const chosen = `${row.key}:${row.version}`
  return (
    <tr>
      {mayChangeMany && (
        <td className="entry-choose">
          {row.version !== '' && (
            <label>
              <input
                type="checkbox"
                form={BULK_FORM}
                name={CHOSEN}
                value={chosen}
                defaultChecked={choosesAll || ticked.includes(chosen)}
              />
              <span className="visually-hidden">Choose {row.title}</span>
            </label>
          )}
        </td>
      )}
      {isArranged && (
        <td className="data-table__no">
          <span>
            {order && row.version !== '' && <DragHandle />}
            {at + 1}
          </span>
        </td>
      )}
      {collection.isTitleColumn && (
        <th scope="row">
          <Link to={row.href} preventScrollReset>
            {row.title}
          </Link>
        </th>
      )}
      {row.values.map((value, column) => {
        const file = row.files[column] ?? ''
        const isHeader = column === 0 && !collection.isTitleColumn
        const cell = {
          'data-label': isHeader ? undefined : collection.columns[column],
          className: isShort(value) && file === '' ? 'entry-short' : undefined,
        }
        return isHeader ? (
          <th scope="row" key={column} {...cell}>
            {value}
          </th>
        ) : (
          <td key={column} {...cell}>
            {value}
            {file !== '' && <FileText file={file} />}
          </td>
        )
      })}
      <td className="entry-state">
        {row.mark === '' ? STATE_WORDS[row.state] : <span className="chip">{row.mark}</span>}
        {row.fault && (
          <>
            {' · '}
            <strong>{FAULT_WORDS[row.fault]}</strong>
          </>
        )}
        {row.hasDraft && row.state !== 'draft' && ' · Draft'}
      </td>
      {collection.editsIn === 'dialog' && (
        <td className="data-table__date">
          {row.change && (
            <>
              <time dateTime={row.change.time}>{row.change.when}</time>
              <span className="data-table__sub">{row.change.author}</span>
            </>
          )}
        </td>
      )}
      <td className={collection.editsIn ? 'data-table__act' : 'entry-act'}>
        {order && row.version !== '' && (
          <>
            <MoveButton to={`${row.key}:${at - 1}`} isUp name={name} disabled={at === 0} />
            <MoveButton
              to={`${row.key}:${at + 1}`}
              name={name}
              disabled={rows[at + 1] === undefined || rows[at + 1]?.version === ''}
            />
          </>
        )}
        {collection.editsIn && (
          <Link className="btn" id={openerId(row.key)} to={row.href} preventScrollReset>
            Edit <span className="visually-hidden">{name}</span>
          </Link>
        )}
        {collection.editsIn === 'row' && row.version !== '' && (
          <Link className="btn btn--danger" id={removerId(row.key)} to={`${row.href}/remove`} preventScrollReset>
            Delete <span className="visually-hidden">{name}</span>
          </Link>
        )}
        {!collection.editsIn && row.version !== '' && (
          <Link to={href({ page, duplicate: row.key })} preventScrollReset>
            Duplicate<span className="visually-hidden"> {row.title}</span>
          </Link>
        )}
      </td>
    </tr>
  )
}

function MoveButton({
  to,
  name,
  isUp = false,
  disabled,
}: {
  to: string
  name: string
  isUp?: boolean
  disabled: boolean
}) {
  return (
    <button className="iconbtn" form={ORDER_FORM} name="to" value={to} disabled={disabled}>
      <Icon name={isUp ? 'move-up' : 'move-down'} />
      <span className="visually-hidden">
        Move {name} {isUp ? 'up' : 'down'}
      </span>
    </button>
  )
}

/** A picture with its name and size, or a document. */
function FileText({ file }: { file: string }) {
  const image = useStoredFiles().images[file]
  if (file.includes('/')) {
    return (
      <span className="data-table__sub">
        <DocumentLink href={file} />
      </span>
    )
  }
  return (
    <>
      <Thumbnail className="data-table__thumb" file={file} />
      <span className="data-table__sub data-table__path">{file}</span>
      {image && (
        <span className="data-table__sub">
          {image.width} × {image.height}, {formatBytes(image.bytes)}
        </span>
      )}
    </>
  )
}

/** What can be done with the chosen entries. The form keeps the part of the list that is shown. */
function BulkForm(props: EntryTableProps) {
  const { rows, query, state, sort, filters, page, href, mayChangeMany, choosesAll } = props
  const isHydrated = useHydrated()
  const hasFaults = rows.some(({ fault }) => fault !== undefined)
  return (
    <Form id={BULK_FORM} method="post" action={href({ page })} preventScrollReset>
      {mayChangeMany && (
        <div className="entry-bulk" role="group" aria-label="Chosen entries">
          {isHydrated ? (
            <ChooseAll className="entry-bulk__all" name={CHOSEN} of="entries of this page" />
          ) : (
            <Link className="entry-bulk__all" to={href({ page, choose: choosesAll ? '' : 'all' })}>
              Choose {choosesAll ? 'none' : 'all'}
              <span className="visually-hidden"> of the entries of this page</span>
            </Link>
          )}
          {hasFaults && (
            <button className="btn" name="intent" value={collectionIntents.writeBack}>
              Write the last valid versions to the files
            </button>
          )}
          <button className="btn" name="intent" value={collectionIntents.hide}>
            Hide
          </button>
          <button className="btn" name="intent" value={collectionIntents.show}>
            Show
          </button>
          <button className="btn btn--danger" name="confirm" value="remove" formMethod="get">
            Remove
          </button>
        </div>
      )}
      {/* The button that asks whether to remove sends the form by GET, which replaces the query of the address. */}
      <input type="hidden" name="q" value={query} />
      <input type="hidden" name="show" value={state} />
      <input type="hidden" name="sort" value={sort.column} />
      <input type="hidden" name="order" value={sort.isDescending ? 'descending' : ''} />
      {filters.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="page" value={page} />
    </Form>
  )
}

/** The values of the boxes that were ticked before the session ended, in a form that was not carried out. */
function useRecoveredTicks(): readonly unknown[] {
  const { recovered, result } = useRecoveredForm() ?? {}
  if (recovered?.intent === undefined || !keptIntents(collectionIntents).includes(recovered.intent)) return []
  return [result?.initialValue?.[CHOSEN] ?? []].flat()
}

/** True for a day, a year or a number, which must not break. A longer text may. */
function isShort(value: string) {
  return value.length <= 14
}

/** The head of a column, a link that sorts by it; if it is sorted by it already, the other way round. */
function SortHead({
  name,
  label,
  sort,
  href,
}: { name: string; label: string } & Pick<EntryTableProps, 'sort' | 'href'>) {
  const isSorted = sort.column === name
  const isAscending = isSorted && !sort.isDescending
  return (
    <th scope="col" aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}>
      <Link
        className="sort-link"
        to={href({ sort: name, order: isAscending ? 'descending' : '', page: '' })}
        preventScrollReset
      >
        {label}
        {isSorted && <span aria-hidden="true">{isAscending ? ' ↑' : ' ↓'}</span>}
      </Link>
    </th>
  )
}
