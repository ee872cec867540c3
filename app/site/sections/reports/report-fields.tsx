import { useFormMetadata } from '@conform-to/react'
import type { ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { Field } from '#app/cms/editing/fields/field.tsx'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { FileField } from '#app/cms/editing/files/file-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { reports } from './reports.ts'
import './report-fields.css'

export const handle: EditorHandle = { schema: async () => (await import('./reports.ts')).reports.schema }

/** Year, title, PDF and date side by side. */
export default function ReportFields() {
  const fields = useFormMetadata<ContentOfEntry<typeof reports>>().getFieldset()
  return (
    <div className="entry-fields report-fields">
      <Field field={fields.year}>
        {(control) => (
          // The row was opened by its button. Without JavaScript nothing else scrolls to it in a long table.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          <input {...control} type="text" defaultValue={fields.year.initialValue} placeholder="2024-25" autoFocus />
        )}
      </Field>
      <TextField field={fields.title} />
      <FileField field={fields.fileUrl} label="PDF" accepts="pdf" />
      <TextField field={fields.date} type="date" optional help="Empty: the day on which it is first on the website" />
    </div>
  )
}
