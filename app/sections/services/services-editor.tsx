import { useFormMetadata } from '@conform-to/react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { FieldGroup, PageHeadFields } from '#app/editing/fields/field-groups.tsx'
import { ServiceFields } from './service-fields.tsx'
import type { Services } from './services.ts'

/** Fields of the page of services. */
export function ServicesEditor() {
  const fields = useFormMetadata<Services>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead} />
      <FieldGroup legend="Services" note="Each fills a part of the page, in this order">
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
