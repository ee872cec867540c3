import { useField, type FieldMetadata } from '@conform-to/react'
import { CellField } from '#app/editing/fields/field.tsx'
import {
  AddButton,
  ListError,
  MoveButtons,
  RemoveButton,
  rowId,
  useListFocus,
} from '#app/editing/lists/list-controls.tsx'
import { MAX_PROPERTIES, type Grade, type Property } from './product-page.ts'
import { PropertyHead } from './property-head.tsx'
import './grade-table-editor.css'

interface GradeTableEditorProps {
  properties: FieldMetadata<Property[]>
  grades: FieldMetadata<Grade[]>
}

/** The grade table as a table: a row of fields for each grade, a column for each property. */
export function GradeTableEditor({ properties, grades }: GradeTableEditorProps) {
  const columns = properties.getFieldList()
  const rows = grades.getFieldList()
  const { listRef: rowsRef, addRef: addRowRef } = useListFocus<HTMLTableSectionElement>(rows.map(({ key }) => key))
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
            <th>
              <span className="vh">Order</span>
            </th>
          </tr>
        </thead>
        <tbody ref={rowsRef}>
          {rows.map((grade, row) => (
            <GradeRow key={grade.key ?? grade.name} grade={grade} list={grades} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      <div className="grades-editor__add">
        <AddButton list={grades.name} at={rows.length} buttonRef={addRowRef}>
          Add grade
        </AddButton>
        {columns.length < MAX_PROPERTIES && (
          <AddButton list={properties.name} at={columns.length} buttonRef={addColumnRef}>
            Add property
          </AddButton>
        )}
      </div>
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
          // By place: the values are moved by the button that moves the property, and must not move along once more.
          <td key={column} data-label={name}>
            <ValueField name={`${fields.values.name}[${column}]`} label={`${name} of ${title}`} />
          </td>
        )
      })}
      <td data-label="Used for">
        <CellField field={fields.use} label={`What ${title} is used for`} />
      </td>
      <td>
        <MoveButtons list={list.name} index={row} count={list.getFieldList().length} title={title}>
          <RemoveButton list={list.name} index={row}>
            {`Remove ${title}`}
          </RemoveButton>
        </MoveButtons>
      </td>
    </tr>
  )
}

/** There is one for each property, also where a grade has no value for it yet. */
function ValueField({ name, label }: { name: string; label: string }) {
  const [value] = useField<string>(name)
  return <CellField field={value} label={label} />
}
