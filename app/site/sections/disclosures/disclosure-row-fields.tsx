import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { NumberField, SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { APPLIES, ENDS } from './applies.ts'
import { RENEWALS } from './due-period.ts'
import { COUNTED, EVIDENCE } from './evidence.ts'
import type { DisclosureRow } from './disclosure-rows.ts'

export const handle: EditorHandle = { schema: async () => (await import('./disclosure-rows.ts')).disclosureRows.schema }

const APPLIES_CHOICES = Object.entries(APPLIES).map(([value, label]) => ({ value, label }))
const END_CHOICES = Object.entries(ENDS).map(([value, label]) => ({ value, label }))
const COUNTED_CHOICES = Object.entries(COUNTED).map(([value, label]) => ({ value, label }))
const RENEWAL_CHOICES = Object.entries(RENEWALS).map(([value, label]) => ({ value, label }))

/** Fields of one row. Whether it is published is not among them: the website finds that out. */
export default function DisclosureRowFields() {
  const fields = useFormMetadata<DisclosureRow>().getFieldset()
  return (
    <>
      <TextField field={fields.law} help="Rows of the same law that follow one another are one table" />
      <TextField field={fields.clause} help="For example 46(2)(d)" />
      <TextAreaField field={fields.text} rows={2} help="In your own words" />
      <FieldGroup legend="Applies" note="Company secretary and counsel confirm">
        <SelectField field={fields.applies} options={APPLIES_CHOICES} />
        <div className="two">
          <SelectField field={fields.appliesUntil} options={END_CHOICES} />
          <TextField field={fields.lastDay} type="date" optional help="Not required from the next day on" />
        </div>
        <TextAreaField
          field={fields.reason}
          rows={2}
          optional
          help="Required if the row does not apply. Visitors read it"
        />
      </FieldGroup>
      <FieldGroup legend="Shown by" note="Open until this is published and up to date. Computed automatically">
        <SelectField field={fields.evidence} options={EVIDENCE} />
        <LinkField field={fields.pageLink} optional help="Only for a page: its address, such as /aboutus" />
        <TextAreaField
          field={fields.statement}
          rows={2}
          optional
          help="Only for a statement, such as: The criteria are in the annual report"
        />
        <TextField
          field={fields.languages}
          optional
          help="Only if several languages are required: their codes, such as en, hi"
        />
        <div className="two">
          <NumberField field={fields.least} optional help="For example 3 for the accounts of three years" />
          <SelectField field={fields.counted} options={COUNTED_CHOICES} />
        </div>
      </FieldGroup>
      <FieldGroup
        legend="Renewal"
        note="For documents and programmes. A row opens on the day after its document was due"
      >
        <SelectField field={fields.renewal} options={RENEWAL_CHOICES} />
        <div className="two">
          <NumberField field={fields.daysAfter} optional help="0: on the last day of the period" />
          <NumberField field={fields.daysAfterYear} optional help="Fourth quarter only (0 = same as the others)" />
        </div>
      </FieldGroup>
    </>
  )
}
