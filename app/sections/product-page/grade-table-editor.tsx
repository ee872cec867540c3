import { useField, useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { CellField } from '#app/ui/admin/cell-field.tsx'
import { AddButton, ListError, MoveButtons } from '#app/ui/admin/list-field.tsx'
import { Icon } from '#app/ui/icon.tsx'
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
  return (
    <>
      <ListError field={properties} />
      <ListError field={grades} />
      <table className="grades-editor">
        <thead>
          <tr>
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
        <tbody>
          {rows.map((grade, row) => (
            <GradeRow key={grade.key ?? grade.name} grade={grade} list={grades} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
      <div className="grades-editor__add">
        <AddButton list={grades.name}>Add grade</AddButton>
        {columns.length < MAX_PROPERTIES && <AddButton list={properties.name}>Add property</AddButton>}
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
  const form = useFormMetadata()
  const fields = grade.getFieldset()
  const title = fields.grade.value ?? `grade ${row + 1}`
  return (
    <tr>
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
          <button className="iconbtn" {...form.remove.getButtonProps({ name: list.name, index: row })}>
            <Icon name="trash" />
            <span className="vh">{`Remove ${title}`}</span>
          </button>
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
