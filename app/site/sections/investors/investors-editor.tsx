import { useFormMetadata } from '@conform-to/react'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { FieldGroup, OfficeFields, PageHeadFields } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { HiddenField, SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { Investors } from './investors.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'

export const handle: EditorHandle = { schema: async () => (await import('./investors.ts')).investors.schema }

/** Fields of the head of the investors page and its contacts. */
export default function InvestorsEditor() {
  const fields = useFormMetadata<Investors>().getFieldset()
  return (
    <>
      <PageHeadFields title={fields.title} lead={fields.lead}>
        <TextAreaField field={fields.intro} rows={4} />
      </PageHeadFields>
      <FieldGroup legend="Investor grievance" note="Contacts for shareholders: registrar, compliance officer">
        <EntryList
          list={fields.contacts}
          noun="contact"
          summarise={(contact) => {
            const { name, title } = contact.getFieldset()
            return { title: name.value, note: title.value ?? '' }
          }}
        >
          {(contact) => {
            const office = contact.getFieldset()
            return (
              <>
                <HiddenField field={office._id} />
                <OfficeFields fields={office}>
                  <TextField field={office.name} help="The name of the person or the company" />
                </OfficeFields>
                <SelectField
                  field={office.answersQueries}
                  options={ANSWERS_QUERIES}
                  help="The footer of every page names the one person who answers them"
                />
              </>
            )
          }}
        </EntryList>
      </FieldGroup>
      <FieldGroup
        legend="Complaints elsewhere"
        note="Links below the contacts. Leave empty whatever does not apply. The footer shows SMART ODR once the company is listed"
      >
        <LinkField
          field={fields.scoresLink}
          optional
          help="The complaints system of SEBI: https://scores.sebi.gov.in/"
        />
        <LinkField field={fields.smartOdrLink} optional help="Online resolution of disputes: https://smartodr.in/" />
        <LinkField field={fields.iepfLink} optional help="The fund for unclaimed dividends: https://www.iepf.gov.in/" />
      </FieldGroup>
    </>
  )
}

const ANSWERS_QUERIES = [
  { value: 'yes', label: 'This contact answers them' },
  { value: 'no', label: 'Another contact answers them' },
] satisfies { value: Investors['contacts'][number]['answersQueries']; label: string }[]
