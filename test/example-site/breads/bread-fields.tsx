import { useFormMetadata } from '@conform-to/react'
import type { ContentOfEntry } from '#app/cms/define/define-collection.ts'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { breads } from './breads.ts'

export const handle: EditorHandle = { schema: async () => (await import('./breads.ts')).breads.schema }

export default function BreadFields() {
  const fields = useFormMetadata<ContentOfEntry<typeof breads>>().getFieldset()
  return (
    <>
      <TextField field={fields.name} />
      <TextAreaField field={fields.description} rows={2} />
      <TextField field={fields.price} help="With the currency, such as Rs 280" />
    </>
  )
}
