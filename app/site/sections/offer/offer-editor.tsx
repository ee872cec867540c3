import { useFormMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { SelectField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { OFFER_STAGES, STAGE_IDS } from './offer-stages.ts'
import type { Offer } from './offer.ts'

export const handle: EditorHandle = { schema: async () => (await import('./offer.ts')).offer.schema }

const STAGES = STAGE_IDS.map((value) => ({ value, label: OFFER_STAGES[value].label }))

/** Fields of the stage of the offer. */
export default function OfferEditor() {
  const fields = useFormMetadata<Offer>().getFieldset()
  return (
    <>
      <FieldGroup
        legend="Stage"
        note="Changes only through a release approved by a second person. Save a draft in a release and ask for approval"
      >
        <SelectField
          field={fields.stage}
          options={STAGES}
          help="Decides whether pages say that an issue is proposed, and whether the footer links to SMART ODR"
        />
      </FieldGroup>
      <FieldGroup legend="Days" note="For each stage that the offer has reached">
        <div className="two">
          <TextField field={fields.approvedOn} type="date" optional />
          <TextField field={fields.draftFiledOn} type="date" optional />
          <TextField field={fields.observedOn} type="date" optional />
          <TextField field={fields.prospectusFiledOn} type="date" optional />
          <TextField field={fields.openedOn} type="date" optional />
          <TextField field={fields.allottedOn} type="date" optional />
          <TextField field={fields.listedOn} type="date" optional />
        </div>
        <TextAreaField
          field={fields.holidays}
          rows={4}
          optional
          help="One per line, such as 2026-01-26 Republic Day. Deadlines in working days skip these dates"
        />
      </FieldGroup>
      <FieldGroup
        legend="Proposed issue"
        note="On the home page, the investor pages, news and events, from the filing of the draft until the allotment"
      >
        <TextAreaField field={fields.sentence} rows={3} help="Counsel provides the text" />
        <TextField
          field={fields.linkText}
          help="Beside the sentence. It leads to the draft prospectus page, and later to the Red Herring Prospectus"
        />
      </FieldGroup>
    </>
  )
}
