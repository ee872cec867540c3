import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { ProductRange, ProductRangeEntry } from './product-range.ts'

export const handle: EditorHandle = { schema: async () => (await import('./product-range.ts')).productRange.schema }

/** Fields of the ranges that the carousel on the home page shows. */
export default function ProductRangeEditor() {
  const fields = useFormMetadata<ProductRange>().getFieldset()
  return (
    <>
      <FieldGroup legend="Heading">
        <TextField field={fields.title} />
      </FieldGroup>
      <FieldGroup legend="Ranges" note="The arrow shows the ranges in this order">
        <EntryList
          list={fields.entries}
          noun="range"
          summarise={(entry) => {
            const { title, image } = entry.getFieldset()
            return { title: title.value, image: image.value ?? '' }
          }}
        >
          {(entry) => <RangeFields entry={entry} />}
        </EntryList>
      </FieldGroup>
    </>
  )
}

function RangeFields({ entry }: { entry: FieldMetadata<ProductRangeEntry> }) {
  const fields = entry.getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <TextField field={fields.title} />
      <TextField field={fields.subtitle} optional />
      <TextAreaField field={fields.description} optional />
      <div className="two">
        <TextField field={fields.buttonText} optional />
        <TextField field={fields.buttonLink} optional />
        <TextField field={fields.overlayText} help="A second link, on the image" optional />
        <TextField field={fields.overlayLink} optional />
      </div>
      <ImageField
        field={fields.image}
        alt={fields.imageAlt}
        label={`image of ${fields.title.value ?? 'the new range'}`}
      />
    </>
  )
}
