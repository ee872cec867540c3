import { useFormMetadata } from '@conform-to/react'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Bread } from './breads.ts'

export const handle: EditorHandle = { schema: async () => (await import('./breads.ts')).bread }

export default function BreadFields() {
  const fields = useFormMetadata<Bread>().getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <TextField field={fields.name} />
      <TextAreaField field={fields.description} rows={2} />
      <TextField field={fields.price} help="With the currency, such as £2.80" />
    </>
  )
}
