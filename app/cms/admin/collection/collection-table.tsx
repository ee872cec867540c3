import { Form, Link } from '@remix-run/react'
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
  /** The last part of the address of its page. */
  address: string
  /** Version of what is published; '' if nothing is. */
  version: string
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
  collection: { label: string; noun: string; columns: readonly string[] }
  rows: readonly EntryRow[]
  sort: { column: string; isDescending: boolean }
  filters: readonly { name: string; value: string }[]
  page: number
  /** The address of the list with other parameters. */
  href: (parameters: Record<string, string | number>) => string
  /** False for a person who can only save drafts, one by one. */
  mayChangeMany: boolean
  /** True if all entries of the page are chosen at first, as by the link without a script. */
  choosesAll: boolean
}

/** One page of entries, with the buttons for the chosen ones. */
export function EntryTable(props: EntryTableProps) {
  const { collection, rows, query, state, sort, filters, page, href, mayChangeMany, choosesAll } = props
  const isHydrated = useHydrated()
  const ticked = useRecoveredTicks()
  const hasFaults = rows.some(({ fault }) => fault !== undefined)
  const columns = [
    { name: 'title', label: 'Title' },
    ...collection.columns.map((label, at) => ({ name: String(at), label })),
    { name: 'state', label: 'State' },
  ]
  return (
    <Form method="post" action={href({ page })} preventScrollReset>
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
      <table className="data-table collection-table">
        <caption className="visually-hidden">{collection.label}</caption>
        <thead>
          <tr>
            {mayChangeMany && (
              <td>
                <span className="visually-hidden">Choose</span>
              </td>
            )}
            {columns.map(({ name, label }) => (
              <SortHead key={name} {...{ name, label, sort, href }} />
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              {mayChangeMany && (
                <td className="entry-choose">
                  {row.version !== '' && (
                    <label>
                      <input
                        type="checkbox"
                        name={CHOSEN}
                        value={`${row.key}:${row.version}`}
                        defaultChecked={choosesAll || ticked.includes(`${row.key}:${row.version}`)}
                      />
                      <span className="visually-hidden">Choose {row.title}</span>
                    </label>
                  )}
                </td>
              )}
              <th scope="row">
                <Link to={row.href}>{row.title}</Link>
              </th>
              {row.values.map((value, at) => (
                <td key={at} data-label={collection.columns[at]} className={isShort(value) ? 'entry-short' : undefined}>
                  {value}
                </td>
              ))}
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
              <td className="entry-act">
                {row.version !== '' && (
                  <Link to={href({ page, duplicate: row.key })} preventScrollReset>
                    Duplicate<span className="visually-hidden"> {row.title}</span>
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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
