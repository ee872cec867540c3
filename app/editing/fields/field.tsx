import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useOtherValue, OtherValue } from '#app/editing/conflict/conflict.tsx'

/** What ties a control to its form, its label, its help and its error. */
export interface ControlProps {
  id: string
  name: string
  form: string
  required: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface FieldProps {
  field: FieldMetadata<string> | FieldMetadata<number>
  label: string
  help?: string
  optional?: boolean
  children: (control: ControlProps) => ReactNode
}

/** Label, control, help, error and marks of one form field. The one place where they are wired together. */
export function Field({ field, label, help, optional = false, children }: FieldProps) {
  const { id, name, formId, errors, errorId, descriptionId, dirty } = field
  const otherValue = useOtherValue(name)
  const otherId = `${id}-other`
  const describedBy = [
    errors && errorId,
    otherValue !== undefined && otherId,
    help !== undefined && descriptionId,
  ].filter((describedById) => typeof describedById === 'string')
  return (
    <div className={dirty ? 'field field--changed' : 'field'}>
      <label htmlFor={id}>
        {/* The spaces keep the words apart where the label is read out. */}
        {label} {optional && <span className="field__optional">Optional</span>}{' '}
        {dirty && <span className="chip">Changed</span>}
      </label>
      {children({
        id,
        name,
        form: formId,
        required: !optional,
        'aria-invalid': errors ? true : undefined,
        'aria-describedby': describedBy.join(' ') || undefined,
      })}
      {errors && <FieldError id={errorId} errors={errors} />}
      {otherValue !== undefined && <OtherValue id={otherId} field={field} value={otherValue} />}
      {help !== undefined && (
        <p className="field__help" id={descriptionId}>
          {help}
        </p>
      )}
    </div>
  )
}

/** What is wrong with a field, in words and with an icon: never by colour alone. */
export function FieldError({ id, errors }: { id: string; errors: string[] }) {
  return (
    <p className="field__error" id={id}>
      <Icon name="alert" />
      <span>{errors.join('. ')}</span>
    </p>
  )
}

interface CellFieldProps {
  field: FieldMetadata<string>
  /** Read out instead of a label; what is seen is the head of the column. */
  label: string
}

/** A text on one line in a cell of a table. */
export function CellField({ field, label }: CellFieldProps) {
  const { id, name, formId, errors, errorId, dirty, initialValue } = field
  const otherValue = useOtherValue(name)
  const otherId = `${id}-other`
  const describedBy = [errors && errorId, otherValue !== undefined && otherId].filter((by) => typeof by === 'string')
  return (
    <div className={dirty ? 'field field--changed' : 'field'}>
      <input
        id={id}
        type="text"
        name={name}
        form={formId}
        required
        aria-label={label}
        aria-invalid={errors ? true : undefined}
        aria-describedby={describedBy.join(' ') || undefined}
        defaultValue={initialValue}
      />
      {errors && <FieldError id={errorId} errors={errors} />}
      {otherValue !== undefined && <OtherValue id={otherId} field={field} value={otherValue} />}
    </div>
  )
}
