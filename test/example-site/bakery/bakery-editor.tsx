import { useFormMetadata } from '@conform-to/react'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { RedirectsField } from '#app/cms/editing/lists/redirects-field.tsx'
import type { Bakery } from './bakery.ts'

export const handle: EditorHandle = { schema: async () => (await import('./bakery.ts')).bakery.schema }

export default function BakeryEditor() {
  const fields = useFormMetadata<Bakery>().getFieldset()
  return (
    <>
      <TextField field={fields.companyName} />
      <TextAreaField field={fields.welcome} rows={2} />
      <TextAreaField field={fields.openingHours} rows={3} help="One line for each day or group of days" />
      <TextField field={fields.phone} type="tel" />
      <RedirectsField list={fields.redirects} />
    </>
  )
}
