import { useFormMetadata } from '@conform-to/react'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { AllergenNotice } from './allergen-notice.ts'

export const handle: EditorHandle = { schema: async () => (await import('./allergen-notice.ts')).allergenNotice.schema }

export default function AllergenNoticeEditor() {
  const fields = useFormMetadata<AllergenNotice>().getFieldset()
  return (
    <>
      <TextField field={fields.title} />
      <TextAreaField field={fields.text} />
    </>
  )
}
