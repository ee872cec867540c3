import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { GlobalExpansion } from './global-expansion.ts'

export const handle: EditorHandle = {
  schema: async () => (await import('./global-expansion.ts')).globalExpansion.schema,
}

export default function GlobalExpansionEditor() {
  const fields = useFormMetadata<GlobalExpansion>().getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <FieldGroup legend="Heading and text">
        <TextField field={fields.title} />
        <TextAreaField field={fields.paragraph1} />
        <TextAreaField field={fields.paragraph2} optional />
        <TextAreaField field={fields.paragraph3} optional />
      </FieldGroup>
      <FieldGroup legend="List items" note="Always four list items">
        <TextList list={fields.listItems} rows={1} fixed />
      </FieldGroup>
      <FieldGroup legend="Image">
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the section" />
      </FieldGroup>
    </>
  )
}
