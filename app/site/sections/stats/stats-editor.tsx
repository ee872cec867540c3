import { useFormMetadata } from '@conform-to/react'
import { Fold } from '#app/cms/editing/fields/fold.tsx'
import { FieldGroup, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, NumberField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Stats } from './stats.ts'
import './stats-editor.css'

export const handle: EditorHandle = { schema: async () => (await import('./stats.ts')).stats.schema }

/** Fields of the three large figures. */
export default function StatsEditor() {
  const fields = useFormMetadata<Stats>().getFieldset()
  const icons = fields.icons.getFieldset()
  return (
    <>
      <HiddenField field={fields._id} />
      <FieldGroup legend="Figures">
        <div className="stats-figures">
          <NumberField field={fields.yearsExperience} label="Years" help="Of experience" />
          <NumberField field={fields.clientsWorldwide} label="Clients" help="Worldwide" />
          <NumberField field={fields.capacity} help="In tonnes (MT) a year" />
        </div>
      </FieldGroup>
      <FieldGroup legend="Icons" note="Each figure has a standard icon">
        <Fold
          opens={Object.values(icons).some(({ initialValue, errors }) => initialValue || errors)}
          summary="Choose other icons"
        >
          <div className="stats-icons">
            <SubGroup legend="Icon of the years">
              <ImageField field={icons.experience} label="icon of the years" />
            </SubGroup>
            <SubGroup legend="Icon of the clients">
              <ImageField field={icons.clients} label="icon of the clients" />
            </SubGroup>
            <SubGroup legend="Icon of the capacity">
              <ImageField field={icons.capacity} label="icon of the capacity" />
            </SubGroup>
          </div>
        </Fold>
      </FieldGroup>
    </>
  )
}
