import { useFormMetadata } from '@conform-to/react'
import { FieldGroup, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, NumberField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Stats } from './stats.ts'

export const handle: EditorHandle = { schema: async () => (await import('./stats.ts')).stats.schema }

/** Fields of the three large figures. */
export default function StatsEditor() {
  const fields = useFormMetadata<Stats>().getFieldset()
  const icons = fields.icons.getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <FieldGroup legend="Years of experience">
        <NumberField field={fields.yearsExperience} label="Years" />
        <SubGroup legend="Icon" note="Shown above the number. If empty, the standard icon is used">
          <ImageField field={icons.experience} label="icon of the years" />
        </SubGroup>
      </FieldGroup>
      <FieldGroup legend="Clients worldwide">
        <NumberField field={fields.clientsWorldwide} label="Clients" />
        <SubGroup legend="Icon" note="Shown above the number. If empty, the standard icon is used">
          <ImageField field={icons.clients} label="icon of the clients" />
        </SubGroup>
      </FieldGroup>
      <FieldGroup legend="Production capacity">
        <NumberField field={fields.capacity} help="In tonnes (MT) a year" />
        <SubGroup legend="Icon" note="Shown above the number. If empty, the standard icon is used">
          <ImageField field={icons.capacity} label="icon of the capacity" />
        </SubGroup>
      </FieldGroup>
    </>
  )
}
