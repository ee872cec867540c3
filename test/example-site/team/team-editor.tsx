import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { TitledTextList } from '#app/cms/editing/lists/entry-list.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import type { Team } from './team.ts'

export const handle: EditorHandle = { schema: async () => (await import('./team.ts')).team.schema }

export default function TeamEditor() {
  const fields = useFormMetadata<Team>().getFieldset()
  return (
    <>
      <TextField field={fields.lead} />
      <ImageField field={fields.image} alt={fields.imageAlt} label="image of the team" />
      <MarkdownField field={fields.body} />
      <FieldGroup legend="Benefits">
        <TitledTextList
          list={fields.benefits}
          noun="benefit"
          fieldsOf={(benefit) => {
            const { _id, title, description } = benefit.getFieldset()
            return { _id, title, text: description }
          }}
        />
      </FieldGroup>
      <FieldGroup legend="How to apply">
        <TextAreaField field={fields.applyLead} rows={2} />
        <TitledTextList
          list={fields.steps}
          noun="step"
          rows={2}
          fieldsOf={(step) => {
            const { title, text } = step.getFieldset()
            return { title, text }
          }}
        />
      </FieldGroup>
    </>
  )
}
