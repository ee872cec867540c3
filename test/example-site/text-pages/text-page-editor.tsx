import { useFormMetadata } from '@conform-to/react'
import { SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import type { TextPage } from './text-pages.ts'

export const handle: EditorHandle = { schema: async () => (await import('./text-pages.ts')).textPages.schema }

const MENUS = [
  { value: 'none', label: 'None' },
  { value: 'footer', label: 'Footer' },
]

export default function TextPageFields() {
  const fields = useFormMetadata<TextPage>().getFieldset()
  return (
    <>
      <TextField field={fields.title} />
      <TextAreaField field={fields.lead} rows={2} optional />
      <SelectField field={fields.menu} options={MENUS} />
      <MarkdownField field={fields.body} />
    </>
  )
}
