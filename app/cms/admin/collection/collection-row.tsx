import { Link } from '@remix-run/react'
import { DocumentLink, Thumbnail, useStoredFiles } from '#app/cms/editing/files/stored-files.tsx'
import { useRecoveredForm } from '#app/cms/editing/form/form-notices.tsx'
import { DragHandle } from '#app/cms/editing/lists/drag-order.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { keptIntents } from '#app/cms/platform/http/intents.ts'
import { collectionIntents } from './collection-intents.ts'

/** The name of the checkboxes of chosen entries. */
export const CHOSEN = 'id'

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
  stateLabel: string
  /** Whether that word is good news. */
  stateTone?: 'good' | 'bad' | 'quiet' | undefined
  hasDraft: boolean
  /** The names of the releases with a draft of an entry that is not published yet. */
  draftReleases: readonly string[]
  /** Why its file cannot be used, while visitors see its last valid version; undefined if it can. */
  fault: 'missing' | 'invalid' | undefined
  /** The texts of the columns. */
  values: string[]
  /** The files of the columns; '' for none. */
  files: string[]
  /** Its picture; '' for none. */
  image: string
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

/** What a table of entries shows. */
export interface EntryTableProps {
  query: string
  state: string
  collection: {
    id: string
    label: string
    noun: string
    opensIn?: 'dialog' | 'row' | undefined
    columns: readonly string[]
    /** As the form of an entry has it. */
    titleLabel: string
    /** False if the first column takes the place of the one with the titles. */
    isTitleColumn: boolean
    /** The column that is the head of groups instead, while the list is sorted by it. */
    groupAt: number | undefined
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

/** `id` of the form of what can be done with the chosen entries. */
export const BULK_FORM = 'chosen-entries'
/** `id` of the form of the buttons that move an entry. */
export const ORDER_FORM = 'entry-order'

/** `id` of the link that opens the form of an entry within the list. */
export function openerId(key: string): string {
  return `edit-${key}`
}

/** `id` of the link that asks for the position of an entry. */
export function moverId(key: string): string {
  return `move-${key}`
}

/** `id` of the link that asks whether to remove an entry. */
export function removerId(key: string): string {
  return `delete-${key}`
}

/** In a longer list an entry is moved to the position that is typed, in place of step by step. */
const MAX_STEPS = 12

/** An entry as a row of the table. */
export function EntryTableRow({
  row,
  at,
  hasImage,
  hasChange,
  hasState,
  ...props
}: EntryTableProps & { row: EntryRow; at: number; hasImage: boolean; hasChange: boolean; hasState: boolean }) {
  const { collection, rows, href, mayChangeMany, choosesAll, order, isArranged } = props
  const ticked = useRecoveredTicks()
  const name = `${collection.noun} ${isArranged ? at + 1 : collection.isTitleColumn ? row.title : row.values[0]}`
  const chosen = `${row.key}:${row.version}`
  const isLong = rows.length > MAX_STEPS
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
              <span className="visually-hidden">Select {row.title}</span>
            </label>
          )}
        </td>
      )}
      {isArranged && (
        <td className="data-table__no">
          <span>
            {order && row.version !== '' && <DragHandle />}
            {order && row.version !== '' && isLong ? (
              <Link to={href({ move: row.key })} preventScrollReset id={moverId(row.key)}>
                {at + 1}
                <span className="visually-hidden">: move {row.title} to another position</span>
              </Link>
            ) : (
              at + 1
            )}
          </span>
        </td>
      )}
      {hasImage && (
        <td className="entry-image">
          <Thumbnail className="entry-image__thumb" file={row.image} width={64} />
        </td>
      )}
      {collection.isTitleColumn && (
        <th scope="row">
          <RowLink row={row}>{row.title}</RowLink>
        </th>
      )}
      {row.values.map((value, column) => {
        if (column === collection.groupAt) return null
        const file = row.files[column] ?? ''
        const isHeader = column === 0 && !collection.isTitleColumn
        const cell = {
          'data-label': isHeader ? undefined : collection.columns[column],
          className: isShort(value) && file === '' ? 'entry-short' : undefined,
        }
        return isHeader ? (
          <th scope="row" key={column} {...cell}>
            <RowLink row={row}>{value}</RowLink>
          </th>
        ) : (
          <td key={column} {...cell}>
            {file === '' ? value : <FileText file={file}>{value}</FileText>}
          </td>
        )
      })}
      {hasState && (
        <td className="entry-state">
          <StateOfEntry row={row} />
        </td>
      )}
      {hasChange && (
        <td className="data-table__date">
          {row.change && (
            <>
              <time dateTime={row.change.time}>{row.change.when}</time>
              <span className="data-table__sub">{row.change.author}</span>
            </>
          )}
        </td>
      )}
      <td className={collection.opensIn ? 'data-table__act' : 'entry-act'}>
        {order && row.version !== '' && !isLong && (
          <>
            <MoveButton to={`${row.key}:${at - 1}`} isUp name={name} disabled={at === 0} />
            <MoveButton
              to={`${row.key}:${at + 1}`}
              name={name}
              disabled={rows[at + 1] === undefined || rows[at + 1]?.version === ''}
            />
          </>
        )}
        {collection.opensIn && (
          <Link className="btn" id={openerId(row.key)} to={row.href} preventScrollReset>
            Edit <span className="visually-hidden">{name}</span>
          </Link>
        )}
        {collection.opensIn === 'row' && row.version !== '' && (
          <Link className="btn btn--danger" id={removerId(row.key)} to={`${row.href}/remove`} preventScrollReset>
            Delete <span className="visually-hidden">{name}</span>
          </Link>
        )}
      </td>
    </tr>
  )
}

/** The name of an entry, which leads to its form. */
function RowLink({ row, children }: { row: EntryRow; children: string }) {
  return (
    <Link to={row.href} preventScrollReset>
      {children}
    </Link>
  )
}

/** How far an entry is public, and what else there is to say of it. */
function StateOfEntry({ row }: { row: EntryRow }) {
  return (
    <>
      {row.stateLabel === '' ? (
        STATE_WORDS[row.state]
      ) : (
        <span className={row.stateTone ? `chip chip--${row.stateTone}` : 'chip'}>{row.stateLabel}</span>
      )}
      {row.fault && (
        <>
          {' · '}
          <strong>{FAULT_WORDS[row.fault]}</strong>
        </>
      )}
      {row.hasDraft && row.state !== 'draft' && ' · Draft'}
      {row.draftReleases.length > 0 && <span className="data-table__sub">{releasesText(row.draftReleases)}</span>}
    </>
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

/** The text of a column with its picture, the picture's name and size, or with a document. */
function FileText({ file, children }: { file: string; children: string }) {
  const image = useStoredFiles().images[file]
  if (file.includes('/')) {
    return (
      <>
        {children}
        <span className="data-table__sub">
          <DocumentLink href={file} />
        </span>
      </>
    )
  }
  return (
    <div className="entry-file">
      <Thumbnail className="data-table__thumb" file={file} />
      <div>
        <span className="entry-file__text">{children}</span>
        <span className="data-table__sub">{file}</span>
        {image && (
          <span className="data-table__sub">
            {image.width} × {image.height}, {formatBytes(image.bytes)}
          </span>
        )}
      </div>
    </div>
  )
}

/** The values of the boxes that were ticked before the session ended, in a form that was not carried out. */
function useRecoveredTicks(): readonly unknown[] {
  const { recovered, result } = useRecoveredForm() ?? {}
  if (recovered?.intent === undefined || !keptIntents(collectionIntents).includes(recovered.intent)) return []
  return [result?.initialValue?.[CHOSEN] ?? []].flat()
}

/** Where the draft of an entry is that is not published yet. Its title leads to the first one. */
function releasesText([first, ...others]: readonly string[]) {
  if (others.length === 0) return `In the release “${first}”`
  return `In ${others.length + 1} releases. Opens the one in “${first}”`
}

/** True for an entry of which there is nothing to say but that it is on the website. */
export function isUsual({ state, stateLabel, fault, hasDraft }: EntryRow): boolean {
  return state === 'listed' && stateLabel === '' && fault === undefined && !hasDraft
}

/** True for a day, a year or a number, which must not break. A longer text may. */
function isShort(value: string) {
  return value.length <= 14
}
