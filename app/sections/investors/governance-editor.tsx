import { useFormMetadata } from '@conform-to/react'
import { TitledDocumentList } from '#app/sections/reports/titled-document-list.tsx'
import { FieldGroup } from '#app/editing/fields/field-groups.tsx'
import type { Governance } from './governance.ts'

/** Fields of the company's policies. */
export function GovernanceEditor() {
  const fields = useFormMetadata<Governance>().getFieldset()
  return (
    <FieldGroup legend="Policies" note="Numbered on the page in this order">
      <TitledDocumentList list={fields.policies} noun="policy" />
    </FieldGroup>
  )
}
