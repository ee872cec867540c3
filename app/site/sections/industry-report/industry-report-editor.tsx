import { useFormMetadata } from '@conform-to/react'
import { FieldGroup, PageHeadFields } from '#app/cms/editing/fields/field-groups.tsx'
import { TextAreaField } from '#app/cms/editing/fields/text-fields.tsx'
import { TitledTextList } from '#app/cms/editing/lists/entry-list.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { IndustryReport } from './industry-report.ts'

export const handle: EditorHandle = { schema: async () => (await import('./industry-report.ts')).industryReport.schema }

export default function IndustryReportEditor() {
  const fields = useFormMetadata<IndustryReport>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead} />
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
