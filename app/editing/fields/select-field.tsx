import type { FieldMetadata } from '@conform-to/react'
import { Field } from './field.tsx'

interface SelectFieldProps {
  field: FieldMetadata<string>
  label: string
  help?: string
  /** What can be chosen, in order: the value that is stored and its words. */
  options: readonly { value: string; label: string }[]
}

/** One of a few values. A new entry begins with none, so that a choice is made and not left to the order. */
export function SelectField({ options, ...props }: SelectFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <select {...control} defaultValue={props.field.initialValue ?? ''}>
          <option value="">Choose …</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
