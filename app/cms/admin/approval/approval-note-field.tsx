import { PlainField } from '#app/cms/editing/fields/plain-field.tsx'

interface ApprovalNoteFieldProps {
  what: 'draft' | 'release'
  /** True for the person who decides, false for the person who asks. */
  isDecision: boolean
  maxLength: number
  /** What was typed into a form that was refused, or before the session ended. */
  typed: string | undefined
  errors: string[] | undefined
}

/** The note to the person on the other side of an approval. */
export function ApprovalNoteField({ what, isDecision, maxLength, typed, errors }: ApprovalNoteFieldProps) {
  return (
    <PlainField
      id="approval-note"
      label={isDecision ? 'What has to be changed' : 'Note'}
      help={
        isDecision ? `Only needed if you send the ${what} back` : `Optional. For the person who approves the ${what}`
      }
      errors={errors}
    >
      {(described) => (
        <textarea id="approval-note" name="note" rows={3} maxLength={maxLength} defaultValue={typed} {...described} />
      )}
    </PlainField>
  )
}
