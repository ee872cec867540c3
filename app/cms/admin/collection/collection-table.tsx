import { Form, Link, Outlet, useSubmit } from '@remix-run/react'
import { useDragOrder } from '#app/cms/editing/lists/drag-order.tsx'
import { ChooseAll } from '#app/cms/editing/ui/choose-all.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { collectionIntents } from './collection-intents.ts'
import {
  BULK_FORM,
  CHOSEN,
  EntryTableRow,
  isUsual,
  ORDER_FORM,
  type EntryRow,
  type EntryTableProps,
} from './collection-row.tsx'

/** One page of entries, with the buttons for the chosen ones. */
export function EntryTable(props: EntryTableProps) {
  const { collection, rows, sort, href, mayChangeMany, order, isArranged, openKey } = props
  // A column may show the picture with its name and size. A few pictures among many rows are none to recognise them by.
  const hasImages = rows.filter(({ image, files }) => image !== '' && !files.includes(image)).length * 2 >= rows.length
  const hasChanges = rows.some(({ change }) => change !== undefined)
  const hasStates = !rows.every(isUsual)
  const submit = useSubmit()
  const address = `/admin/${collection.id}`
  const { listProps, announcement } = useDragOrder((from, to) => {
    const fields = { intent: collectionIntents.move, version: order?.version ?? '', to: `${rows[from]?.key}:${to}` }
    submit(fields, { method: 'post', action: address, preventScrollReset: true })
  })
  const columns = [
    ...(collection.isTitleColumn ? [{ name: 'title', label: collection.titleLabel }] : []),
    ...collection.columns.flatMap((label, at) => (at === collection.groupAt ? [] : [{ name: String(at), label }])),
    ...(hasStates ? [{ name: 'state', label: 'State' }] : []),
  ]
  const width = columns.length + [true, mayChangeMany, isArranged, hasImages, hasChanges].filter(Boolean).length
  const open = openKey !== undefined && (
    <tr className="entry-rows__edit" key={openKey}>
      <td colSpan={width}>
        <Outlet />
      </td>
    </tr>
  )
  const groups = groupsOf(rows, collection.groupAt)
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
      <table className={`data-table collection-table${collection.opensIn === 'row' ? ' entry-rows' : ''}`}>
        <caption className="visually-hidden">{collection.label}</caption>
        <thead>
          <tr>
            {mayChangeMany && (
              <td>
                <span className="visually-hidden">Select</span>
              </td>
            )}
            {isArranged && (
              <th scope="col" className="data-table__no">
                No.
              </th>
            )}
            {hasImages && (
              <td>
                <span className="visually-hidden">Picture</span>
              </td>
            )}
            {columns.map(({ name, label }) => (
              <SortHead key={name} {...{ name, label, sort, href }} />
            ))}
            {hasChanges && (
              <th scope="col" className="data-table__date">
                Changed
              </th>
            )}
            {collection.opensIn ? <th scope="col">Action</th> : <td />}
          </tr>
        </thead>
        {groups.map(({ head, rows: inGroup }) => (
          <tbody key={head} {...(order && listProps)}>
            {head !== '' && (
              <tr className="collection-group">
                <th scope="rowgroup" colSpan={width}>
                  {head}
                </th>
              </tr>
            )}
            {/* One list in both cases, so that React keeps the form when its entry is removed elsewhere. */}
            {!isListed && open}
            {inGroup.map(({ row, at }) =>
              row.key === openKey ? (
                open
              ) : (
                <EntryTableRow
                  key={row.key}
                  {...props}
                  row={row}
                  at={at}
                  hasImage={hasImages}
                  hasChange={hasChanges}
                  hasState={hasStates}
                />
              ),
            )}
          </tbody>
        ))}
      </table>
    </>
  )
}

/** The rows with their places in the list, in groups of one value of the column at `groupAt`; without it as one group. */
function groupsOf(rows: readonly EntryRow[], groupAt: number | undefined) {
  const headOf = ({ values }: EntryRow) => (groupAt === undefined ? '' : values[groupAt] || 'None')
  const heads = rows.length === 0 ? [''] : [...new Set(rows.map(headOf))]
  const placed = rows.map((row, at) => ({ row, at }))
  return heads.map((head) => ({ head, rows: placed.filter(({ row }) => headOf(row) === head) }))
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

/** What can be done with the chosen entries. The form keeps the part of the list that is shown. */
function BulkForm(props: EntryTableProps) {
  const { rows, query, state, sort, filters, page, href, mayChangeMany, choosesAll } = props
  const isHydrated = useHydrated()
  const hasFaults = rows.some(({ fault }) => fault !== undefined)
  return (
    <Form id={BULK_FORM} method="post" action={href({ page })} preventScrollReset>
      {mayChangeMany && (
        <div className="entry-bulk" role="group" aria-label="Selected entries">
          {isHydrated ? (
            <ChooseAll className="entry-bulk__all" name={CHOSEN} of="entries of this page" />
          ) : (
            <Link className="entry-bulk__all" to={href({ page, choose: choosesAll ? '' : 'all' })}>
              Select {choosesAll ? 'none' : 'all'}
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
