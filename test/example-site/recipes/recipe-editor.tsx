import { useFormMetadata } from '@conform-to/react'
import type { z } from 'zod'
import { NumberField, TextField, TickField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { MarkdownField } from '#app/cms/editing/markdown/markdown-field.tsx'
import type { recipe } from './recipes.ts'

export const handle: EditorHandle = { schema: async () => (await import('./recipes.ts')).recipes.schema }

export default function RecipeFields() {
  const fields = useFormMetadata<z.output<typeof recipe>>().getFieldset()
  return (
    <>
      <TextField field={fields.title} />
      <NumberField field={fields.minutes} />
      <TickField field={fields.isVegan} />
      <MarkdownField field={fields.body} />
    </>
  )
}
