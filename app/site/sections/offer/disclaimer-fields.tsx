import type { FieldMetadata } from '@conform-to/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { LinkField } from '#app/cms/editing/fields/link-field.tsx'
import { TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TitledTextList } from '#app/cms/editing/lists/entry-list.tsx'
import type { Disclaimer } from './disclaimer.ts'

interface DisclaimerFieldsProps {
  fields: { [Name in keyof Disclaimer]-?: FieldMetadata<Disclaimer[Name]> }
  /** What is behind the text. */
  note: string
  leadHelp: string
  confirmHelp: string
}

/** Fields of a text that visitors confirm. */
export function DisclaimerFields({ fields, note, leadHelp, confirmHelp }: DisclaimerFieldsProps) {
  return (
    <>
      <FieldGroup legend="Disclaimer" note={note}>
        <TextField field={fields.title} />
        <TextAreaField field={fields.lead} rows={2} help={leadHelp} />
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
        <TextField field={fields.note} help="Shown beside the buttons. Explains what it means to confirm" />
      </FieldGroup>
      <FieldGroup legend="Answers" note="The two buttons of the disclaimer">
        <TextField field={fields.confirmLabel} label="Button that confirms" help={confirmHelp} />
        <div className="two">
          <TextField field={fields.declineLabel} label="Button that declines" help="Opens the address below" />
          <LinkField field={fields.declineUrl} />
        </div>
      </FieldGroup>
    </>
  )
}
