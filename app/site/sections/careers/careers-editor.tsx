import { useFormMetadata } from '@conform-to/react'
import { FieldGroup, FieldGroups } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import { TitledTextList } from '#app/cms/editing/lists/entry-list.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Careers } from './careers.ts'

export const handle: EditorHandle = { schema: async () => (await import('./careers.ts')).careers.schema }

/** Fields of the careers page, in the order of the page. */
export default function CareersEditor() {
  const fields = useFormMetadata<Careers>().getFieldset()
  return (
    <FieldGroups>
      <FieldGroup legend="Top of the page" note="The title is “Working at” and the company's name">
        <TextField field={fields.lead} help="One sentence below the title" />
        <ImageField field={fields.image} alt={fields.imageAlt} label="image at the top" wide />
      </FieldGroup>
      <FieldGroup legend="Intro" note="In large letters, beside a picture">
        <TextAreaField field={fields.intro} help="Search engines show it with the page" />
        <ImageField field={fields.whyImage} alt={fields.whyImageAlt} label="image beside the intro" />
      </FieldGroup>
      <FieldGroup legend="One day" note="What a day in production looks like">
        <TextField field={fields.dayTitle} label="Title" />
        <TableList list={fields.day} noun="hour" max={10} empty="No hours yet. The page does not show this part.">
          {(entry) => {
            const { time, title, text } = entry.getFieldset()
            return [
              <TextField key="time" field={time} type="time" />,
              <TextField key="title" field={title} />,
              <TextAreaField key="text" field={text} rows={2} />,
            ]
          }}
        </TableList>
      </FieldGroup>
      <FieldGroup legend="Why">
        <TextField field={fields.whyTitle} label="Title" />
        <MarkdownField field={fields.body} label="Text" />
      </FieldGroup>
      <FieldGroup legend="Values" note="Beside the Why section">
        <TitledTextList
          list={fields.values}
          noun="value"
          empty="No values yet."
          fieldsOf={(value) => {
            const { _id, title, description } = value.getFieldset()
            return { _id, title, text: description }
          }}
        />
      </FieldGroup>
      <FieldGroup legend="Apply" note="Applicants write to the employment e-mail address in Company details">
        <TextField field={fields.applyTitle} label="Title" />
        <TextAreaField field={fields.applyLead} label="Introduction" rows={2} />
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
    </FieldGroups>
  )
}
