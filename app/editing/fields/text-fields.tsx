import type { FieldMetadata } from '@conform-to/react'
import { useState } from 'react'
import { Field } from './field.tsx'
import { isEntryId, newEntryId } from '#app/http/form-envelope.ts'

interface TextFieldProps {
  field: FieldMetadata<string>
  label: string
  help?: string
  optional?: boolean
}

interface LineProps extends TextFieldProps {
  /** A fixed text before it, such as `/products/` before the last part of an address. */
  prefix?: string
  /** `date` holds YYYY-MM-DD. `url` is for whole addresses only: browsers take no path in it. */
  type?: 'text' | 'email' | 'tel' | 'url' | 'date'
}

/** Text on one line. */
export function TextField({ prefix, type = 'text', ...props }: LineProps) {
  const { initialValue } = props.field
  // A browser would offer the administrator's own address and telephone number.
  const autoComplete = type === 'email' || type === 'tel' ? 'off' : undefined
  return (
    <Field {...props}>
      {(control) =>
        prefix === undefined ? (
          <input {...control} type={type} autoComplete={autoComplete} defaultValue={initialValue} />
        ) : (
          <div className="affix">
            <span>{prefix}</span>
            <input {...control} type="text" defaultValue={initialValue} />
          </div>
        )
      }
    </Field>
  )
}

/** Text that may run over several lines. */
export function TextAreaField({ rows = 3, ...props }: TextFieldProps & { rows?: number }) {
  return (
    <Field {...props}>
      {(control) => <textarea {...control} rows={rows} defaultValue={props.field.initialValue} />}
    </Field>
  )
}

/** A whole number. */
export function NumberField(
  props: Omit<TextFieldProps, 'field'> & { field: FieldMetadata<number> | FieldMetadata<string> },
) {
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          type="number"
          min={0}
          step={1}
          inputMode="numeric"
          defaultValue={props.field.initialValue}
        />
      )}
    </Field>
  )
}

/**
 * A hidden value, such as the `_id` of an entry. A new entry gets its `_id` here: a form that is sent twice, after Back or a lost
 * response, adds the entry once.
 */
export function HiddenField({ field }: { field: FieldMetadata<string> }) {
  const [newId] = useState(() => (isEntryId(field.name) ? newEntryId() : ''))
  return <input type="hidden" name={field.name} form={field.formId} defaultValue={field.initialValue ?? newId} />
}

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
