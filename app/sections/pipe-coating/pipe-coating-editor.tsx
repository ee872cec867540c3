import { useFormMetadata } from '@conform-to/react'
import { ProductListEditor } from '#app/sections/products/product-list-editor.tsx'
import { SectionHeadFields } from '#app/editing/fields/field-groups.tsx'
import type { PipeCoating } from './pipe-coating.ts'

/** Fields of the pipe coating section. */
export function PipeCoatingEditor() {
  const fields = useFormMetadata<PipeCoating>().getFieldset()
  return (
    <>
      <SectionHeadFields title={fields.title} buttonText={fields.buttonText} buttonLink={fields.buttonLink} />
      <ProductListEditor products={fields.products} note="The second one is shown highlighted" />
    </>
  )
}
