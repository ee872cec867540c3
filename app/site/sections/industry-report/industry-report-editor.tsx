import { useFormMetadata } from '@conform-to/react'
import { FieldGroup, PageHeadFields } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TitledTextList } from '#app/cms/editing/lists/entry-list.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { IndustryReport } from './industry-report.ts'

export const handle: EditorHandle = { schema: async () => (await import('./industry-report.ts')).industryReport.schema }

export default function IndustryReportEditor() {
  const fields = useFormMetadata<IndustryReport>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead} />
      <FieldGroup legend="Figures" note="Beside the cover of the report, as its tables have them">
        <TextField field={fields.before} help="Such as 2020" />
        <TextField field={fields.latest} help="Such as 2025" />
        <TextField field={fields.forecast} help="Such as 2030" />
        <TableList list={fields.figures} noun="figure" blocks empty="No figures yet. The page does not show this part.">
          {(figure) => {
            const { _id, name, before, latest, forecast, growth } = figure.getFieldset()
            return [
              <HiddenField key="_id" field={_id} />,
              <TextField key="name" field={name} />,
              <TextField key="before" field={before} />,
              <TextField key="latest" field={latest} />,
              <TextField key="forecast" field={forecast} />,
              <TextField key="growth" field={growth} />,
            ]
          }}
        </TableList>
        <TextAreaField
          field={fields.figuresNote}
          rows={2}
          optional
          help="Below the figures: their unit and who estimates them"
        />
      </FieldGroup>
      <FieldGroup legend="Chapters" note="Below “What it covers”, numbered in this order">
        <TitledTextList
          list={fields.chapters}
          noun="chapter"
          rows={2}
          empty="No chapters yet. The page does not show this part."
          fieldsOf={(chapter) => {
            const { _id, title, description } = chapter.getFieldset()
            return { _id, title, text: description }
          }}
        />
      </FieldGroup>
      <FieldGroup legend="Basis of the report" note="The sources of its figures, at the end of the page">
        <TextAreaField field={fields.basis} rows={5} />
      </FieldGroup>
    </>
  )
}
