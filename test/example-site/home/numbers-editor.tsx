import { useFormMetadata } from '@conform-to/react'
import { HiddenField, NumberField } from '#app/cms/editing/fields/text-fields.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Numbers } from './numbers.ts'

export const handle: EditorHandle = { schema: async () => (await import('./numbers.ts')).numbers.schema }

export default function NumbersEditor() {
  const fields = useFormMetadata<Numbers>().getFieldset()
  const pictures = fields.pictures.getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <NumberField field={fields.yearsOpen} />
      <ImageField field={pictures.years} label="picture of the years" />
      <NumberField field={fields.loavesADay} />
      <ImageField field={pictures.loaves} label="picture of the loaves" />
      <NumberField field={fields.flour} help="In kilograms a week" />
    </>
  )
}
