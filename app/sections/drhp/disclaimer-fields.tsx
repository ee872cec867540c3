import type { FieldMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/editing/fields/field-groups.tsx'
import { LinkField } from '#app/editing/fields/link-field.tsx'
import { TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'
import { TitledTextList } from '#app/editing/lists/entry-list.tsx'
import type { Disclaimer } from './drhp.ts'

/** Fields of what a visitor has to confirm before the page is shown. */
export function DisclaimerFields({ disclaimer }: { disclaimer: FieldMetadata<Disclaimer> }) {
  const fields = disclaimer.getFieldset()
  return (
    <>
      <FieldGroup legend="Disclaimer" note="Shown before the page. Have counsel approve every change">
        <TextField field={fields.title} label="Title" />
        <TextAreaField field={fields.lead} label="Lead" rows={2} help="Names the draft prospectus and its date" />
        <TitledTextList
          list={fields.paragraphs}
          noun="paragraph"
          rows={6}
          min={1}
          fieldsOf={(paragraph) => {
            const { _id, title, text } = paragraph.getFieldset()
            return { _id, title, text }
          }}
        />
        <TextField field={fields.note} label="Note" help="Beside the buttons: what confirming means" />
      </FieldGroup>
      <FieldGroup legend="Answers" note="The two buttons of the disclaimer">
        <TextField field={fields.confirmLabel} label="Button that confirms" help="Shows the page" />
        <div className="two">
          <TextField field={fields.declineLabel} label="Button that declines" help="Leads away from the page" />
          <LinkField field={fields.declineUrl} label="Declining leads to" />
        </div>
      </FieldGroup>
    </>
  )
}
