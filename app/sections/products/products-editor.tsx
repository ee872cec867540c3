import { useFormMetadata } from '@conform-to/react'
import { SectionHeadFields } from '#app/editing/fields/field-groups.tsx'
import type { Products } from './products.ts'
import { ProductListEditor } from './product-list-editor.tsx'

/** Fields of the optical fibre cables. */
export function ProductsEditor() {
  const fields = useFormMetadata<Products>().getFieldset()
  return (
    <>
      <SectionHeadFields title={fields.title} buttonText={fields.buttonText} buttonLink={fields.buttonLink} />
      <ProductListEditor products={fields.products} note="Shown as tiles in this order" ownUpdate />
    </>
  )
}
