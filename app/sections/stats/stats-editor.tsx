import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/ui/admin/field-group.tsx'
import { ImageField } from '#app/ui/admin/image-field.tsx'
import { HiddenField, NumberField } from '#app/ui/admin/text-fields.tsx'
import type { Stats } from './stats.ts'

/** Fields of the three large figures. */
export function StatsEditor() {
  const fields = useFormMetadata<Stats>().getFieldset()
  const icons = fields.icons.getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <FieldGroup legend="Years of experience">
        <NumberField field={fields.yearsExperience} label="Years" />
        <ImageField field={icons.experience} label="icon of the years" />
      </FieldGroup>
      <FieldGroup legend="Clients worldwide">
        <NumberField field={fields.clientsWorldwide} label="Clients" />
        <ImageField field={icons.clients} label="icon of the clients" />
      </FieldGroup>
      <FieldGroup legend="Capacity" note="In tonnes (MT) a year">
        <NumberField field={fields.capacity} label="Capacity" />
        <ImageField field={icons.capacity} label="icon of the capacity" />
      </FieldGroup>
    </>
  )
}
