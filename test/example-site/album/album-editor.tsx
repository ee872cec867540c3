import { useFormMetadata } from '@conform-to/react'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import type { Album } from './album.ts'

export const handle: EditorHandle = { schema: async () => (await import('./album.ts')).album.schema }

export default function AlbumEditor() {
  const fields = useFormMetadata<Album>().getFieldset()
  return (
    <>
      <TextField field={fields.title} />
      <TextAreaField field={fields.description} rows={2} optional />
      <EntryList
        list={fields.pictures}
        noun="picture"
        empty="No pictures yet."
        summarise={(picture) => {
          const { title, description, image } = picture.getFieldset()
          return { title: title.value, note: description.value ?? '', image: image.value ?? '' }
        }}
      >
        {(picture) => {
          const { _id, title, description, image } = picture.getFieldset()
          return (
            <>
              <HiddenField field={_id} />
              <ImageField field={image} label={`picture ${title.value ?? 'to be added'}`} optional={false} />
              <TextField field={title} help="Screen readers read it instead of the picture" />
              <TextAreaField field={description} rows={2} optional />
            </>
          )
        }}
      </EntryList>
    </>
  )
}
