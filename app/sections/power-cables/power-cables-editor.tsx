import { useFormMetadata } from '@conform-to/react'
import { ProductListEditor } from '#app/sections/products/product-list-editor.tsx'
import { SectionHeadFields, FieldGroup } from '#app/editing/fields/field-groups.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import type { PowerCables } from './power-cables.ts'

/** Fields of the power cables section. */
export function PowerCablesEditor() {
  const fields = useFormMetadata<PowerCables>().getFieldset()
  return (
    <>
      <SectionHeadFields title={fields.title} buttonText={fields.buttonText} buttonLink={fields.buttonLink} />
      <FieldGroup legend="Large image" note="Shown when a product has no image of its own">
        <ImageField field={fields.image} alt={fields.imageAlt} label="large image" />
      </FieldGroup>
      <ProductListEditor products={fields.products} note="The first one is active when the page loads" />
    </>
  )
}
