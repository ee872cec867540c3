import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import type { MouseEvent } from 'react'
import { CellField } from '#app/editing/fields/field.tsx'
import { useFocusAfterMove } from '#app/editing/lists/list-controls.tsx'
import { Icon } from '#app/editing/ui/icon.tsx'
import { columnAfter, type ColumnChange } from './grade-columns.ts'
import type { Grade, Property } from './product-page.ts'

interface PropertyHeadProps {
  property: FieldMetadata<Property>
  properties: FieldMetadata<Property[]>
  grades: FieldMetadata<Grade[]>
  /** Place of the property, from 0. */
  column: number
  count: number
}

/** Head of a column of the grade table: the property's name, whether it is of numbers, and its place. */
export function PropertyHead({ property, properties, grades, column, count }: PropertyHeadProps) {
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
          Numbers <span className="vh">in {title}</span>
        </label>
        <span>
          <button
            className="iconbtn"
            disabled={column === 0}
            onClick={move(column - 1)}
            {...form.reorder.getButtonProps({ name: list, from: column, to: column - 1 })}
          >
            <Icon name="move-left" />
            <span className="vh">Move {title} left</span>
          </button>
          <button
            className="iconbtn"
            disabled={column === count - 1}
            onClick={move(column + 1)}
            {...form.reorder.getButtonProps({ name: list, from: column, to: column + 1 })}
          >
            <Icon name="move-right" />
            <span className="vh">Move {title} right</span>
          </button>
          <button
            className="iconbtn"
            disabled={count === 1}
            onClick={moveValues({ type: 'remove', index: column })}
            {...form.remove.getButtonProps({ name: list, index: column })}
          >
            <Icon name="trash" />
            <span className="vh">Remove {title}</span>
          </button>
        </span>
      </div>
    </th>
  )
}

/**
 * The grades as they are typed, each with its values where the change leaves them: a list button changes the properties
 * only. Read from the form itself, since what was rendered may be older.
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
    return { grade: textOf(`${grade}.grade`), use: textOf(`${grade}.use`), values }
  })
}
