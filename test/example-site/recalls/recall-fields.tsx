import { useFormMetadata } from '@conform-to/react'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Recall } from './recalls.ts'

export const handle: EditorHandle = { schema: async () => (await import('./recalls.ts')).recalls.schema }

export default function RecallFields() {
  const fields = useFormMetadata<Recall>().getFieldset()
  return (
    <>
      <TextField field={fields.title} />
      <TextField field={fields.day} type="date" />
      <TextAreaField field={fields.reason} rows={2} />
      <FileField field={fields.notice} accepts={['pdf']} optional />
      <TextField field={fields.endedOn} type="date" optional />
      <label>
        <input type="checkbox" name="endsToday" form={fields.endedOn.formId} /> Ended today
      </label>
      <TextAreaField field={fields.withdrawnBecause} rows={2} optional />
    </>
  )
}
