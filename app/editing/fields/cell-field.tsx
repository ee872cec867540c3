import type { FieldMetadata } from '@conform-to/react'
import { useOtherValue } from '#app/editing/conflict/conflict-context.tsx'
import { FieldError } from './field.tsx'
import { OtherValue } from '#app/editing/conflict/other-value.tsx'

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
