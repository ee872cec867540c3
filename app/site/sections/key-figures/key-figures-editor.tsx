import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import { FieldGroup, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { KeyFigure, KeyFigures } from './key-figures.ts'

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
      <FieldGroup legend="Figures" note="The page calculates the change from the last two values, and draws the bars">
        <EntryList
          list={fields.figures}
          noun="figure"
          summarise={(figure) => {
            const { name, unit } = figure.getFieldset()
            return { title: name.value, note: unit.value ?? '' }
          }}
        >
          {(figure) => <FigureFields figure={figure} />}
        </EntryList>
      </FieldGroup>
      <FieldGroup legend="Dates" note="Visitors see the next one; a date that has passed is not shown">
        <TableList list={fields.calendar} noun="date">
          {(entry) => {
            const { _id, date, title } = entry.getFieldset()
            return [
              <HiddenField key="_id" field={_id} />,
              <TextField key="date" field={date} type="date" />,
              <TextField key="title" field={title} help="For example: Results for the year ended 31 March 2027" />,
            ]
          }}
        </TableList>
      </FieldGroup>
    </>
  )
}

function FigureFields({ figure }: { figure: FieldMetadata<KeyFigure> }) {
  const { _id, name, unit, definition, values } = figure.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <div className="two">
        <TextField field={name} />
        <TextField field={unit} help="For example Rs crore, or % for a percentage" />
      </div>
      <TextField
        field={definition}
        optional
        help="Below the table. A figure that the accounts do not state needs it: how it is calculated, and the page of the document"
      />
      <SubGroup legend="Values" note="In the order of the years, for example 604.9 or 1,23,456.7">
        <TextList list={values} rows={1} />
      </SubGroup>
    </>
  )
}
