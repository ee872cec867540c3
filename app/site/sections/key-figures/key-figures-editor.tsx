import { useField, useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import { TableList, type TableCell } from '#app/cms/editing/lists/table-list.tsx'
import { Fold } from '#app/cms/editing/fields/fold.tsx'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { KeyFigure, KeyFigures } from './key-figures.ts'
import './key-figures-editor.css'

export const handle: EditorHandle = { schema: async () => (await import('./key-figures.ts')).keyFigures.schema }

/** Fields of the key figures and the dates of the investors page. */
export default function KeyFiguresEditor() {
  const fields = useFormMetadata<KeyFigures>().getFieldset()
  return (
    <>
      <FieldGroup legend="Heading">
        <TextField field={fields.title} />
        <TextField field={fields.note} help="The basis of the figures, for example: Consolidated, audited" optional />
      </FieldGroup>
      <FieldGroup legend="Years" note="Financial years, the oldest first. Each figure has one value for each of them">
        <TextList list={fields.years} rows={1} />
      </FieldGroup>
      <FieldGroup
        legend="Figures"
        note="A unit is, for example, Rs crore or %. The page calculates the change from the last two values, and draws the bars"
      >
        <TableList list={fields.figures} noun="figure" blocks>
          {(figure) => figureCells(figure, fields.years)}
        </TableList>
      </FieldGroup>
      <FieldGroup
        legend="Dates"
        note="Such as Results for the year ended 31 March 2027. Visitors see the next one; a date that has passed is not shown"
      >
        <TableList list={fields.calendar} noun="date">
          {(entry) => {
            const { _id, date, title } = entry.getFieldset()
            return [
              <HiddenField key="_id" field={_id} />,
              <TextField key="date" field={date} type="date" />,
              <TextField key="title" field={title} />,
            ]
          }}
        </TableList>
      </FieldGroup>
    </>
  )
}

/** A column for each year, also for one that was added and has no value yet, or is gone and still has one. */
function figureCells(figure: FieldMetadata<KeyFigure>, years: FieldMetadata<string[]>): TableCell[] {
  const { _id, name, unit, definition, values } = figure.getFieldset()
  const names = years.getFieldList().map(({ value }) => value ?? '')
  const count = Math.max(names.length, values.getFieldList().length)
  return [
    <HiddenField key="_id" field={_id} />,
    <TextField key="name" field={name} />,
    <TextField key="unit" field={unit} />,
    ...Array.from({ length: count }, (_, index) => (
      <ValueField key={index} field={{ name: `${values.name}[${index}]` }} label={names[index] || 'No year'} />
    )),
    <DefinitionField
      key="definition"
      field={definition}
      optional
      help="Below the table: how it is calculated, and the page of the document"
    />,
  ]
}

/** Folded away once it is written: it rarely changes with the values. */
function DefinitionField(props: { field: FieldMetadata<string>; optional: boolean; help: string }) {
  const { value, initialValue, errors } = props.field
  const text = value ?? initialValue ?? ''
  return (
    <Fold
      className="figure-definition"
      opens={errors !== undefined}
      summary={
        <>
          <b>Definition</b> <span>{text || 'None yet'}</span>
        </>
      }
    >
      <TextField {...props} />
    </Fold>
  )
}

/** The value of a year, whether or not the list has one at its place. */
function ValueField({ field, label }: { field: { name: string }; label: string }) {
  const [value] = useField<string>(field.name)
  return <TextField field={value} label={label} />
}
