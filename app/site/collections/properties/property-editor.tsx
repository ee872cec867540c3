import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { NumberField, SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import { optionsOf } from './grade-choices.ts'
import { BETTER, PROPERTY_GROUPS } from './property-groups.ts'
import type { Property } from './properties.ts'

export const handle: EditorHandle = { schema: async () => (await import('./properties.ts')).properties.schema }

/** Fields of a property of grades. */
export default function PropertyEditor() {
  const fields = useFormMetadata<Property>().getFieldset()
  return (
    <>
      <FieldGroup
        legend="Property"
        note="Two values of one property have the same unit, so that visitors can compare them"
      >
        <TextField field={fields.title} help="As on a data sheet, for example Tensile strength" />
        <div className="two">
          <TextField field={fields.unit} optional help="For example MPa. It stays once a grade has a value of it" />
          <NumberField field={fields.decimals} help="The most decimals that a value may have" />
        </div>
        <div className="two">
          <SelectField field={fields.group} options={optionsOf(PROPERTY_GROUPS)} />
          <SelectField field={fields.better} options={optionsOf(BETTER)} />
        </div>
      </FieldGroup>
      <FieldGroup
        legend="Usual methods"
        note="The most usual one first. A value names the method that it was measured by"
      >
        <TextList list={fields.methods} rows={1} />
      </FieldGroup>
    </>
  )
}
