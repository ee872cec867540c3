import { useField, type FieldMetadata, useFormMetadata } from '@conform-to/react'
import type { MouseEvent } from 'react'
import { CellField } from '#app/cms/editing/fields/field.tsx'
import {
  AddButton,
  DuplicateButton,
  ListError,
  MoveButtons,
  RemoveButton,
  rowId,
  useListFocus,
  useFocusAfterMove,
} from '#app/cms/editing/lists/list-controls.tsx'
import { PasteRows } from '#app/cms/editing/lists/paste-rows.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { MAX_PROPERTIES } from '#app/site/sections/product-page/product-limits.ts'
import type { Grade, Property } from '#app/site/sections/product-page/product-page.ts'
import { columnAfter, type ColumnChange } from '#app/site/sections/product-page/grade-columns.ts'
import './grade-table-editor.css'

interface GradeTableEditorProps {
  properties: FieldMetadata<Property[]>
  grades: FieldMetadata<Grade[]>
}

/** The grade table as a table: a row of fields for each grade, a column for each property. */
export function GradeTableEditor({ properties, grades }: GradeTableEditorProps) {
  const columns = properties.getFieldList()
  const rows = grades.getFieldList()
  const {
    listRef: rowsRef,
    addRef: addRowRef,
    statusRef,
  } = useListFocus<HTMLTableSectionElement>(rows.map(({ key }) => key))
  const { listRef: columnsRef, addRef: addColumnRef } = useListFocus<HTMLTableRowElement>(
    columns.map(({ key }) => key),
    1,
  )
  return (
    <>
      <ListError field={properties} />
      <ListError field={grades} />
      <table className="grades-editor">
        <thead>
          <tr ref={columnsRef}>
            <th scope="col">Grade</th>
            {columns.map((property, column) => (
              <PropertyHead
                key={property.key ?? property.name}
                property={property}
                properties={properties}
                grades={grades}
                column={column}
                count={columns.length}
              />
            ))}
            <th scope="col">Used for</th>
            <th scope="col">Application</th>
            <th>
              <span className="visually-hidden">Order</span>
            </th>
          </tr>
        </thead>
        <tbody ref={rowsRef}>
          {rows.map((grade, row) => (
            <GradeRow key={grade.key ?? grade.name} grade={grade} list={grades} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      <p className="visually-hidden" role="status" ref={statusRef} />
      <div className="grades-editor__add">
        <AddButton list={grades.name} count={rows.length} buttonRef={addRowRef}>
          Add grade
        </AddButton>
        {columns.length < MAX_PROPERTIES && (
          <AddButton list={properties.name} count={columns.length} buttonRef={addColumnRef}>
            Add property
          </AddButton>
        )}
      </div>
      <PasteRows list={grades} noun="grade" />
    </>
  )
}

interface GradeRowProps {
  grade: FieldMetadata<Grade>
  list: FieldMetadata<Grade[]>
  row: number
  columns: FieldMetadata<Property>[]
}

function GradeRow({ grade, list, row, columns }: GradeRowProps) {
  const fields = grade.getFieldset()
  const title = fields.grade.value ?? `grade ${row + 1}`
  return (
    <tr id={rowId(grade.id)}>
      <td data-label="Grade">
        <CellField field={fields.grade} label={`Name of grade ${row + 1}`} />
        <ListError field={fields.values} />
      </td>
      {columns.map((property, column) => {
        const name = property.getFieldset().name.value ?? `Property ${column + 1}`
        return (
          // Keyed by index: the button that moves the property also moves the values, so React must not move them.
          <td key={column} data-label={name}>
            <ValueField name={`${fields.values.name}[${column}]`} label={`${name} of ${title}`} />
          </td>
        )
      })}
      <td data-label="Used for">
        <CellField field={fields.use} label={`What ${title} is used for`} />
      </td>
      <td data-label="Application">
        <CellField field={fields.application} label={`Application of ${title}`} />
      </td>
      <td>
        <MoveButtons list={list.name} index={row} count={list.getFieldList().length} title={title}>
          <DuplicateButton list={list.name} index={row} count={list.getFieldList().length}>
            {`Duplicate ${title}`}
          </DuplicateButton>
          <RemoveButton list={list.name} index={row}>
            {`Remove ${title}`}
          </RemoveButton>
        </MoveButtons>
      </td>
    </tr>
  )
}

/** Rendered for each property, even if a grade has no value for it yet. */
function ValueField({ name, label }: { name: string; label: string }) {
  const [value] = useField<string>(name)
  return <CellField field={value} label={label} />
}

interface PropertyHeadProps {
  property: FieldMetadata<Property>
  properties: FieldMetadata<Property[]>
  grades: FieldMetadata<Grade[]>
  /** Index of the property, from 0. */
  column: number
  count: number
}

/** Head of a column of the grade table: the property's name, whether it is a number, and its buttons. */
function PropertyHead({ property, properties, grades, column, count }: PropertyHeadProps) {
  const form = useFormMetadata()
  const { name, figures } = property.getFieldset()
  const title = name.value ?? `property ${column + 1}`
  const list = properties.name
  const rowCount = grades.getFieldList().length
  const moveValues =
    (change: ColumnChange) =>
    ({ currentTarget: button }: MouseEvent<HTMLButtonElement>) => {
      if (!button.form) return
      form.update({ name: grades.name, value: typedGrades(button.form, grades.name, rowCount, count, change) })
    }
  const rememberPressed = useFocusAfterMove(column)
  const move = (to: number) => (event: MouseEvent<HTMLButtonElement>) => {
    rememberPressed(event)
    moveValues({ type: 'reorder', from: column, to })(event)
  }
  return (
    <th scope="col">
      <CellField field={name} label={`Name of property ${column + 1}`} />
      <div className="grades-editor__tools">
        <label>
          <input
            id={figures.id}
            type="checkbox"
            name={figures.name}
            form={figures.formId}
            defaultChecked={figures.initialValue === 'on'}
          />
          Numbers <span className="visually-hidden">in {title}</span>
        </label>
        <span>
          <button
            className="iconbtn"
            disabled={column === 0}
            onClick={move(column - 1)}
            {...form.reorder.getButtonProps({ name: list, from: column, to: column - 1 })}
          >
            <Icon name="move-left" />
            <span className="visually-hidden">Move {title} left</span>
          </button>
          <button
            className="iconbtn"
            disabled={column === count - 1}
            onClick={move(column + 1)}
            {...form.reorder.getButtonProps({ name: list, from: column, to: column + 1 })}
          >
            <Icon name="move-right" />
            <span className="visually-hidden">Move {title} right</span>
          </button>
          <button
            className="iconbtn"
            disabled={count === 1}
            onClick={moveValues({ type: 'remove', index: column })}
            {...form.remove.getButtonProps({ name: list, index: column })}
          >
            <Icon name="trash" />
            <span className="visually-hidden">Remove {title}</span>
          </button>
        </span>
      </div>
    </th>
  )
}

/**
 * The typed grades, with their values in the columns after the change: a list button changes only the properties. Read
 * from the form itself, because the rendered values may be older.
 */
function typedGrades(form: HTMLFormElement, list: string, rowCount: number, columnCount: number, change: ColumnChange) {
  const typed = new FormData(form)
  const textOf = (name: string) => {
    const value = typed.get(name)
    return typeof value === 'string' ? value : ''
  }
  return Array.from({ length: rowCount }, (_row, row) => {
    const grade = `${list}[${row}]`
    const values = Array.from({ length: columnCount - (change.type === 'remove' ? 1 : 0) }, () => '')
    for (let column = 0; column < columnCount; column += 1) {
      const next = columnAfter(column, change)
      if (next !== undefined) values[next] = textOf(`${grade}.values[${column}]`)
    }
    return {
      grade: textOf(`${grade}.grade`),
      use: textOf(`${grade}.use`),
      application: textOf(`${grade}.application`),
      values,
    }
  })
}
