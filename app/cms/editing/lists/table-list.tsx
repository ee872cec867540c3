import { type FieldMetadata, useFormMetadata } from '@conform-to/react'
import type { ReactElement } from 'react'
import { LegendContext, useFieldLabel } from '#app/cms/editing/fields/field-labels.ts'
import { OptionalMark } from '#app/cms/editing/fields/field.tsx'
import { HiddenField } from '#app/cms/editing/fields/text-fields.tsx'
import { rowId } from '#app/cms/editing/ui/focus.ts'
import { DragHandle, useDragOrder } from './drag-order.tsx'
import { capitalized, EntryButtons, ListEnd, nameOfEntry, type OpenListProps } from './inline-list.tsx'
import { ListError, useListFocus } from './list-controls.tsx'

/** A field of an entry, such as `<TextField field={name} />`: its label, help and mark are those of its column. */
export type TableCell = ReactElement<{
  field: Pick<FieldMetadata, 'name'>
  label?: string
  help?: string
  optional?: boolean | string
}>

interface TableListProps<Entry> extends OpenListProps<Entry> {
  /** True for entries of many or wide fields: where they do not fit on one line, each entry has several. */
  blocks?: boolean
  /** The fields of an entry, in the order of the columns; those of the first entry head them. */
  children: (entry: FieldMetadata<Entry>) => TableCell[]
}

/**
 * A list of entries of several short fields as a table, with buttons to move, remove and add entries. Where the form is
 * narrow, each entry is a card. In the table the labels remain for screen readers.
 */
export function TableList<Entry>(props: TableListProps<Entry>) {
  const { list, noun, max = Infinity, empty, canRepeat = true, pastes = false, blocks = false, children } = props
  const form = useFormMetadata()
  const entries = list.getFieldList()
  const { listRef, addRef, statusRef } = useListFocus<HTMLTableSectionElement>(entries.map(({ key }) => key))
  const { listProps, announcement } = useDragOrder((from, to) => {
    form.reorder({ name: list.name, from, to })
  })
  const rows = entries.map((entry) => ({ entry, cells: children(entry) }))
  return (
    <>
      <ListError field={list} />
      {rows.length === 0 && <p className="items__empty">{empty ?? `No ${noun} yet`}</p>}
      {/* The container stays, so that the focus does after the last entry is removed. */}
      <div className={blocks ? 'table-list table-list--blocks' : 'table-list'} hidden={rows.length === 0}>
        <div className="table-list__scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{capitalized(noun)}</span>
                </th>
                {rows[0]?.cells.filter(isShown).map((cell, column) => (
                  <ColumnHead key={column} cell={cell} />
                ))}
                <td />
              </tr>
            </thead>
            <tbody ref={listRef} {...listProps}>
              {rows.map(({ entry, cells }, index) => {
                const name = nameOfEntry(noun, index)
                return (
                  <tr id={rowId(entry.id)} key={entry.key ?? entry.name}>
                    <th scope="row">
                      <DragHandle />
                      <span className="table-list__noun">{capitalized(noun)} </span>
                      {index + 1}
                      {cells.filter((cell) => !isShown(cell))}
                    </th>
                    <LegendContext.Provider value="">
                      {cells.filter(isShown).map((cell, column) => (
                        <td key={column}>{cell}</td>
                      ))}
                    </LegendContext.Provider>
                    <td className="table-list__act">
                      <EntryButtons
                        {...{ name, index, list: list.name, count: rows.length }}
                        canRepeat={canRepeat && rows.length < max}
                      />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ListEnd {...{ list, noun, max, pastes, count: rows.length, addRef, statusRef }} />
    </>
  )
}

/** The name of a column, as its fields have it, with what the fields say below them. */
function ColumnHead({ cell }: { cell: TableCell }) {
  const { field, label, help, optional = false } = cell.props
  const ownLabel = useFieldLabel(field.name)
  return (
    <th scope="col">
      {label ?? ownLabel} <OptionalMark optional={optional} />
      {help !== undefined && <span className="field__help">{help}</span>}
    </th>
  )
}

/** False for the hidden id of an entry, which has no column. */
function isShown({ type }: TableCell) {
  return type !== HiddenField
}
