import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { EntryList, TitledTextList } from '#app/cms/editing/lists/entry-list.tsx'
import { FieldGroup, PageHeadFields, ButtonFields, SubGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { factRowCells } from '#app/site/collections/facts/fact-row-cells.tsx'
import { TextList } from '#app/cms/editing/lists/inline-list.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { Services, Service } from './services.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./services.ts')).services.schema }

/** Fields of the page of services. */
export default function ServicesEditor() {
  const fields = useFormMetadata<Services>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead} />
      <FieldGroup legend="Services" note="Each service is one part of the page, in this order">
        <EntryList
          list={fields.services}
          noun="service"
          min={1}
          summarise={(service) => {
            const { _id, title, image } = service.getFieldset()
            return {
              title: title.value,
              note: _id.value === undefined ? '' : `/services#${_id.value}`,
              image: image.value ?? '',
            }
          }}
        >
          {(service) => <ServiceFields service={service} />}
        </EntryList>
      </FieldGroup>
    </>
  )
}

/** Fields of one service, in the order of the page. */
function ServiceFields({ service }: { service: FieldMetadata<Service> }) {
  const fields = service.getFieldset()
  return (
    <>
      <div className="two">
        <TextField field={fields.title} />
        <TextField
          field={fields._id}
          label="Address"
          prefix="/services#"
          help="If you change the address, links to it stop working. Leave empty to create one automatically"
          optional
        />
      </div>
      <TextAreaField field={fields.lead} rows={2} />
      <ButtonFields text={fields.buttonText} link={fields.buttonLink} />
      <ImageField
        field={fields.image}
        alt={fields.imageAlt}
        label={`image of ${fields.title.value ?? 'the new service'}`}
      />
      <SubGroup legend="What we do">
        <TextList list={fields.work} label="Point" rows={1} />
      </SubGroup>
      <SubGroup legend="Steps" note="The steps of an order, from first to last">
        <TitledTextList
          list={fields.steps}
          noun="step"
          rows={2}
          fieldsOf={(step) => {
            const { title, text } = step.getFieldset()
            return { title, text }
          }}
        />
      </SubGroup>
      <SubGroup legend="What to send us" note="What an enquiry should include">
        <TextList list={fields.send} label="Point" rows={1} />
      </SubGroup>
      <SubGroup legend="Minimum lots" note="The smallest quantities for which an order makes sense. Smallest first">
        <TableList list={fields.lots} noun="lot" empty="No lot yet. The page does not show this part.">
          {(lot) => {
            const { fact, name, value } = lot.getFieldset()
            return factRowCells({ fact, name, own: value })
          }}
        </TableList>
        <TextAreaField field={fields.lotsNote} label="Note" rows={2} help="Below the lots" optional />
      </SubGroup>
    </>
  )
}
