import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { QualityControl } from './quality-control.ts'

export const handle: EditorHandle = { schema: async () => (await import('./quality-control.ts')).qualityControl.schema }

export default function QualityControlEditor() {
  const fields = useFormMetadata<QualityControl>().getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <FieldGroup legend="Heading">
        <TextField field={fields.title} />
        <TextAreaField field={fields.subTitle} rows={2} optional />
      </FieldGroup>
      <FieldGroup legend="Descriptions" note="The first sentence of each is shown bold">
        <TextList list={fields.descriptions} />
      </FieldGroup>
      <FieldGroup legend="Image">
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the section" />
      </FieldGroup>
    </>
  )
}
