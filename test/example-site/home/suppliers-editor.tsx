import { useFormMetadata } from '@conform-to/react'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import type { Suppliers } from './suppliers.ts'

export const handle: EditorHandle = { schema: async () => (await import('./suppliers.ts')).suppliers.schema }

export default function SuppliersEditor() {
  const fields = useFormMetadata<Suppliers>().getFieldset()
  return (
    <>
      <TextField field={fields.title} />
      <EntryList
        list={fields.suppliers}
        noun="supplier"
        addLabel="Add Supplier"
        summarise={(supplier) => {
          const { image, alt } = supplier.getFieldset()
          return { title: alt.value ?? image.value, image: image.value ?? '' }
        }}
      >
        {(supplier) => {
          const { image, alt } = supplier.getFieldset()
          return (
            <ImageField field={image} alt={alt} label={`logo of ${alt.value ?? 'the supplier'}`} optional={false} />
          )
        }}
      </EntryList>
    </>
  )
}
