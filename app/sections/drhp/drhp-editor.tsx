import { useFormMetadata } from '@conform-to/react'
import { DocumentFields } from '#app/sections/reports/document-fields.tsx'
import { FactList } from '#app/editing/lists/inline-list.tsx'
import { FieldGroup, PageHeadFields } from '#app/editing/fields/field-groups.tsx'
import { DisclaimerFields } from './disclaimer-fields.tsx'
import type { Drhp } from './drhp.ts'
import { FilmList } from './film-list.tsx'

/** Fields of the page of the draft prospectus and of the disclaimer before it, which visitors meet first. */
export function DrhpEditor() {
  const fields = useFormMetadata<Drhp>().getFieldset()
  return (
    <>
      <DisclaimerFields disclaimer={fields.disclaimer} />
      <PageHeadFields title={fields.title} lead={fields.lead} />
      <FieldGroup legend="Prospectus" note="The document that visitors download">
        <DocumentFields fields={fields.document.getFieldset()} />
      </FieldGroup>
      <FieldGroup legend="Films" note="About the offer, one for each language">
        <FilmList list={fields.films} />
      </FieldGroup>
      <FieldGroup legend="Facts" note="Under About the draft">
        <FactList list={fields.facts} />
      </FieldGroup>
    </>
  )
}
