import { useFormMetadata } from '@conform-to/react'
import { DocumentFields } from '#app/sections/reports/document-fields.tsx'
import { EntryList } from '#app/ui/admin/entry-list.tsx'
import { FieldGroup } from '#app/ui/admin/field-group.tsx'
import { HiddenField } from '#app/ui/admin/text-fields.tsx'
import type { Governance } from './governance.ts'

/** Fields of the company's policies. */
export function GovernanceEditor() {
  const fields = useFormMetadata<Governance>().getFieldset()
  return (
    <FieldGroup legend="Policies" note="Numbered on the page in this order">
      <EntryList
        list={fields.policies}
        noun="policy"
        empty="Visitors read: Nothing has been published here yet."
        summarise={(policy) => ({ title: policy.getFieldset().title.value })}
      >
        {(policy) => {
          const document = policy.getFieldset()
          return (
            <>
              <HiddenField field={document._id} />
              <DocumentFields fields={document} />
            </>
          )
        }}
      </EntryList>
    </FieldGroup>
  )
}
