import type { FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { FieldGroup } from '#app/editing/fields/field-groups.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'
import { ProductAddressField } from './product-address-field.tsx'
import type { Product } from './product.ts'

interface ProductListEditorProps {
  products: FieldMetadata<Product[]>
  note: string
  /** Gives each product a button of its own that saves. */
  ownUpdate?: boolean
}

/** The products of a section: cards, rows or tiles on the page. */
export function ProductListEditor({ products, note, ownUpdate = false }: ProductListEditorProps) {
  return (
    <FieldGroup legend="Products" note={note}>
      <EntryList
        list={products}
        noun="product"
        ownUpdate={ownUpdate}
        summarise={(product) => {
          const { title, slug, image } = product.getFieldset()
          return {
            title: title.value,
            note: slug.value === undefined ? '' : `/products/${slug.value}`,
            image: image.value ?? '',
          }
        }}
      >
        {(product) => <ProductFields product={product} />}
      </EntryList>
    </FieldGroup>
  )
}

function ProductFields({ product }: { product: FieldMetadata<Product> }) {
  const fields = product.getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <div className="two">
        <TextField field={fields.title} label="Title" />
        <ProductAddressField field={fields.slug} />
      </div>
      <TextAreaField field={fields.description} label="Description" optional />
      <ImageField
        field={fields.image}
        alt={fields.imageAlt}
        label={`image of ${fields.title.value ?? 'the new product'}`}
      />
    </>
  )
}
