import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import type { Story } from './story.ts'

export const handle: EditorHandle = { schema: async () => (await import('./story.ts')).story.schema }

export default function StoryEditor() {
  const fields = useFormMetadata<Story>().getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <FieldGroup legend="Heading">
        <TextField field={fields.title} />
        <TextAreaField field={fields.subTitle} rows={2} optional />
      </FieldGroup>
      <FieldGroup legend="Paragraphs">
        <TextList list={fields.paragraphs} />
      </FieldGroup>
      <FieldGroup legend="Image">
        <ImageField field={fields.image} alt={fields.imageAlt} label="image of the section" />
      </FieldGroup>
    </>
  )
}
