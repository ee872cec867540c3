import { useFormMetadata } from '@conform-to/react'
import { FieldGroup, PageHeadFields } from '#app/cms/editing/fields/field-groups.tsx'
import { SelectField, TextAreaField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { Disclosures } from './disclosures.ts'

export const handle: EditorHandle = { schema: async () => (await import('./disclosures.ts')).disclosures.schema }

const STATES = [
  { value: 'off', label: 'Off: visitors cannot find it' },
  { value: 'on', label: 'On: Investor Relations and the sitemap link to it' },
] satisfies { value: Disclosures['state']; label: string }[]

/** Fields of the page that lists the disclosures. */
export default function DisclosuresEditor() {
  const fields = useFormMetadata<Disclosures>().getFieldset()
  return (
    <>
      <FieldGroup legend="For visitors" note="Company secretary and counsel confirm the rows before the page is on">
        <SelectField
          field={fields.state}
          options={STATES}
          help="The page shows every row. Those that the dashboard names as missing say “Not published yet”"
        />
      </FieldGroup>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <TextAreaField field={fields.intro} rows={4} />
        <TextAreaField field={fields.note} rows={3} optional />
      </PageHeadFields>
    </>
  )
}
