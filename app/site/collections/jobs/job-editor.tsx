import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import type { Job } from './jobs.ts'
import { KIND_OPTIONS } from './kinds-of-work.ts'

export const handle: EditorHandle = { schema: async () => (await import('./jobs.ts')).jobs.schema }

/** Fields of a job, in the order of its page. */
export default function JobEditor() {
  const fields = useFormMetadata<Job>().getFieldset()
  return (
    <>
      <FieldGroup
        legend="Position"
        note="Applicants write to the employment e-mail address in Company details, with the title and the reference in the subject"
      >
        <TextField field={fields.title} />
        <div className="two">
          <TextField field={fields.place} help="For example Goa" />
          <SelectField field={fields.kind} options={KIND_OPTIONS} />
        </div>
        <TextField
          field={fields.reference}
          optional
          help="Names this position in your own lists, for example PC-2026-014"
        />
      </FieldGroup>
      <FieldGroup legend="Days" note="In the time zone of India">
        <div className="two">
          <TextField field={fields.posted} type="date" help="Newest first, on the page and for search engines" />
          <TextField
            field={fields.closes}
            type="date"
            optional
            help="The position closes automatically at the end of this day. Empty: it is open until you remove or hide it"
          />
        </div>
      </FieldGroup>
      <FieldGroup legend="Text" wide>
        <MarkdownField field={fields.body} />
      </FieldGroup>
    </>
  )
}
