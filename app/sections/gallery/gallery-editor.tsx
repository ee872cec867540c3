import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import type { ContentOf } from '#app/schema/define-section.ts'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { FieldGroup } from '#app/editing/fields/field-groups.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'
import { AddPictures } from './add-pictures.tsx'
import type { gallery, GalleryItem } from './gallery.ts'

/** Fields of the gallery. */
export function GalleryEditor() {
  const fields = useFormMetadata<ContentOf<typeof gallery>>().getFieldset()
  return (
    <>
      <FieldGroup legend="Top of the page">
        <TextField field={fields.title} label="Title" />
        <TextAreaField field={fields.description} label="Description" rows={2} optional />
      </FieldGroup>
      <FieldGroup legend="Pictures" note="Shown in this order, the first one large">
        <AddPictures items={fields.items} />
        <EntryList
          list={fields.items}
          noun="picture"
          empty="No pictures yet. Visitors read: No gallery items found."
          summarise={(item) => {
            const { title, description, imageUrl } = item.getFieldset()
            return { title: title.value, note: description.value ?? '', image: imageUrl.value ?? '' }
          }}
        >
          {(item) => <PictureFields item={item} />}
        </EntryList>
      </FieldGroup>
    </>
  )
}

function PictureFields({ item }: { item: FieldMetadata<GalleryItem> }) {
  const { _id, title, description, imageUrl } = item.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <ImageField field={imageUrl} label={`picture ${title.value ?? 'to be added'}`} optional={false} />
      <TextField field={title} label="Title" help="Below the picture, and read out in its place" />
      <TextAreaField field={description} label="Description" rows={2} optional />
    </>
  )
}
