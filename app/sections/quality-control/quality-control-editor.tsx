import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/ui/admin/field-group.tsx'
import { ImageField } from '#app/ui/admin/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/ui/admin/text-fields.tsx'
import { TextList } from '#app/ui/admin/text-list.tsx'
import type { QualityControl } from './quality-control.ts'

/** Fields of the quality control section. */
export function QualityControlEditor() {
  const fields = useFormMetadata<QualityControl>().getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <FieldGroup legend="Section">
        <TextField field={fields.title} label="Title" />
        <TextAreaField field={fields.subTitle} label="Subtitle" rows={2} optional />
      </FieldGroup>
      <FieldGroup legend="Descriptions" note="The first sentence of each is shown bold">
        <TextList list={fields.descriptions} label="Description" />
      </FieldGroup>
      <FieldGroup legend="Image">
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the section" />
      </FieldGroup>
    </>
  )
}
